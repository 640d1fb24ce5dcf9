import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import type { SocialAccountView } from '../../../../../schema/social-accounts/account.ts';
import type { StatusTone } from '../../frame/status.tsx';

type Account = SocialAccountView;
type Connection = NonNullable<Account['socialConnection']>;

export const accountTones: Readonly<Record<Account['status'], StatusTone>> = {
  PENDING: 'open',
  ACTIVE: 'good',
  BLOCKED: 'bad',
  SUSPENDED: 'bad',
  SOLD: 'quiet',
  DELETED: 'quiet',
};

export const accountWords: Readonly<Record<Account['status'], string>> = {
  PENDING: 'Not verified yet',
  ACTIVE: 'Verified',
  BLOCKED: 'Blocked by staff',
  SUSPENDED: 'Suspended',
  SOLD: 'Sold',
  DELETED: 'Deleted',
};

export const connectionTones: Readonly<Record<Connection['status'], StatusTone>> = {
  ACTIVE: 'good',
  EXPIRED: 'bad',
  REVOKED: 'quiet',
};

export const connectionWords: Readonly<Record<Connection['status'], string>> = {
  ACTIVE: 'Connected',
  EXPIRED: 'Connection expired',
  REVOKED: 'Disconnected',
};

export const provenBy: Readonly<Record<NonNullable<Account['verifiedVia']>, string>> = {
  PLATFORM_API: 'by a sign-in at the platform',
  BIO_CODE: 'by a code in the profile',
  MANUAL: 'by staff',
};

export const nameOf = ({ platform, handle }: Pick<Account, 'platform' | 'handle'>): string =>
  `${platformNames[platform]} ${handle}`;

/** Why the followers of an account are not known. */
export const noFollowers = ({ status, socialConnection }: Account): string =>
  status === 'PENDING'
    ? 'not read before the account is verified'
    : socialConnection?.status === 'EXPIRED'
      ? 'the connection has expired'
      : 'the platform has not stated them yet';
