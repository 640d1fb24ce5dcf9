import { spend } from '../../db/platform-budgets.ts';
import type { Platform } from '../../schema/enums.ts';
import type { JobCtx } from '../context.ts';
import { platformOf, quotaOf, type SocialPlatform } from '../platform/social/index.ts';

/** The platform's API within its budget of the day, or null where this deployment has no adapter for it. */
export function openPlatform({ db, settings, now }: JobCtx, platform: Platform): SocialPlatform | null {
  const quota = quotaOf(settings, platform, now());
  return quota && platformOf(settings, platform, (units) => spend(db, quota, units));
}
