import { type EarningRecord, earningsPage } from '../../../db/campaigns/earnings.ts';
import { type PostsOf, postOf } from '../../../db/campaigns/posts.ts';
import { facts } from '../../../db/query.ts';
import type { OwnPostView, PostEarningView } from '../../../schema/campaigns/posts.ts';
import { shownSince } from '../../../schema/metrics/metric-rules.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewEarning, viewedNow, viewOwnPost, viewsSeenSince } from './view.ts';

interface EarningsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** Why a post of the caller has earned what it has, and the post itself. */
export async function listPostEarnings(
  ctx: Ctx,
  { id, ...page }: EarningsPage & { readonly id: number },
): Promise<Page<PostEarningView> & { post: OwnPostView }> {
  const { post, earnings } = await readEarnings(ctx, { creatorId: ctx.actor.userId }, id, page);
  const since = shownSince(post.platform, ctx.settings, ctx.now());
  return { ...shown(earnings, since, page), post: viewOwnPost(post, viewedNow(ctx)) };
}

/** Why a post of a campaign of the caller has earned what it has. */
export async function listCampaignPostEarnings(
  ctx: Ctx,
  { id, postId, ...page }: EarningsPage & { readonly id: number; readonly postId: number },
): Promise<Page<PostEarningView>> {
  const reader = { advertiserId: ctx.actor.userId, campaignId: id };
  const { post, earnings } = await readEarnings(ctx, reader, postId, page);
  return shown(earnings, viewsSeenSince(post, ctx.settings, ctx.now()), page);
}

async function readEarnings(ctx: Ctx, reader: PostsOf, postId: number, page: EarningsPage) {
  const { post, earnings } = await facts(ctx.db, {
    post: postOf(reader, postId),
    earnings: earningsPage(reader, postId, page),
  });
  if (post === null) throw notFound();
  return { post, earnings };
}

const shown = (earnings: readonly EarningRecord[], since: Date | null, { limit }: EarningsPage) =>
  pageOf(
    earnings.map((earning) => viewEarning(earning, since)),
    limit,
    ({ id }) => id,
  );
