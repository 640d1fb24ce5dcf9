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
import { GetPostForStaff, ListPostsForStaff } from '../../../schema/campaigns/staff-posts.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

/** The screenshots that prove the views of posts of campaigns. */
export const campaignProofRoutes = group(
  on(ListCampaignPostProofs, async (ctx, { params, query }) =>
    (await verbs()).listCampaignPostProofs(ctx, { ...params, ...query }),
  ),
  on(GetCampaignPostProofImage, async (ctx, { params }) => (await verbs()).getCampaignPostProofImage(ctx, params)),
  on(DownloadCampaignProofs, async (ctx, { params, query }) =>
    (await verbs()).downloadProofs(ctx, { ...params, ...query }),
  ),
  on(ListPostProofs, async (ctx, { params, query }) => (await verbs()).listPostProofs(ctx, { ...params, ...query })),
  on(GetPostProofImage, async (ctx, { params }) => (await verbs()).getPostProofImage(ctx, params)),
  on(ListPostsForStaff, async (ctx, { query }) => (await verbs()).listPostsForStaff(ctx, query)),
  on(GetPostForStaff, async (ctx, { params }) => (await verbs()).getPostForStaff(ctx, params)),
  on(CreatePostProofUpload, async (ctx, { params, body }) =>
    (await verbs()).createScreenshotUpload(ctx, { ...params, ...body }),
  ),
  on(CompletePostProofUpload, async (ctx, { params }) => (await verbs()).completeScreenshotUpload(ctx, params)),
  on(AddPostProof, async (ctx, { params, body }) => (await verbs()).addProof(ctx, { ...params, ...body })),
);
