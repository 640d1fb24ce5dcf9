import { spend, spendFor } from '../../db/social-accounts/platform-budgets.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { type VerificationMethod, verificationMethodOf } from '../../schema/social-accounts/verification-methods.ts';
import type { JobCtx } from '../context.ts';
import { type Asker, canAsk, type Meter, platformOf, quotaOf, type SocialPlatform } from '../platform/social/index.ts';
import type { CommonSettings, PlatformSettings } from '../settings/index.ts';

export type { SocialPlatform };

type PlatformCtx = Pick<JobCtx<CommonSettings & PlatformSettings>, 'db' | 'settings' | 'now'>;

/** User requests may spend this share of a daily budget. The rest is reserved for jobs such as the measurement of channel views. */
const shareOfUsers = 0.9;
const unitsOfOneUser = 50;

/**
 * Opens a platform's API within its daily budget; null if this deployment cannot ask it so. Requests of a user count against that user's share
 * of the budget. A null user is a job of the service.
 */
export function openPlatform(
  { db, settings, now }: PlatformCtx,
  platform: Platform,
  userId: number | null,
  asker: Asker = 'APP',
): SocialPlatform | null {
  const quota = quotaOf(settings, platform, now());
  const ofUsers = { ...quota, units: Math.floor(quota.units * shareOfUsers) };
  const meter: Meter = {
    async spend({ units }) {
      if (userId === null) return spend(db, quota, units);
      const outcome = await spendFor(db, { userId, units: unitsOfOneUser }, ofUsers, units);
      if (outcome === 'NO_SHARE_LEFT') throw requestedTooOften();
      return outcome === 'SPENT';
    },
    report() {},
  };
  return platformOf(settings, platform, asker, meter);
}

/** Whether this deployment can prove accounts of the platform, by a code or by a sign-in. */
export const isOffered = ({ settings }: Pick<PlatformCtx, 'settings'>, platform: Platform): boolean =>
  canAsk(settings, platform, 'APP') || canAsk(settings, platform, 'GRANT');

/** How a creator proves an account here: a code needs a profile that this deployment can read without a grant. */
export const methodOf = ({ settings }: Pick<PlatformCtx, 'settings'>, platform: Platform): VerificationMethod =>
  canAsk(settings, platform, 'APP') ? verificationMethodOf[platform] : 'OAUTH';

/** Opens a platform's API for a job that has spent the cost of its requests beforehand. */
export const openPrepaid = ({ settings }: Pick<PlatformCtx, 'settings'>, platform: Platform): SocialPlatform | null =>
  platformOf(settings, platform, 'APP', { spend: async () => true, report() {} });

const requestedTooOften = () =>
  new Refusal('RATE_LIMITED', 'You have reached the daily limit of calls to the platform. Try again tomorrow.', {
    retryAfterSeconds: 3_600,
  });
