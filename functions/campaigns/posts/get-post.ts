import { postOf } from '../../../db/campaigns/posts.ts';
import { facts } from '../../../db/query.ts';
import type { CampaignPostView, OwnPostView } from '../../../schema/campaigns/posts.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { viewCampaignPost, viewedNow, viewOwnPost } from './view.ts';

/** A post that the caller has submitted. */
export async function getOwnPost(ctx: Ctx, id: number): Promise<{ data: OwnPostView }> {
  const { post } = await facts(ctx.db, { post: postOf({ creatorId: ctx.actor.userId }, id) });
  if (post === null) throw notFound();
  return { data: viewOwnPost(post, viewedNow(ctx)) };
}

/** A post of a campaign of the caller. */
export async function getCampaignPost(
  ctx: Ctx,
  { id, postId }: { readonly id: number; readonly postId: number },
): Promise<{ data: CampaignPostView }> {
  const { post } = await facts(ctx.db, { post: postOf({ advertiserId: ctx.actor.userId, campaignId: id }, postId) });
  if (post === null) throw notFound();
  return { data: viewCampaignPost(post, viewedNow(ctx)) };
}
