import type { ArchivedProof, ProofRecord } from '../../../db/campaigns/proofs.ts';
import type { ProofView } from '../../../schema/campaigns/proofs.ts';

/** Hidden views are null. */
export const viewProof = ({ id, takenAt, views }: ProofRecord, isHidden: boolean): ProofView => ({
  id,
  takenAt,
  views: isHidden ? null : views,
});

/** A line of index.csv, by column. */
export const viewLine = ({ postId, url, handle, contentId, takenAt, views }: ArchivedProof, isHidden: boolean) => ({
  post: postId,
  link: url,
  account: handle,
  reel: contentId,
  time: takenAt,
  views: isHidden ? null : views,
});
export type IndexLine = ReturnType<typeof viewLine>;
