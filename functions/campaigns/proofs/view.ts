import type { ArchivedProof, ProofRecord } from '../../../db/campaigns/proofs.ts';
import type { StaffPostRecord } from '../../../db/campaigns/staff-posts.ts';
import type { ProofView } from '../../../schema/campaigns/proofs.ts';
import type { StaffPostView } from '../../../schema/campaigns/staff-posts.ts';

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

/** A post as staff sees it. */
export const viewStaffPost = (post: StaffPostRecord): StaffPostView => ({
  ...{ id: post.id, campaignId: post.campaignId, campaignTitle: post.campaignTitle },
  ...{ advertiserId: post.advertiserId, creatorId: post.creatorId, socialAccountId: post.socialAccountId },
  ...{ platform: post.platform, handle: post.handle, url: post.url },
  ...{ status: post.status, submittedAt: post.submittedAt, publishedAt: post.publishedAt },
});
