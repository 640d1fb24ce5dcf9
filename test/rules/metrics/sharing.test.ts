import { describe, expect, test } from 'vitest';
import type { MetricRules } from '../../../schema/metrics/metric-rules.ts';
import { metricTerms } from '../../../schema/metrics/metric-terms.ts';
import { hiddenFromOthers, sharingOf } from '../../../schema/metrics/sharing.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';

const open: MetricRules = {
  FIGURES_KEPT_DAYS: { YOUTUBE: 30, TIKTOK: null, INSTAGRAM: null, X: null, TWITCH: 1, KICK: 1 },
  FIGURES_WITHHELD: [],
  DERIVED_METRICS_WITHHELD: [],
};
const consented = { isActive: true, isConsented: true };
const silent = { isActive: true, isConsented: false };
const ended = { isActive: false, isConsented: true };

/** By platform: the sharing by key and by grant, and why others see nothing with consent, without it, and after the connection. */
const matrix: Readonly<Record<Platform, readonly (string | null)[]>> = {
  YOUTUBE: ['PUBLIC', 'WITH_CONSENT', null, 'WITHHELD', 'NOT_GRANTED'],
  TIKTOK: ['WITH_CONSENT', 'WITH_CONSENT', null, 'WITHHELD', 'NOT_GRANTED'],
  INSTAGRAM: ['WITH_CONSENT', 'WITH_CONSENT', null, 'WITHHELD', 'NOT_GRANTED'],
  X: ['PAGES_ONLY', 'PAGES_ONLY', 'WITHHELD', 'WITHHELD', 'WITHHELD'],
  TWITCH: ['NEVER', 'NEVER', 'WITHHELD', 'WITHHELD', 'WITHHELD'],
  KICK: ['NEVER', 'NEVER', 'WITHHELD', 'WITHHELD', 'WITHHELD'],
};

describe('metrics that are read under a grant', () => {
  test.each(platforms)('of %s are shown to others as its terms allow', (platform) => {
    const byGrant = { platform, isByGrant: true };
    const seen = [consented, silent, ended].map((connection) => hiddenFromOthers(byGrant, connection, open));
    expect([sharingOf({ platform, isByGrant: false }, open), sharingOf(byGrant, open), ...seen]).toEqual(
      matrix[platform],
    );
  });

  test('are shown to nobody else where the operator withholds them', () => {
    const rules = { ...open, FIGURES_WITHHELD: platforms };
    for (const platform of platforms)
      for (const isByGrant of [true, false])
        expect(hiddenFromOthers({ platform, isByGrant }, consented, rules)).toBe('WITHHELD');
  });
});

test('metrics that the key of YouTube reads are public, whatever the state of a connection', () => {
  for (const connection of [consented, silent, ended])
    expect(hiddenFromOthers({ platform: 'YOUTUBE', isByGrant: false }, connection, open)).toBeNull();
});

test('every platform has terms', () => {
  expect(Object.keys(metricTerms).sort()).toEqual([...platforms].sort());
});
