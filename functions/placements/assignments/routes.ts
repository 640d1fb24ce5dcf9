import { AddStatement } from '../../../schema/placements/statements.ts';
import {
  AcceptAssignment,
  AcceptProposal,
  ApproveAssignment,
  CancelAssignment,
  DeclineAssignment,
  DeclineProposal,
  GetAssignment,
  ListAssignments,
  ListDeliverables,
  ListEvents,
  ProposeChange,
  RaiseIssue,
  RequestChanges,
  SubmitAssignment,
  WithdrawProposal,
} from '../../../schema/placements/work.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const assignmentRoutes = group(
  on(ListAssignments, async (ctx, { query }) => (await verbs()).listAssignments(ctx, query)),
  on(GetAssignment, async (ctx, { params }) => (await verbs()).getAssignment(ctx, params)),
  on(ListEvents, async (ctx, { params, query }) => (await verbs()).listEvents(ctx, { ...params, ...query })),
  on(ListDeliverables, async (ctx, { params, query }) =>
    (await verbs()).listDeliverables(ctx, { ...params, ...query }),
  ),
  on(AcceptAssignment, async (ctx, { params, body }) => (await verbs()).acceptAssignment(ctx, { ...params, ...body })),
  on(DeclineAssignment, async (ctx, { params, body }) =>
    (await verbs()).declineAssignment(ctx, { ...params, ...body }),
  ),
  on(SubmitAssignment, async (ctx, { params, body }) => (await verbs()).submitAssignment(ctx, { ...params, ...body })),
  on(ApproveAssignment, async (ctx, { params, body }) =>
    (await verbs()).approveAssignment(ctx, { ...params, ...body }),
  ),
  on(RequestChanges, async (ctx, { params, body }) => (await verbs()).requestChanges(ctx, { ...params, ...body })),
  on(CancelAssignment, async (ctx, { params, body }) => (await verbs()).cancelAssignment(ctx, { ...params, ...body })),
  on(RaiseIssue, async (ctx, { params, body }) => (await verbs()).raiseIssue(ctx, { ...params, ...body })),
  on(AddStatement, async (ctx, { params, body }) => (await verbs()).addStatement(ctx, { ...params, ...body })),
  on(ProposeChange, async (ctx, { params, body }) => (await verbs()).proposeChange(ctx, { ...params, ...body })),
  on(AcceptProposal, async (ctx, { params, body }) => (await verbs()).acceptProposal(ctx, { ...params, ...body })),
  on(DeclineProposal, async (ctx, { params, body }) => (await verbs()).declineProposal(ctx, { ...params, ...body })),
  on(WithdrawProposal, async (ctx, { params, body }) => (await verbs()).withdrawProposal(ctx, { ...params, ...body })),
);
