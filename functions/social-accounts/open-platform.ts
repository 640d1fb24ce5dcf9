import { spend, spendFor } from '../../db/metrics/platform-budgets.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { JobCtx } from '../context.ts';
import { platformOf, quotaOf, type SocialPlatform, type Spend } from '../platform/social/index.ts';
import type { CommonSettings, PlatformSettings } from '../settings/index.ts';

/** The rest of a day's budget is for what nobody asks for by hand: the views of the channels. */
const shareOfUsers = 0.9;
const unitsOfOneUser = 50;

/**
 * The platform's API within its budget of the day, or null where this deployment has no adapter for it. The budget is
 * everybody's: what is asked for a user is paid out of that user's share of the day; null is a job of the service itself.
 */
export function openPlatform(
  { db, settings, now }: JobCtx<CommonSettings & PlatformSettings>,
  platform: Platform,
  userId: number | null,
): SocialPlatform | null {
  const quota = quotaOf(settings, platform, now());
  if (quota === null) return null;
  const ofUsers = { ...quota, units: Math.floor(quota.units * shareOfUsers) };
  const spendUnits: Spend = async (units) => {
    if (userId === null) return spend(db, quota, units);
    const outcome = await spendFor(db, { userId, units: unitsOfOneUser }, ofUsers, units);
    if (outcome === 'NO_SHARE_LEFT') throw askedTooOften();
    return outcome === 'SPENT';
  };
  return platformOf(settings, platform, spendUnits);
}

const askedTooOften = () =>
  new Refusal('RATE_LIMITED', 'The platform has been asked for you too often today. Try again tomorrow.', {
    retryAfterSeconds: 3_600,
  });
