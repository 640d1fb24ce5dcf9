import { insertProof, provablePost } from '../../../db/campaigns/proofs.ts';
import { freshId } from '../../../db/fresh-ids.ts';
import { factsOf } from '../../../db/query.ts';
import { campaignProofs } from '../../../db/tables/campaign-proofs.ts';
import { keepVerified } from '../../../db/uploads/evidence.ts';
import { uploadOf } from '../../../db/uploads/records.ts';
import type { ProofView } from '../../../schema/campaigns/proofs.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refuseTakenAt, refuseUnprovable, refuseUnverified } from './rules.ts';
import { viewProof } from './view.ts';

/** What every source of screenshots passes to `addProof`. The only built-in source is the operation of staff. */
export interface Capture {
  /** A verified upload of the actor for this post. */
  readonly uploadId: string;
  readonly takenAt: Date;
  /** Null: the platform hid them. */
  readonly views: number | null;
}

/** Makes a verified screenshot a proof of the post. A failure changes nothing. */
export const addProof = (
  ctx: Ctx,
  { id, uploadId, takenAt, views }: Capture & { readonly id: number },
): Promise<{ data: ProofView }> =>
  mutate(ctx, {
    facts: factsOf({
      proofId: freshId(campaignProofs),
      post: provablePost(id),
      upload: uploadOf({ campaignPostId: id }, uploadId, ctx.actor.userId),
    }),
    // The upload is named by the body: a used key is a conflict before it is looked at.
    visible: ({ proofId, post, upload }) => post && { proofId, post, upload },
    decide({ proofId, post, upload }) {
      if (upload === null) throw notFound();
      refuseUnprovable(post, ctx.actor.userId);
      refuseUnverified(upload);
      refuseTakenAt(takenAt, post, ctx.now());
      const proof = { id: proofId, campaignPostId: id, uploadId, takenAt, views };
      return {
        statements: [keepVerified(uploadId, ctx.now()), insertProof(proof, ctx.now())],
        answer: { data: viewProof({ id: proofId, takenAt: takenAt.toISOString(), views }, false) },
      };
    },
  });
