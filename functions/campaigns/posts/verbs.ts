/** The verbs of the routes. The first call of one loads them, so that the edge function starts without them. */
export { acceptCampaignPost, rejectCampaignPost, withdrawOwnPost } from './decide-post.ts';
export { listCampaignCreators } from './list-creators.ts';
export { listCampaignPostEarnings, listPostEarnings } from './list-earnings.ts';
export { listCampaignPosts, listOwnPosts } from './list-posts.ts';
export { submitPost } from './submit-post.ts';
