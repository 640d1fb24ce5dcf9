import { describe, expect, test } from 'vitest';
import type { CampaignTerms } from '../../../db/campaigns/campaigns.ts';
import {
  afterMove,
  allowedActions,
  type CampaignSettings,
  changedTerms,
  refuseStartedChanges,
  refuseTerms,
  type WrittenTerms,
} from '../../../functions/campaigns/campaigns/rules.ts';
import { campaignActions, campaignStatuses } from '../../../schema/campaigns/campaign-terms.ts';
import { Refusal } from '../../../schema/shared/errors.ts';

const now = new Date('2026-11-20T09:00:00.000Z');
const terms: WrittenTerms = {
  title: 'Summer drinks',
  brief: 'Show the can.',
  platforms: ['YOUTUBE'],
  paymentModel: 'CPM',
  cpmCents: '200',
  rewardCents: null,
  maxPerPostCents: '5000',
  requirements: { hashtags: ['drinks'], mentions: [], languages: ['en'], minSeconds: 15 },
  budgetCents: '10000',
  endsAt: '2026-12-01T00:00:00.000Z',
};
const fixed = { ...terms, paymentModel: 'FIXED', cpmCents: null, rewardCents: '2500', maxPerPostCents: null } as const;

const aCampaign = (changes: Partial<CampaignTerms>): CampaignTerms => ({
  ...terms,
  ...{ id: 1, version: 1, status: 'RUNNING', pauseReason: null, spentCents: '0', paidCents: '0', reserves: 1 },
  ...{ creators: 0, createdAt: '', startedAt: '', endedAt: null, updatedAt: '' },
  ...changes,
});

/** The details of the refusal that a call throws. */
function refusalOf(call: () => unknown): { code: string; status?: string | undefined; path?: string | undefined } {
  try {
    call();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, issues } = error.details;
    return { code: error.code, status, path: issues?.[0]?.path };
  }
  throw new Error('nothing was refused');
}

describe('the life of a campaign', () => {
  const expected = {
    DRAFT: { update: 'DRAFT', start: 'RUNNING', cancel: 'CANCELLED' },
    RUNNING: { update: 'RUNNING', pause: 'PAUSED', complete: 'COMPLETED', cancel: 'CANCELLED' },
    PAUSED: { update: 'PAUSED', resume: 'RUNNING', complete: 'COMPLETED', cancel: 'CANCELLED' },
    COMPLETED: {},
    CANCELLED: {},
  } as const;
  const cases = campaignStatuses.flatMap((status) => campaignActions.map((action) => ({ status, action })));

  test.each(cases)('$action of a campaign that is $status follows the table', ({ status, action }) => {
    const to: Readonly<Record<string, string>> = expected[status];
    const campaign = aCampaign({ status });
    if (to[action] !== undefined) expect(afterMove(action, campaign)).toBe(to[action]);
    else expect(refusalOf(() => afterMove(action, campaign))).toMatchObject({ code: 'INVALID_STATE', status });
    expect(allowedActions(campaign).includes(action)).toBe(to[action] !== undefined);
  });

  test.each([
    ['a cent is left of a budget for views', { spentCents: '9999' }, true],
    ['nothing is left of a budget for views', { spentCents: '10000' }, false],
    ['a whole reward is left', { ...fixed, spentCents: '7500' }, true],
    ['less than a reward is left', { ...fixed, spentCents: '7501' }, false],
  ])('a paused campaign can be resumed only if the budget pays something: %s', (_, changes, isPaying) => {
    const paused = aCampaign({ ...changes, status: 'PAUSED', pauseReason: 'MANUAL' });
    expect(allowedActions(paused).includes('resume')).toBe(isPaying);
    if (!isPaying)
      expect(refusalOf(() => afterMove('resume', paused))).toMatchObject({
        code: 'INVALID_STATE',
        status: 'BUDGET_EXHAUSTED',
      });
  });
});

