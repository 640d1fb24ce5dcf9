import type { SQL } from 'drizzle-orm/sql/sql';
import { leasableFactoryAccounts } from '../../../db/factories/listings.ts';
import { failAccounts } from '../../../db/factories/scans.ts';
import type { PlatformWork } from '../../social-accounts/index.ts';
import { longestRetryMs } from './rules.ts';

interface WatchedAccount {
  readonly id: number;
  readonly failures: number;
  readonly intervalHours: number;
}

/** What the listing and the scan of an account have in common. */
export const factoryWork = {
  leasable: leasableFactoryAccounts,
  spender: 'OTHERS',
  // Only accounts that fail are released by it: others are released with their own.
  intervalMs: (_platform, account) => longestRetryMs(account),
} as const satisfies Partial<PlatformWork<WatchedAccount>>;

/** The statements after a failure, which makes accounts UNAVAILABLE that have failed too often. Others lock the accounts before. */
export const countFailures = (accounts: readonly WatchedAccount[], isOfRows: boolean): SQL[] =>
  isOfRows ? [failAccounts(accounts.map(({ id }) => id))] : [];
