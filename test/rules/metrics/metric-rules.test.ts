import { expect, test } from 'vitest';
import {
  isWithheld,
  pictureIntervalMs,
  shownSince,
  sweptBefore,
  viewDefinitions,
} from '../../../schema/metrics/metric-rules.ts';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { platforms } from '../../../schema/shared/enums.ts';

const now = new Date('2026-11-30T03:17:00.000Z');
const rules = {
  FIGURES_KEPT_DAYS: { YOUTUBE: 30, TWITCH: 1, KICK: 1, TIKTOK: null, INSTAGRAM: 7, X: null },
  FIGURES_WITHHELD: ['X'],
  DERIVED_METRICS_WITHHELD: [],
} as const;

test('a metric is shown until its limit of age, to the millisecond', () => {
  expect(shownSince('YOUTUBE', rules, now)).toEqual(new Date('2026-10-31T03:17:00.000Z'));
  expect(shownSince('TWITCH', rules, now)).toEqual(new Date('2026-11-29T03:17:00.000Z'));
  expect(shownSince('TIKTOK', rules, now)).toEqual(new Date(0));
});

test('the nightly sweep removes metrics that would exceed their limit before the next night', () => {
  expect(sweptBefore('YOUTUBE', rules, now)).toEqual(new Date('2026-11-01T03:17:00.000Z'));
  expect(sweptBefore('INSTAGRAM', rules, now)).toEqual(new Date('2026-11-24T03:17:00.000Z'));
  expect(sweptBefore('TWITCH', rules, now), 'all of it').toEqual(now);
  expect(sweptBefore('TIKTOK', rules, now), 'none of it').toBeNull();
});

test('a profile and its picture are read again after half of their lifetime, and after 15 days without one, because names change', () => {
  expect(pictureIntervalMs('YOUTUBE', rules)).toBe(15 * 86_400_000);
  expect(pictureIntervalMs('TWITCH', rules)).toBe(12 * 3_600_000);
  expect(pictureIntervalMs('TIKTOK', rules)).toBe(15 * 86_400_000);
});

test('the metrics of the listed platforms are withheld', () => {
  expect(platforms.filter((platform) => isWithheld(platform, rules))).toEqual(['X']);
});

test('every platform has terms for its metrics, each with its own source', () => {
  expect(Object.keys(metricTerms).sort()).toEqual([...platforms].sort());
  const all = Object.values(metricTerms);
  expect(new Set(all.map(({ source }) => source)).size).toBe(platforms.length);
  for (const { keptDays } of all) expect(keptDays === null || (Number.isInteger(keptDays) && keptDays >= 1)).toBe(true);
  expect(all.flatMap(({ viewDefinition }) => viewDefinition ?? []).sort()).toEqual([...viewDefinitions].sort());
});
