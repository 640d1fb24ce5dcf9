import { describe, expect, test } from 'vitest';
import { hider } from '../../../functions/factories/reports/hide.ts';
import type { HideableField } from '../../../schema/factories/factory-terms.ts';
import { reportAccount, reportPost, reportSummary } from '../../../schema/factories/report-rows.ts';
import { anAccount, aPost, aSummary, hiddenSets } from '../../support/report-fixtures.ts';

const rates: readonly HideableField[] = ['er', 'views', 'likes', 'comments'];

/** By hand from the product decisions: the names of values, and the hidden fields that hide each of them. All other values are always shown. */
const hidingOf: Readonly<Record<string, readonly HideableField[]>> = {
  views: ['views'],
  averageViews: ['views', 'posts'],
  medianViews: ['views', 'posts'],
  likes: ['likes'],
  comments: ['comments'],
  reactions: ['likes', 'comments'],
  er: rates,
  erCoverage: [...rates, 'posts'],
  saves: ['saves'],
  savesCoverage: ['saves', 'posts'],
  publications: ['posts'],
  posts: ['posts'],
  updatedAt: ['lastScanned'],
  savesUpdatedAt: ['lastScanned', 'saves'],
  lastScannedAt: ['lastScanned'],
  nextScanAt: ['lastScanned'],
  takenAt: ['lastScanned'],
  at: ['lastScanned'],
};

/** The flags by the counter that each is about. */
const hidingOfFlag: Readonly<Record<string, readonly HideableField[]>> = {
  VIEWS_JUMPED: ['views'],
  VIEWS_FELL: ['views'],
  LIKES_FELL: ['likes'],
  COMMENTS_FELL: ['comments'],
  SAVES_FELL: ['saves'],
};

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** The value without what the set hides, by the tables of this test. */
function expected(value: Json, hidden: ReadonlySet<HideableField>): Json {
  const isHidden = (fields: readonly HideableField[] = []) => fields.some((field) => hidden.has(field));
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isHidden(hidingOfFlag[flagIn(item)])).map((item) => expected(item, hidden));
    return hidden.has('lastScanned') ? items.toSorted((one, other) => flagIn(one).localeCompare(flagIn(other))) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([name]) => !isHidden(hidingOf[name]));
  return Object.fromEntries(shown.map(([name, inner]) => [name, expected(inner, hidden)]));
}

const flagIn = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'flag' in item ? String(item.flag) : '';

/** The same view with another value wherever the set hides one. */
function changed<T>(view: T, hidden: ReadonlySet<HideableField>): T {
  const isHidden = (name: string) => (hidingOf[name] ?? []).some((field) => hidden.has(field));
  const text = JSON.stringify(view, (name, value: unknown) => {
    if (!isHidden(name)) return value;
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'string') return '2027-01-02T03:04:05.678Z';
    return Array.isArray(value) ? [] : null;
  });
  return JSON.parse(text);
}

const namesOf = (hidden: ReadonlySet<HideableField>) => [...hidden].join(', ') || 'nothing';
const cases = hiddenSets.map((hidden) => [namesOf(hidden), hidden] as const);

/** Everything that a report shows of a factory, an account and a post. */
function shown(hidden: ReadonlySet<HideableField>, of = { summary: aSummary, account: anAccount, post: aPost }) {
  const { summary, account, accountDetail, post } = hider(hidden);
  return {
    summary: summary(of.summary),
    account: account(of.account),
    detail: accountDetail(of.account),
    post: post(of.post),
  };
}

describe('a report that hides fields', () => {
  const { history, snapshotBaseline, ...row } = anAccount;

  test.each(cases)('has no value that would tell: %s', (_, hidden) => {
    const withoutAll = ['views', 'likes', 'comments', 'saves'].every((field) => hidden.has(field as HideableField));
    const accountOf = (account: object) => {
      const { reasons, ...rest } = expected(JSON.parse(JSON.stringify(account)), hidden) as Record<string, Json>;
      return withoutAll ? rest : { ...rest, reasons };
    };
    expect(shown(hidden)).toEqual({
      summary: expected(JSON.parse(JSON.stringify(aSummary)), hidden),
      account: accountOf(row),
      detail: accountOf(anAccount),
      post: expected(JSON.parse(JSON.stringify(aPost)), hidden),
    });
  });

  test.each(cases)('is the same, byte by byte, whatever the hidden values are: %s', (_, hidden) => {
    const others = {
      summary: changed(aSummary, hidden),
      account: changed(anAccount, hidden),
      post: changed(aPost, hidden),
    };
    expect(JSON.stringify(shown(hidden, others))).toBe(JSON.stringify(shown(hidden)));
  });

  test.each(cases)('fits its declaration: %s', (_, hidden) => {
    const { summary, account, post } = shown(hidden);
    expect(reportSummary().parse(summary)).toEqual(summary);
    expect(reportAccount().parse(account)).toEqual(account);
    expect(reportPost().parse(post)).toEqual(post);
  });
});

test('a report that hides nothing shows all that the owner sees', () => {
  expect(shown(new Set())).toEqual({
    summary: aSummary,
    account: (({ history, snapshotBaseline, ...row }) => row)(anAccount),
    detail: anAccount,
    post: aPost,
  });
});

test('without times, the flags of a post are in an order that tells nothing', () => {
  const flags = [...aPost.flags].reverse();
  const { post } = hider(new Set(['lastScanned']));
  expect(post({ ...aPost, flags })).toEqual(post(aPost));
});

test('an unknown value stays null, and is not absent', () => {
  const { post } = hider(new Set(['saves']));
  const unknown = { ...aPost, metrics: { ...aPost.metrics, views: null, er: null } };
  expect(post(unknown).metrics).toMatchObject({ views: null, er: null });
});
