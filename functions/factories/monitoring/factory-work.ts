import type { SQL } from 'drizzle-orm/sql/sql';
import { leasableFactoryAccounts } from '../../../db/factories/listings.ts';
import { failAccounts } from '../../../db/factories/scans.ts';
import type { PlatformWork } from '../../social-accounts/index.ts';
import { longestRetryMs } from './rules.ts';

interface WatchedAccount {
  readonly id: number;
  readonly failures: number;
  readonly ownerId: number;
  readonly intervalHours: number;
}

/** The settings that listings and scans of accounts share. */
export const factoryWork = {
  leasable: leasableFactoryAccounts,
  spender: 'OTHERS',
  // Only failed accounts use this interval. The statements of the other accounts release them.
  ownerOf: ({ ownerId }) => ownerId,
  intervalMs: (_platform, account) => longestRetryMs(account),
} as const satisfies Partial<PlatformWork<WatchedAccount>>;

/** Counts a failure of each account, and makes an account UNAVAILABLE after too many. The caller has locked the accounts. */
export const countFailures = (accounts: readonly WatchedAccount[], isOfRows: boolean): SQL[] =>
  isOfRows ? [failAccounts(accounts.map(({ id }) => id))] : [];
