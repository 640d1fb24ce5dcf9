import { UpdateDeliverable } from '../../../schema/placements/deliveries.ts';
import { CompleteProofUpload, CreateProofUpload, DownloadProof } from '../../../schema/placements/proofs.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

export const deliverableRoutes = group(
  on(UpdateDeliverable, async (ctx, { params, body }) =>
    (await verbs()).updateDeliverable(ctx, { ...params, ...body }),
  ),
  on(CreateProofUpload, async (ctx, { params, body }) =>
    (await verbs()).createProofUpload(ctx, { ...params, ...body }),
  ),
  on(CompleteProofUpload, async (ctx, { params }) => (await verbs()).completeProofUpload(ctx, params)),
  on(DownloadProof, async (ctx, { params }) => (await verbs()).downloadProof(ctx, params)),
);
