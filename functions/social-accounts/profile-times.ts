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

/** When the profile and the picture of an account are read again; null: their platform lets the service keep them. */
export function nextReadOf(platform: Platform, settings: MetricRules, at: Date): Date | null {
  const intervalMs = pictureIntervalMs(platform, settings);
  return intervalMs === null ? null : new Date(at.getTime() + intervalMs);
}
