import {
  GetCase,
  ListCaseEvents,
  ListCases,
  PreviewSettlement,
  ResolveDispute,
} from '../../../schema/placements/disputes.ts';
import { group, on } from '../../http/route.ts';
import { listEventsForStaff } from '../assignments/index.ts';
import { getCase } from './get-case.ts';
import { listCases } from './list-cases.ts';
import { previewSettlement } from './preview-settlement.ts';
import { resolveDispute } from './resolve-dispute.ts';

export const disputeRoutes = group(
  on(ListCases, (ctx, { query }) => listCases(ctx, query)),
  on(GetCase, (ctx, { params }) => getCase(ctx, params)),
  on(ListCaseEvents, (ctx, { params, query }) => listEventsForStaff(ctx, { ...params, ...query })),
  on(PreviewSettlement, (ctx, { params, query }) => previewSettlement(ctx, { ...params, ...query })),
  on(ResolveDispute, (ctx, { params, body }) => resolveDispute(ctx, { ...params, ...body })),
);
