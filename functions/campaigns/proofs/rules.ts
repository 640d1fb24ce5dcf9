import type { ArchivedProof, ProvablePost } from '../../../db/campaigns/proofs.ts';
import type { UploadRecord } from '../../../db/uploads/records.ts';
import { proofArchiveLimits } from '../../../schema/campaigns/proof-terms.ts';
import { staffPostActions } from '../../../schema/campaigns/staff-posts.ts';
import { photoPlatforms } from '../../../schema/shared/enums.ts';
import { invalid, Refusal, refuseOwn } from '../../../schema/shared/errors.ts';

/** Refuses a post that has no screenshots, and a member of staff who takes part in its campaign. */
export function refuseUnprovable(post: ProofParties, staffId: number): void {
  refuseOwn(
    staffId,
    [post.creatorId, post.advertiserId],
    'add screenshots to their own posts, or to posts of their own campaigns',
  );
  if (!isPhotographed(post))
    throw new Refusal('INVALID_PROOF', `Only posts of ${photoPlatforms.join(', ')} have screenshots.`);
}

/** What a member of staff can do with a post. */
export const actionsOfStaff = (post: ProofParties, staffId: number): (typeof staffPostActions)[number][] =>
  isPhotographed(post) && !takesPart(post, staffId) ? [...staffPostActions] : [];

type ProofParties = Pick<ProvablePost, 'platform' | 'creatorId' | 'advertiserId'>;

const takesPart = ({ creatorId, advertiserId }: ProofParties, userId: number): boolean =>
  userId === creatorId || userId === advertiserId;

const isPhotographed = ({ platform }: ProofParties): boolean => photoPlatforms.some((one) => one === platform);

/** Refuses a screenshot of the future, and one from before the post was published. */
export function refuseTakenAt(takenAt: Date, { publishedAt }: Pick<ProvablePost, 'publishedAt'>, now: Date): void {
  if (takenAt > now) throw invalid('takenAt', 'must not be in the future');
  if (takenAt < new Date(publishedAt)) throw invalid('takenAt', `must not be before the publication at ${publishedAt}`);
}

export function refuseUnverified({ status }: Pick<UploadRecord, 'status'>): void {
  if (status !== 'VERIFIED')
    throw new Refusal('INVALID_PROOF', 'Only a VERIFIED screenshot becomes a proof. Complete the upload first.');
}

/** Refuses more screenshots than one ZIP contains. */
export function refuseTooMany(proofs: readonly Pick<ArchivedProof, 'image'>[]): void {
  const { files, bytes } = proofArchiveLimits;
  const size = proofs.reduce((sum, { image }) => sum + image.storedSize, 0);
  if (proofs.length > files || size > bytes)
    throw invalid(
      'from',
      `a ZIP contains at most ${files} screenshots of ${bytes} bytes together: choose a shorter period by from and to`,
    );
}
