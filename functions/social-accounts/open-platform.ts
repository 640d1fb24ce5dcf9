import { spend, spendFor } from '../../db/social-accounts/platform-budgets.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { JobCtx } from '../context.ts';
import { type Meter, platformOf, quotaOf, type SocialPlatform } from '../platform/social/index.ts';
import type { CommonSettings, PlatformSettings } from '../settings/index.ts';

export type { SocialPlatform };

/** User requests may spend this share of a daily budget. The rest is reserved for jobs such as the measurement of channel views. */
const shareOfUsers = 0.9;
const unitsOfOneUser = 50;

/**
 * Opens a platform's API within its daily budget; null if this deployment has no adapter for it. Requests of a user count against that
 * user's share of the budget. A null user is a job of the service.
 */
export function openPlatform(
  { db, settings, now }: JobCtx<CommonSettings & PlatformSettings>,
  platform: Platform,
  userId: number | null,
): SocialPlatform | null {
  const quota = quotaOf(settings, platform, now());
  if (quota === null) return null;
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
  return platformOf(settings, platform, meter);
}

/** Whether this deployment can call the platform. */
export const isOffered = (
  { settings, now }: Pick<JobCtx<CommonSettings & PlatformSettings>, 'settings' | 'now'>,
  platform: Platform,
): boolean => quotaOf(settings, platform, now()) !== null;

/** Opens a platform's API for a job that spends the cost of its requests beforehand, by `spendUnits`. */
export const openPrepaid = ({ settings }: Pick<JobCtx, 'settings'>, platform: Platform): SocialPlatform | null =>
  platformOf(settings, platform, { spend: async () => true, report() {} });

const requestedTooOften = () =>
  new Refusal('RATE_LIMITED', 'You have reached the daily limit of calls to the platform. Try again tomorrow.', {
    retryAfterSeconds: 3_600,
  });
