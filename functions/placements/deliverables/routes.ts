import { UpdateDeliverable } from '../../../schema/placements/deliveries.ts';
import { CompleteProofUpload, CreateProofUpload, DownloadProof } from '../../../schema/placements/proofs.ts';
import { group, on } from '../../http/route.ts';
import { downloadProof } from './download-proof.ts';
import { updateDeliverable } from './update-deliverable.ts';
import { completeProofUpload, createProofUpload } from './upload-proof.ts';

export const deliverableRoutes = group(
  on(UpdateDeliverable, (ctx, { params, body }) => updateDeliverable(ctx, { ...params, ...body })),
  on(CreateProofUpload, (ctx, { params, body }) => createProofUpload(ctx, { ...params, ...body })),
  on(CompleteProofUpload, (ctx, { params }) => completeProofUpload(ctx, params)),
  on(DownloadProof, (ctx, { params }) => downloadProof(ctx, params)),
);
