import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { DeliverableRecord } from '../../../db/placements/deliverables.ts';
import type { ProofRecord, UploadRecord } from '../../../db/uploads/records.ts';
import { invalid, notFound, Refusal } from '../../../schema/shared/errors.ts';
import { statusOf as uploadStatusOf } from '../../uploads/rules.ts';
import type { Clock } from './rules.ts';

/** Refuses unless every result is present, its post proves no other result, and its private files are verified. */
export function refuseUnproven(
  { deliverables }: Pick<AssignmentRecord, 'deliverables'>,
  lostPosts: readonly number[],
  { now }: Pick<Clock, 'now'>,
): void {
  for (const { position, url, proofs } of deliverables) {
    if (url === null && proofs.length === 0)
      throw new Refusal('INVALID_PROOF', `Result ${position} has no public address and no file. Deliver it first.`);
    if (lostPosts.includes(position))
      throw new Refusal(
        'INVALID_PROOF',
        `The post of result ${position} proves a result of the creator who published it. Deliver another post.`,
      );
    for (const proof of proofs) {
      const status = uploadStatusOf(proof, now);
      if (status !== 'VERIFIED')
        throw new Refusal('INVALID_PROOF', `File ${proof.uploadId} of result ${position} is ${status}, not VERIFIED.`);
    }
  }
}

/** A file that is VERIFIED or can still become it. */
export function refuseLostFiles(uploads: readonly ProofRecord[], { now }: Pick<Clock, 'now'>): void {
  for (const upload of uploads) {
    const status = uploadStatusOf(upload, now);
    if (status !== 'VERIFIED' && status !== 'PENDING')
      throw new Refusal('INVALID_PROOF', `File ${upload.uploadId} is ${status}. Upload it again with a new id.`);
  }
}

/** Refuses a statement with a file of another purpose or owner, one that is not verified, and one that another statement has. */
export function refuseOtherFiles(
  found: readonly Pick<UploadRecord, 'id' | 'deliverableId' | 'statementSeq' | 'status' | 'expiresAt'>[],
  uploadIds: readonly string[],
  { now }: Pick<Clock, 'now'>,
): void {
  const own = found.filter(({ deliverableId }) => deliverableId === null);
  if (own.length < uploadIds.length) throw notFound();
  for (const upload of own) {
    const status = uploadStatusOf(upload, now);
    if (status !== 'VERIFIED') throw new Refusal('INVALID_PROOF', `File ${upload.id} is ${status}, not VERIFIED.`);
    if (upload.statementSeq !== null)
      throw new Refusal('INVALID_PROOF', `File ${upload.id} is already part of a statement.`);
  }
}

/** Refuses a proof mode that the service was not sold with. */
export function refuseOtherProof(
  { proofModes }: Pick<AssignmentRecord, 'proofModes'>,
  { kind }: Pick<DeliverableRecord, 'kind'>,
  { url }: { readonly url?: string | undefined },
): void {
  const isOffered =
    url === undefined
      ? proofModes.includes('PRIVATE_FILE')
      : kind === 'PUBLIC' && proofModes.some((mode) => mode !== 'PRIVATE_FILE');
  if (!isOffered)
    throw new Refusal('INVALID_PROOF', `This result needs a proof of the kind ${proofModes.join(' or ')}.`);
}

/** Refuses a post that another result of the same assignment already names. */
export function refuseSamePost(
  { deliverables }: Pick<AssignmentRecord, 'deliverables'>,
  { id, contentId }: Pick<DeliverableRecord, 'id' | 'contentId'>,
): void {
  const other = deliverables.find((one) => one.id !== id && contentId !== null && one.contentId === contentId);
  if (other)
    throw new Refusal(
      'INVALID_PROOF',
      `Result ${other.position} already uses this post. Each result needs its own post.`,
    );
}

const clockSkewMs = 5 * 60_000;

/** Refuses a publication time for a file, and one in the future (with a tolerance for clock skew). */
export function refusePublication(
  { kind }: Pick<DeliverableRecord, 'kind'>,
  { publishedAt }: { readonly publishedAt?: Date | undefined },
  { now }: Pick<Clock, 'now'>,
): void {
  if (publishedAt === undefined) return;
  if (kind === 'FILE') throw invalid('publishedAt', 'must not be sent for a file');
  if (publishedAt.getTime() > now.getTime() + clockSkewMs) throw invalid('publishedAt', 'must not be in the future');
}

/** A PDF is a valid proof only if the service was sold with it. */
export const allowsPdf = ({ proofTemplate }: Pick<AssignmentRecord, 'proofTemplate'>): boolean =>
  proofTemplate.allowPdf === true;
