import type { LinkedAccount } from '../../db/social-accounts/reconnections.ts';

/** Why a link starts no connection. INVALID: it is forged, incomplete, too old, or of another platform. */
export type LinkProblem = 'INVALID' | 'USED' | 'CONNECTED' | 'ENDED' | 'NOT_ALLOWED';

/** What is wrong with the link of a connection that expired at `endedAt`; null: it is valid. */
export function linkProblem(
  { accountStatus, isOwnerAllowed, grantStatus, endedAt, linkUsedAt }: LinkedAccount,
  linkEndedAt: Date,
): LinkProblem | null {
  if (accountStatus !== 'ACTIVE' || grantStatus === 'REVOKED') return 'ENDED';
  if (!isOwnerAllowed) return 'NOT_ALLOWED';
  if (grantStatus === 'ACTIVE') return 'CONNECTED';
  // A connection that has expired again has a newer link.
  return linkUsedAt !== null || endedAt?.getTime() !== linkEndedAt.getTime() ? 'USED' : null;
}