describe('the terms of a campaign', () => {
  const settings: CampaignSettings = {
    CAMPAIGN_PLATFORMS: ['YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'TWITCH'],
    FIGURES_KEPT_DAYS: { YOUTUBE: 30, TIKTOK: 30, INSTAGRAM: 30, TWITCH: 1, X: 30, KICK: null },
    FIGURES_WITHHELD: ['INSTAGRAM'],
    DERIVED_METRICS_WITHHELD: [],
  };

  test.each([
    ['a platform that the operator does not allow', { platforms: ['X'] }, 'platforms'],
    ['views that the operator withholds', { platforms: ['INSTAGRAM'] }, 'platforms'],
    ['Twitch paid by views', { platforms: ['YOUTUBE', 'TWITCH'] }, 'platforms'],
    ['a reward with a maximum for a post', { ...fixed, maxPerPostCents: '100' }, 'maxPerPostCents'],
    ['a budget below one reward', { ...fixed, budgetCents: '2499' }, 'budgetCents'],
  ] as const)('a campaign cannot have %s', (_, changes, path) => {
    expect(refusalOf(() => refuseTerms({ ...terms, ...changes }, settings))).toMatchObject({
      code: 'VALIDATION_FAILED',
      path,
    });
  });

  test.each([
    ['views with a maximum for a post', {}],
    ['a reward for Twitch', { ...fixed, platforms: ['TWITCH'] }],
    ['a budget of exactly one reward', { ...fixed, budgetCents: '2500' }],
  ] as const)('a campaign can have %s', (_, changes) => {
    expect(() => refuseTerms({ ...terms, ...changes }, settings)).not.toThrow();
  });

  test('the terms keep every field that a change does not name', () => {
    expect(changedTerms(terms, {})).toEqual(terms);
    expect(changedTerms(terms, { requirements: { notes: 'No pets.' } }).requirements).toEqual({
      ...terms.requirements,
      notes: 'No pets.',
    });
  });

  test('the terms name each platform once', () => {
    expect(changedTerms(terms, { platforms: ['TIKTOK', 'YOUTUBE', 'TIKTOK'] }).platforms).toEqual([
      'TIKTOK',
      'YOUTUBE',
    ]);
  });

  test('the terms lose an optional field that a change sets to null', () => {
    const changed = changedTerms(terms, { maxPerPostCents: null, endsAt: null, requirements: { minSeconds: null } });
    expect(changed).toMatchObject({ maxPerPostCents: null, endsAt: null });
    expect(changed.requirements).not.toHaveProperty('minSeconds');
  });

  test.each([
    ['a shorter brief', { brief: 'Show it.' }, 'brief'],
    ['another platform', { platforms: ['YOUTUBE', 'TIKTOK'] }, 'platforms'],
    ['another price', { cpmCents: '201' }, 'payment'],
    ['another model', { ...fixed, maxPerPostCents: '5000' }, 'payment'],
    ['another maximum for a post', { maxPerPostCents: null }, 'maxPerPostCents'],
    ['another requirement', { requirements: { ...terms.requirements, minSeconds: 30 } }, 'requirements'],
    ['a lower budget', { budgetCents: '9999' }, 'budgetCents'],
    ['an earlier end', { endsAt: '2026-11-30T00:00:00.000Z' }, 'endsAt'],
  ] as const)('a started campaign cannot have %s', (_, changes, path) => {
    expect(refusalOf(() => refuseStartedChanges(terms, { ...terms, ...changes }, now))).toMatchObject({
      code: 'VALIDATION_FAILED',
      path,
    });
  });

  test('a started campaign without an end cannot get one, because that would be earlier', () => {
    const endless = { ...terms, endsAt: null };
    expect(refusalOf(() => refuseStartedChanges(endless, terms, now))).toMatchObject({ path: 'endsAt' });
  });

  test.each([
    ['another title', { title: 'Winter drinks' }],
    ['other notes', { requirements: { ...terms.requirements, notes: 'No pets.' } }],
    ['a higher budget', { budgetCents: '10001' }],
    ['a later end', { endsAt: '2026-12-02T00:00:00.000Z' }],
    ['no end any more', { endsAt: null }],
  ])('a started campaign can have %s', (_, changes) => {
    expect(() => refuseStartedChanges(terms, { ...terms, ...changes }, now)).not.toThrow();
  });
});
