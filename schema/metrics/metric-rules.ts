import type { Platform } from '../shared/enums.ts';

export const counters = ['views', 'likes', 'comments', 'saves'] as const;
export type Counter = (typeof counters)[number];

/** Why counters of a measurement are null: UNAVAILABLE and HIDDEN are stored, WITHHELD depends on who reads. */
export const metricReasons = ['UNAVAILABLE', 'HIDDEN', 'WITHHELD'] as const;

/** What a view is, where a platform has defined it anew; each is named after the day from which it is counted so. */
export const viewDefinitions = ['YOUTUBE_2025_03_31', 'INSTAGRAM_2025_04_21'] as const;
export type ViewDefinition = (typeof viewDefinitions)[number];

/** What may be done with the figures of each platform: its terms, or what the operator has made tighter. */
export interface MetricRules {
  /** For how many days a measurement or a picture is kept at most; null is without an end. */
  readonly FIGURES_KEPT_DAYS: Readonly<Record<Platform, number | null>>;
  /** Platforms whose figures nobody is shown but the creator who delivered the post. */
  readonly FIGURES_WITHHELD: readonly Platform[];
}

const dayMs = 86_400_000;

/** What was measured of a post before this is not shown to anybody any more, whether the nightly sweep has removed it or not. */
export const shownSince = (platform: Platform, { FIGURES_KEPT_DAYS }: MetricRules, now: Date): Date =>
  daysBefore(now, FIGURES_KEPT_DAYS[platform]);

/**
 * What was measured before this goes now, or null where all may stay. A sweep is once a day: what would become too old before the
 * next one goes with this one.
 */
export function sweptBefore(platform: Platform, { FIGURES_KEPT_DAYS }: MetricRules, now: Date): Date | null {
  const days = FIGURES_KEPT_DAYS[platform];
  return days === null ? null : daysBefore(now, days - 1);
}

/** Pictures are fetched again after half of the time for which they may be kept; null where no time is set. */
export function pictureIntervalMs(platform: Platform, { FIGURES_KEPT_DAYS }: MetricRules): number | null {
  const days = FIGURES_KEPT_DAYS[platform];
  return days === null ? null : (days * dayMs) / 2;
}

export const isWithheld = (platform: Platform, { FIGURES_WITHHELD }: MetricRules): boolean =>
  FIGURES_WITHHELD.includes(platform);

const daysBefore = (now: Date, days: number | null): Date => new Date(days === null ? 0 : now.getTime() - days * dayMs);
