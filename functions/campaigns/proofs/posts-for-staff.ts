import { proofsPage } from '../../../db/campaigns/proofs.ts';
import { anyPost, type StaffPostsPage, staffPostsPage } from '../../../db/campaigns/staff-posts.ts';
import { facts } from '../../../db/query.ts';
import {
  maxShownProofs,
  type StaffPostDetailsView,
  type StaffPostView,
} from '../../../schema/campaigns/staff-posts.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { hiddenFromAdvertiser } from '../posts/view.ts';
import { actionsOfStaff } from './rules.ts';
import { viewProof, viewStaffPost } from './view.ts';

/** The posts of all campaigns, or of one, for staff. */
export async function listPostsForStaff(ctx: Ctx, page: StaffPostsPage): Promise<Page<StaffPostView>> {
  const rows = await ctx.db.read(staffPostsPage(page));
  return pageOf(
    rows.map(({ post }) => viewStaffPost(post)),
    page.limit,
    ({ id }) => id,
  );
}

/** A post of any campaign with its newest screenshots. Staff sees their views as the advertiser does. */
export async function getPostForStaff(
  ctx: Ctx,
  { id }: { readonly id: number },
): Promise<{ data: StaffPostDetailsView }> {
  const { post, proofs } = await facts(ctx.db, {
    post: anyPost(id),
    proofs: proofsPage(id, { limit: maxShownProofs }),
  });
  if (post === null) throw notFound();
  const isHidden = hiddenFromAdvertiser(post, ctx.settings) !== null;
  return {
    data: {
      ...viewStaffPost(post),
      proofs: proofs.slice(0, maxShownProofs).map((proof) => viewProof(proof, isHidden)),
      allowedActions: actionsOfStaff(post, ctx.actor.userId),
    },
  };
}
