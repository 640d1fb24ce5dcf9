import type { AccountRecord, GrantRecord } from '../../db/social-accounts/accounts.ts';
import type { SnapshotRecord } from '../../db/social-accounts/audiences.ts';
import type { SessionReview } from '../../db/social-accounts/session-reviews.ts';
import type { SessionRecord } from '../../db/social-accounts/stats-sessions.ts';
import { missing } from '../../schema/shared/errors.ts';
import type { ConnectionView, SocialAccountView } from '../../schema/social-accounts/account.ts';
import type { SessionView, SnapshotView } from '../../schema/social-accounts/stats.ts';
import type { SessionReviewView } from '../../schema/social-accounts/stats-sessions.ts';
import type { VerificationView } from '../../schema/social-accounts/verification.ts';
import { instructionsFor } from './instructions-rules.ts';
import { type Proof, shownStatus, verificationStatus } from './rules.ts';
import { sessionStatus } from './session-rules.ts';

/** An account as its owner sees it. */
export function viewAccount(account: AccountRecord, isOffered: boolean): SocialAccountView {
  return {
    id: account.id,
    socialAccountId: account.id,
    platform: account.platform,
    handle: account.handle,
    title: account.title,
    avatarUrl: account.avatarUrl,
    followers: account.followers,
    status: shownStatus(account),
    isVerified: account.isVerified,
    verifiedVia: account.verifiedVia,
    verifiedAt: account.verifiedAt,
    ...(account.grant !== null && { socialConnection: viewConnection(account.grant) }),
    channelId: account.channelId,
    statsAvailability: account.hasAudience ? 'AVAILABLE' : isOffered ? 'PENDING' : 'UNAVAILABLE',
    createdAt: account.createdAt,
    version: account.version,
  };
}

/** A connection expires with its refresh token, if it has one. */
const viewConnection = (grant: GrantRecord): ConnectionView => ({
  status: grant.status,
  scopes: [...grant.scopes],
  connectedAt: grant.connectedAt,
  expiresAt: grant.hasRefresh ? grant.refreshExpiresAt : grant.accessExpiresAt,
  lastUsedAt: grant.lastUsedAt,
  sharing:
    grant.sharingVersion === null || grant.sharedAt === null
      ? null
      : { version: grant.sharingVersion, consentedAt: grant.sharedAt },
});

/** An account as staff sees it. Staff are others: the number of followers of a connected account needs its owner's consent. */
export const viewForStaff = (account: AccountRecord, isOffered: boolean) => ({
  ...viewAccount(account, isOffered),
  followers: account.grant?.status === 'ACTIVE' && account.grant.sharedAt === null ? null : account.followers,
  ownerId: account.ownerId,
  externalId: account.externalId,
  blockedAt: account.blockedAt,
  blockReason: account.blockReason,
  endedAt: account.endedAt,
});

/** A block as staff sees it. */
export const viewBlock = ({ id, status, blockedAt, blockReason }: AccountRecord) => ({
  id,
  blocked: status === 'BLOCKED',
  blockedAt,
  reason: blockReason,
});

/** The proof of an account. The code is shown only while it is valid. */
export function viewVerification(proof: Proof, now: Date): VerificationView {
  const { account, claim, isProvenElsewhere, method } = proof;
  const status = verificationStatus(proof, now);
  return {
    method,
    status,
    reason: status === 'REFUSED' && isProvenElsewhere ? 'PROVEN_BY_ANOTHER' : null,
    code: status === 'ACTIVE' ? (claim?.code ?? null) : null,
    placement: method === 'BIO_CODE' ? 'BIO' : null,
    instructions: instructionsFor(account.platform, method, status),
    expiresAt: claim?.codeExpiresAt ?? null,
    checkedAt: claim?.checkedAt ?? null,
  };
}

/** A snapshot as the owner of its account sees it. */
export const viewSnapshot = (snapshot: SnapshotRecord): SnapshotView => ({
  source: snapshot.source,
  capturedAt: snapshot.capturedAt,
  verifiedAt: snapshot.verifiedAt,
  periodDays: snapshot.periodDays,
  geo: [...snapshot.geo],
  demo: [...snapshot.demo],
  followers: snapshot.followers,
});

const noSession: SessionView = {
  id: null,
  status: 'NONE',
  openedAt: null,
  expiresAt: null,
  decidedAt: null,
  reason: null,
};

/** The recording session as the owner of its account sees it. */
export function viewSession(session: SessionRecord | null, now: Date): SessionView {
  const status = sessionStatus(session, now);
  if (session === null || status === 'NONE') return noSession;
  return {
    id: session.id,
    status,
    openedAt: session.openedAt,
    expiresAt: session.expiresAt,
    decidedAt: session.decidedAt,
    reason: session.reason,
  };
}

/** A recording session as staff sees it. */
export const viewReview = (session: SessionReview, status: SessionReviewView['status']): SessionReviewView => ({
  id: session.id,
  socialAccountId: session.socialAccountId,
  ownerId: session.ownerId,
  platform: session.platform,
  handle: session.handle,
  status,
  openedAt: session.openedAt,
  uploadedAt: session.uploadedAt ?? missing('the upload of a reviewed session'),
  decidedAt: session.decidedAt,
  reviewerId: session.decidedBy,
  reason: session.reason,
  recording: session.recording && {
    uploadId: session.recording.id,
    fileName: session.recording.fileName,
    contentType: session.recording.contentType,
    size: session.recording.size,
    storedSize: session.recording.storedSize,
    storedSha256: session.recording.storedSha256,
    virusCheck: session.recording.virusCheck,
  },
});
