import { earningsPage } from '../../../db/campaigns/earnings.ts';
import { type PostsOf, postOf } from '../../../db/campaigns/posts.ts';
import { facts } from '../../../db/query.ts';
import type { PostEarningView } from '../../../schema/campaigns/posts.ts';
import { shownSince } from '../../../schema/metrics/metric-rules.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { viewEarning, viewsSeenSince } from './view.ts';

interface EarningsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** Why a post of the caller has earned what it has. */
export const listPostEarnings = (ctx: Ctx, { id, ...page }: EarningsPage & { readonly id: number }) =>
  listEarnings(ctx, { creatorId: ctx.actor.userId }, id, page);

/** Why a post of a campaign of the caller has earned what it has. */
export const listCampaignPostEarnings = (
  ctx: Ctx,
  { id, postId, ...page }: EarningsPage & { readonly id: number; readonly postId: number },
) => listEarnings(ctx, { advertiserId: ctx.actor.userId, campaignId: id }, postId, page);

async function listEarnings(
  ctx: Ctx,
  reader: PostsOf,
  postId: number,
  page: EarningsPage,
): Promise<Page<PostEarningView>> {
  const { post, earnings } = await facts(ctx.db, {
    post: postOf(reader, postId),
    earnings: earningsPage(reader, postId, page),
  });
  if (post === null) throw notFound();
  const since =
    'creatorId' in reader
      ? shownSince(post.platform, ctx.settings, ctx.now())
      : viewsSeenSince(post, ctx.settings, ctx.now());
  return pageOf(
    earnings.map((earning) => viewEarning(earning, since)),
    page.limit,
    (earning) => earning.id,
  );
}
