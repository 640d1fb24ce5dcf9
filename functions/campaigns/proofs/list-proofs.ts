import { type PostRecord, type PostsOf, postOf } from '../../../db/campaigns/posts.ts';
import { proofsPage } from '../../../db/campaigns/proofs.ts';
import { facts } from '../../../db/query.ts';
import type { ProofView } from '../../../schema/campaigns/proofs.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { hiddenFromAdvertiser } from '../posts/view.ts';
import { viewProof } from './view.ts';

interface ProofsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/** The screenshots of a post of the caller. */
export const listPostProofs = (ctx: Ctx, { id, ...page }: ProofsPage & { readonly id: number }) =>
  listProofs(ctx, { creatorId: ctx.actor.userId }, id, page, () => false);

/** The screenshots of a post of a campaign of the caller. */
export const listCampaignPostProofs = (
  ctx: Ctx,
  { id, postId, ...page }: ProofsPage & { readonly id: number; readonly postId: number },
) =>
  listProofs(
    ctx,
    { advertiserId: ctx.actor.userId, campaignId: id },
    postId,
    page,
    (post) => hiddenFromAdvertiser(post, ctx.settings) !== null,
  );

async function listProofs(
  ctx: Ctx,
  reader: PostsOf,
  postId: number,
  page: ProofsPage,
  isHidden: (post: PostRecord) => boolean,
): Promise<Page<ProofView>> {
  const { post, proofs } = await facts(ctx.db, { post: postOf(reader, postId), proofs: proofsPage(postId, page) });
  if (post === null) throw notFound();
  return pageOf(
    proofs.map((proof) => viewProof(proof, isHidden(post))),
    page.limit,
    ({ id }) => id,
  );
}
