import { type PostsOf, postOf } from '../../../db/campaigns/posts.ts';
import { proofImage } from '../../../db/campaigns/proofs.ts';
import { facts } from '../../../db/query.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { readStored } from '../../uploads/index.ts';

/** The JPEG of a screenshot of a post of the caller. */
export const getPostProofImage = (
  ctx: Ctx,
  { id, proofId }: { readonly id: number; readonly proofId: number },
): Promise<Response> => readImage(ctx, { creatorId: ctx.actor.userId }, id, proofId);

/** The JPEG of a screenshot of a post of a campaign of the caller. */
export const getCampaignPostProofImage = (
  ctx: Ctx,
  { id, postId, proofId }: { readonly id: number; readonly postId: number; readonly proofId: number },
): Promise<Response> => readImage(ctx, { advertiserId: ctx.actor.userId, campaignId: id }, postId, proofId);

async function readImage(ctx: Ctx, reader: PostsOf, postId: number, proofId: number): Promise<Response> {
  const { post, image } = await facts(ctx.db, { post: postOf(reader, postId), image: proofImage(postId, proofId) });
  if (post === null || image === null) throw notFound();
  return new Response(await readStored(ctx.settings, image), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' },
  });
}
