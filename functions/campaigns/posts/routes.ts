import {
  AcceptCampaignPost,
  ListCampaignCreators,
  ListCampaignPostEarnings,
  ListCampaignPosts,
  ListOwnPosts,
  ListPostEarnings,
  RejectCampaignPost,
  SubmitPost,
} from '../../../schema/campaigns/post-operations.ts';
import { group, on } from '../../http/route.ts';
import { acceptCampaignPost, rejectCampaignPost } from './decide-post.ts';
import { listCampaignCreators } from './list-creators.ts';
import { listCampaignPostEarnings, listPostEarnings } from './list-earnings.ts';
import { listCampaignPosts, listOwnPosts } from './list-posts.ts';
import { submitPost } from './submit-post.ts';

/** The posts of the caller. */
export const ownPostRoutes = group(
  on(SubmitPost, (ctx, { body }) => submitPost(ctx, body)),
  on(ListOwnPosts, (ctx, { query }) => listOwnPosts(ctx, query)),
  on(ListPostEarnings, (ctx, { params, query }) => listPostEarnings(ctx, { ...params, ...query })),
);

/** The posts of campaigns of the caller. */
export const campaignPostRoutes = group(
  on(ListCampaignPosts, (ctx, { params, query }) => listCampaignPosts(ctx, { ...params, ...query })),
  on(ListCampaignPostEarnings, (ctx, { params, query }) => listCampaignPostEarnings(ctx, { ...params, ...query })),
  on(ListCampaignCreators, (ctx, { params, query }) => listCampaignCreators(ctx, { ...params, ...query })),
  on(AcceptCampaignPost, (ctx, { params }) => acceptCampaignPost(ctx, params)),
  on(RejectCampaignPost, (ctx, { params, body }) => rejectCampaignPost(ctx, { ...params, ...body })),
);
