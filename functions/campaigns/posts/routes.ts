import {
  AcceptCampaignPost,
  ListCampaignCreators,
  ListCampaignPostEarnings,
  ListCampaignPosts,
  ListOwnPosts,
  ListPostEarnings,
  RejectCampaignPost,
  SubmitPost,
  WithdrawPost,
} from '../../../schema/campaigns/post-operations.ts';
import { group, on } from '../../http/route.ts';

const verbs = () => import('./verbs.ts');

/** The posts of the caller. */
export const ownPostRoutes = group(
  on(SubmitPost, async (ctx, { body }) => (await verbs()).submitPost(ctx, body)),
  on(WithdrawPost, async (ctx, { params }) => (await verbs()).withdrawOwnPost(ctx, params)),
  on(ListOwnPosts, async (ctx, { query }) => (await verbs()).listOwnPosts(ctx, query)),
  on(ListPostEarnings, async (ctx, { params, query }) =>
    (await verbs()).listPostEarnings(ctx, { ...params, ...query }),
  ),
);

/** The posts of campaigns of the caller. */
export const campaignPostRoutes = group(
  on(ListCampaignPosts, async (ctx, { params, query }) =>
    (await verbs()).listCampaignPosts(ctx, { ...params, ...query }),
  ),
  on(ListCampaignPostEarnings, async (ctx, { params, query }) =>
    (await verbs()).listCampaignPostEarnings(ctx, { ...params, ...query }),
  ),
  on(ListCampaignCreators, async (ctx, { params, query }) =>
    (await verbs()).listCampaignCreators(ctx, { ...params, ...query }),
  ),
  on(AcceptCampaignPost, async (ctx, { params }) => (await verbs()).acceptCampaignPost(ctx, params)),
  on(RejectCampaignPost, async (ctx, { params, body }) =>
    (await verbs()).rejectCampaignPost(ctx, { ...params, ...body }),
  ),
);
