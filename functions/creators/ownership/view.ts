import type { OwnershipRecord } from '../../../db/creators/ownership.ts';
import type { OwnershipEvent, ReviewedAccount } from '../../../db/creators/ownership-reviews.ts';
import type { UploadRecord } from '../../../db/uploads/records.ts';
import type { OwnershipClaim } from '../../../schema/creators/ownership-claim.ts';
import type { OwnershipCase, OwnershipReview } from '../../../schema/creators/ownership-review.ts';
import { missing } from '../../../schema/shared/errors.ts';
import { allowedActions } from './rules.ts';

/** The proof of a channel as its creator sees it. */
export const viewClaim = (channel: OwnershipRecord, now: Date): OwnershipClaim => ({
  id: channel.channelId,
  ownership: channel.ownership,
  version: channel.version,
  code: channel.code,
  codeExpiresAt: channel.codeExpiresAt,
  note: channel.note,
  submittedAt: channel.submittedAt,
  checkedAt: channel.checkedAt,
  decidedAt: channel.decidedAt,
  reason: channel.reason,
  allowedActions: allowedActions(channel, now),
});

/** A channel as staff sees it in the list. */
export const viewReview = (channel: OwnershipRecord): OwnershipReview => ({
  channelId: channel.channelId,
  creator: { userId: channel.creatorId, publicId: channel.creator.publicId, displayName: channel.creator.displayName },
  platform: channel.platform,
  handle: channel.handle,
  canonicalUrl: channel.canonicalUrl,
  ownership: channel.ownership,
  version: channel.version,
  submittedAt: channel.submittedAt,
  checkedAt: channel.checkedAt,
  decidedAt: channel.decidedAt,
  reviewerId: channel.reviewerId,
  reason: channel.reason,
});

type Event = OwnershipCase['history'][number];

const actors: Readonly<Record<OwnershipEvent['kind'], Event['actor']>> = {
  CHALLENGED: 'CREATOR',
  EVIDENCE_ATTACHED: 'CREATOR',
  SUBMITTED: 'CREATOR',
  CODE_FOUND: 'SYSTEM',
  APPROVED: 'STAFF',
  REJECTED: 'STAFF',
  WITHDRAWN: 'STAFF',
};

const viewEvent = ({ kind, actorId, reason, at }: OwnershipEvent): Event => ({
  kind,
  actor: actors[kind],
  actorId,
  reason,
  at,
});

/** The evidence and the history of a claim. */
interface Known {
  readonly provenBy: number | null;
  readonly account: ReviewedAccount | null;
  readonly uploads: readonly UploadRecord[];
  readonly events: readonly OwnershipEvent[];
}

/** One channel with everything that staff needs to decide. */
export const viewCase = (channel: OwnershipRecord, { provenBy, account, uploads, events }: Known): OwnershipCase => ({
  ...viewReview(channel),
  status: channel.status,
  blockedAt: channel.blockedAt,
  blockReason: channel.blockReason,
  code: channel.code ?? missing('the code of a claim'),
  codeExpiresAt: channel.codeExpiresAt ?? missing('the expiry of a code'),
  isCodeFound: channel.isCodeFound,
  searchesLeft: channel.checksLeft ?? missing('the remaining searches of a claim'),
  provenBy,
  account: account && viewAccount(account),
  note: channel.note,
  evidence: uploads.map((upload) => ({
    uploadId: upload.id,
    fileName: upload.fileName,
    contentType: upload.contentType,
    size: upload.size,
    storedSize: upload.storedSize,
    storedSha256: upload.storedSha256,
    virusCheck: upload.virusCheck,
  })),
  history: events.map(viewEvent),
});

const viewAccount = (account: ReviewedAccount): NonNullable<OwnershipCase['account']> => ({
  id: account.id,
  handle: account.handle,
  title: account.title,
  status: account.status,
  verifiedVia: account.verifiedVia,
  verifiedAt: account.verifiedAt,
  followers: account.followers,
  profileAt: account.profileAt,
});
