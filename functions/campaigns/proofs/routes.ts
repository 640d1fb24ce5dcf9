import {
  AddPostProof,
  CompletePostProofUpload,
  CreatePostProofUpload,
  DownloadCampaignProofs,
  GetCampaignPostProofImage,
  GetPostProofImage,
  ListCampaignPostProofs,
  ListPostProofs,
} from '../../../schema/campaigns/proofs.ts';
import { group, on } from '../../http/route.ts';
import { addProof } from './add-proof.ts';
import { downloadProofs } from './download-proofs.ts';
import { getCampaignPostProofImage, getPostProofImage } from './get-image.ts';
import { listCampaignPostProofs, listPostProofs } from './list-proofs.ts';
import { completeScreenshotUpload, createScreenshotUpload } from './upload-screenshot.ts';

/** The screenshots that prove the views of posts of campaigns. */
export const campaignProofRoutes = group(
  on(ListCampaignPostProofs, (ctx, { params, query }) => listCampaignPostProofs(ctx, { ...params, ...query })),
  on(GetCampaignPostProofImage, (ctx, { params }) => getCampaignPostProofImage(ctx, params)),
  on(DownloadCampaignProofs, (ctx, { params, query }) => downloadProofs(ctx, { ...params, ...query })),
  on(ListPostProofs, (ctx, { params, query }) => listPostProofs(ctx, { ...params, ...query })),
  on(GetPostProofImage, (ctx, { params }) => getPostProofImage(ctx, params)),
  on(CreatePostProofUpload, (ctx, { params, body }) => createScreenshotUpload(ctx, { ...params, ...body })),
  on(CompletePostProofUpload, (ctx, { params }) => completeScreenshotUpload(ctx, params)),
  on(AddPostProof, (ctx, { params, body }) => addProof(ctx, { ...params, ...body })),
);
