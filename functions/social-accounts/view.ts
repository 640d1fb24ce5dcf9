import type { AccountRow } from '../../db/social-accounts/accounts.ts';
import type { SocialAccountView } from '../../schema/social-accounts/social-accounts.ts';

/** An account as its owner sees it, without how it is connected. */
export function viewAccount(account: AccountRow, isAskable: boolean): SocialAccountView {
  const { id, platform, handle, status, isVerified, verifiedVia, hasAudience, avatarUrl } = account;
  const statsAvailability = hasAudience ? 'AVAILABLE' : isAskable ? 'PENDING' : 'UNAVAILABLE';
  return { id, socialAccountId: id, platform, handle, status, isVerified, verifiedVia, statsAvailability, avatarUrl };
}
