import type { ProfileTimes } from '../../db/social-accounts/account-changes.ts';
import { type MetricRules, pictureIntervalMs } from '../../schema/metrics/metric-rules.ts';
import type { Platform } from '../../schema/shared/enums.ts';

/** The times of a profile that is read now. It is read again together with the picture. */
export function profileTimes(
  { settings, now }: { readonly settings: MetricRules; readonly now: () => Date },
  platform: Platform,
): ProfileTimes {
  const at = now();
  return { at, nextAt: nextReadOf(platform, settings, at) };
}

/** When the profile and the picture of an account are read again. */
export const nextReadOf = (platform: Platform, settings: MetricRules, at: Date): Date =>
  new Date(at.getTime() + pictureIntervalMs(platform, settings));
