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
import { acceptAssignment } from './accept-assignment.ts';
import { addStatement } from './add-statement.ts';
import { approveAssignment } from './approve-assignment.ts';
import { cancelAssignment } from './cancel-assignment.ts';
import { acceptProposal, declineProposal, withdrawProposal } from './decide-proposal.ts';
import { declineAssignment } from './decline-assignment.ts';
import { getAssignment, listDeliverables } from './get-assignment.ts';
import { listAssignments } from './list-assignments.ts';
import { listEvents } from './list-events.ts';
import { proposeChange } from './propose-change.ts';
import { raiseIssue } from './raise-issue.ts';
import { requestChanges } from './request-changes.ts';
import { submitAssignment } from './submit-assignment.ts';

export const assignmentRoutes = group(
  on(ListAssignments, (ctx, { query }) => listAssignments(ctx, query)),
  on(GetAssignment, (ctx, { params }) => getAssignment(ctx, params)),
  on(ListEvents, (ctx, { params, query }) => listEvents(ctx, { ...params, ...query })),
  on(ListDeliverables, (ctx, { params, query }) => listDeliverables(ctx, { ...params, ...query })),
  on(AcceptAssignment, (ctx, { params, body }) => acceptAssignment(ctx, { ...params, ...body })),
  on(DeclineAssignment, (ctx, { params, body }) => declineAssignment(ctx, { ...params, ...body })),
  on(SubmitAssignment, (ctx, { params, body }) => submitAssignment(ctx, { ...params, ...body })),
  on(ApproveAssignment, (ctx, { params, body }) => approveAssignment(ctx, { ...params, ...body })),
  on(RequestChanges, (ctx, { params, body }) => requestChanges(ctx, { ...params, ...body })),
  on(CancelAssignment, (ctx, { params, body }) => cancelAssignment(ctx, { ...params, ...body })),
  on(RaiseIssue, (ctx, { params, body }) => raiseIssue(ctx, { ...params, ...body })),
  on(AddStatement, (ctx, { params, body }) => addStatement(ctx, { ...params, ...body })),
  on(ProposeChange, (ctx, { params, body }) => proposeChange(ctx, { ...params, ...body })),
  on(AcceptProposal, (ctx, { params, body }) => acceptProposal(ctx, { ...params, ...body })),
  on(DeclineProposal, (ctx, { params, body }) => declineProposal(ctx, { ...params, ...body })),
  on(WithdrawProposal, (ctx, { params, body }) => withdrawProposal(ctx, { ...params, ...body })),
);
