import type { Platform } from '../shared/enums.ts';

export const counters = ['views', 'likes', 'comments', 'saves'] as const;
export type Counter = (typeof counters)[number];

/** Reasons for null counters of a measurement. WITHHELD, and NOT_GRANTED for an ended connection, depend on the reader; others are stored. */
export const metricReasons = ['UNAVAILABLE', 'HIDDEN', 'WITHHELD', 'NOT_GRANTED', 'NOT_OFFERED'] as const;

/** Definitions of a view that a platform has changed, each named after the day it took effect. */
export const viewDefinitions = ['YOUTUBE_2025_03_31', 'INSTAGRAM_2025_04_21'] as const;
export type ViewDefinition = (typeof viewDefinitions)[number];

/** The rules for the metrics of each platform: its terms, or stricter settings of the operator. */
export interface MetricRules {
  /** The maximal age of a measurement or picture in days; null is unlimited. */
  readonly FIGURES_KEPT_DAYS: Readonly<Record<Platform, number | null>>;
  /** Platforms whose metrics the operator shows only to the creator who delivered the post. */
  readonly FIGURES_WITHHELD: readonly Platform[];
  /** Platforms whose metrics the operator leaves out of sums, averages and rates. */
  readonly DERIVED_METRICS_WITHHELD: readonly Platform[];
}

const dayMs = 86_400_000;

/** Measurements before this time are hidden from everyone, even before the nightly sweep deletes them. */
export const shownSince = (platform: Platform, { FIGURES_KEPT_DAYS }: MetricRules, now: Date): Date =>
  daysBefore(now, FIGURES_KEPT_DAYS[platform]);

/**
 * The nightly sweep deletes measurements before this time; null keeps all. It includes those that would become too old before the next
 * sweep.
 */
export function sweptBefore(platform: Platform, { FIGURES_KEPT_DAYS }: MetricRules, now: Date): Date | null {
  const days = FIGURES_KEPT_DAYS[platform];
  return days === null ? null : daysBefore(now, days - 1);
}

/** For platforms that set no limit for pictures: the name of an account can change there too. */
const longestIntervalDays = 15;

/** The refresh interval of profiles and pictures: half of their maximal age. */
export function pictureIntervalMs(platform: Platform, { FIGURES_KEPT_DAYS }: MetricRules): number {
  const days = FIGURES_KEPT_DAYS[platform];
  return days === null ? longestIntervalDays * dayMs : (days * dayMs) / 2;
}

export const isWithheld = (platform: Platform, { FIGURES_WITHHELD }: MetricRules): boolean =>
  FIGURES_WITHHELD.includes(platform);

const daysBefore = (now: Date, days: number | null): Date => new Date(days === null ? 0 : now.getTime() - days * dayMs);
