import { isCampaignOf } from '../../../db/campaigns/campaigns.ts';
import { type PostsPage, postSummaryOf, postsPage } from '../../../db/campaigns/posts.ts';
import { facts } from '../../../db/query.ts';
import type { CampaignPostView, OwnPostView } from '../../../schema/campaigns/posts.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewCampaignPost, viewedNow, viewOwnPost, viewSummary } from './view.ts';

/** The posts that the caller has submitted, the newest first, with sums over all that match the filters. */
export async function listOwnPosts(
  ctx: Ctx,
  page: PostsPage,
): Promise<Page<OwnPostView> & { summary: ReturnType<typeof viewSummary> }> {
  const { userId: creatorId } = ctx.actor;
  const { posts, summary } = await facts(ctx.db, {
    posts: postsPage({ creatorId }, page),
    summary: postSummaryOf(creatorId, page),
  });
  const views = posts.map((post) => viewOwnPost(post, viewedNow(ctx)));
  return { ...pageOf(views, page.limit, ({ id }) => id), summary: viewSummary(summary) };
}

/** The posts of a campaign of the caller, the newest submission first. */
export async function listCampaignPosts(
  ctx: Ctx,
  { id, ...page }: PostsPage & { readonly id: number },
): Promise<Page<CampaignPostView>> {
  const { userId: advertiserId } = ctx.actor;
  const { isOwn, posts } = await facts(ctx.db, {
    isOwn: isCampaignOf(advertiserId, id),
    posts: postsPage({ advertiserId, campaignId: id }, page),
  });
  if (!isOwn) throw notFound();
  const views = posts.map((post) => viewCampaignPost(post, viewedNow(ctx)));
  return pageOf(views, page.limit, (post) => post.id);
}
