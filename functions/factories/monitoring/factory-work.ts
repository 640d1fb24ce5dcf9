import { leasableFactoryAccounts } from '../../../db/factories/listings.ts';
import type { PlatformWork } from '../../social-accounts/index.ts';

/** What the listing and the scan of an account have in common. The interval is that of accounts that fail: others are released with their own. */
export const factoryWork = {
  leasable: leasableFactoryAccounts,
  spender: 'OTHERS',
  intervalMs: () => 4 * 3_600_000,
} as const satisfies Partial<PlatformWork<never>>;
