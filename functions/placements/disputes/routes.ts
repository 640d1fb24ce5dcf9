import {
  GetCase,
  ListCaseEvents,
  ListCases,
  PreviewSettlement,
  ResolveDispute,
} from '../../../schema/placements/disputes.ts';
import { DownloadCaseFile } from '../../../schema/placements/proofs.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const disputeRoutes = group(
  on(ListCases, async (ctx, { query }) => (await verbs()).listCases(ctx, query)),
  on(GetCase, async (ctx, { params }) => (await verbs()).getCase(ctx, params)),
  on(DownloadCaseFile, async (ctx, { params }) => (await verbs()).downloadCaseFile(ctx, params)),
  on(ListCaseEvents, async (ctx, { params, query }) =>
    (await verbs()).listEventsForStaff(ctx, { ...params, ...query }),
  ),
  on(PreviewSettlement, async (ctx, { params, query }) =>
    (await verbs()).previewSettlement(ctx, { ...params, ...query }),
  ),
  on(ResolveDispute, async (ctx, { params, body }) => (await verbs()).resolveDispute(ctx, { ...params, ...body })),
);
