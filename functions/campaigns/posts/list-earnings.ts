import { type EarningRecord, earningsPage } from '../../../db/campaigns/earnings.ts';
import { type PostsOf, postOf } from '../../../db/campaigns/posts.ts';
import { facts } from '../../../db/query.ts';
import type { CampaignPostView, OwnPostView, PostEarningView } from '../../../schema/campaigns/posts.ts';
import { shownSince } from '../../../schema/metrics/metric-rules.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewCampaignPost, viewEarning, viewedNow, viewOwnPost, viewsSeenSince } from './view.ts';

interface EarningsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** A post of the caller, and why it has earned what it has. */
export async function listPostEarnings(
  ctx: Ctx,
  { id, ...page }: EarningsPage & { readonly id: number },
): Promise<Page<PostEarningView> & { readonly post: OwnPostView }> {
  const { post, earnings } = await readEarnings(ctx, { creatorId: ctx.actor.userId }, id, page);
  const since = shownSince(post.platform, ctx.settings, ctx.now());
  return { ...pageOfEarnings(earnings, page, since), post: viewOwnPost(post, viewedNow(ctx)) };
}

/** A post of a campaign of the caller, and why it has earned what it has. */
export async function listCampaignPostEarnings(
  ctx: Ctx,
  { id, postId, ...page }: EarningsPage & { readonly id: number; readonly postId: number },
): Promise<Page<PostEarningView> & { readonly post: CampaignPostView }> {
  const reader = { advertiserId: ctx.actor.userId, campaignId: id };
  const { post, earnings } = await readEarnings(ctx, reader, postId, page);
  return {
    ...pageOfEarnings(earnings, page, viewsSeenSince(post, ctx.settings, ctx.now())),
    post: viewCampaignPost(post, viewedNow(ctx)),
  };
}

async function readEarnings(ctx: Ctx, reader: PostsOf, postId: number, page: EarningsPage) {
  const { post, earnings } = await facts(ctx.db, {
    post: postOf(reader, postId),
    earnings: earningsPage(reader, postId, page),
  });
  if (post === null) throw notFound();
  return { post, earnings };
}

const pageOfEarnings = (
  earnings: readonly EarningRecord[],
  { limit }: EarningsPage,
  since: Parameters<typeof viewEarning>[1],
): Page<PostEarningView> =>
  pageOf(
    earnings.map((earning) => viewEarning(earning, since)),
    limit,
    ({ id }) => id,
  );
