import { describe, expect, test } from 'vitest';
import { hider } from '../../../functions/factories/hiding/hide.ts';
import type { HideableField } from '../../../schema/factories/factory-terms.ts';
import { reportAccount, reportPost, reportSummary } from '../../../schema/factories/report-rows.ts';
import { anAccount, aPost, aSummary, changedWhere, hiddenSets, hidingOf } from '../../support/report-fixtures.ts';

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

  test.each(cases)('has no value that reveals a hidden one: %s', (_, hidden) => {
    const withoutAll = ['views', 'likes', 'comments', 'saves'].every((field) => hidden.has(field as HideableField));
    /** The row without a field that is about the four counters, if all of them are hidden. */
    const rowOf = (row: object, ofCounters: string) => {
      const { [ofCounters]: value, ...rest } = expected(JSON.parse(JSON.stringify(row)), hidden) as Record<
        string,
        Json
      >;
      return withoutAll ? rest : { ...rest, [ofCounters]: value };
    };
    expect(shown(hidden)).toEqual({
      summary: expected(JSON.parse(JSON.stringify(aSummary)), hidden),
      account: rowOf(row, 'reasons'),
      detail: rowOf(anAccount, 'reasons'),
      post: rowOf(aPost, 'source'),
    });
  });

  test.each(cases)('is the same, byte by byte, whatever the hidden values are: %s', (_, hidden) => {
    const others = {
      summary: changedWhere(aSummary, hidden),
      account: changedWhere(anAccount, hidden),
      post: changedWhere(aPost, hidden),
    };
    expect(JSON.stringify(shown(hidden, others))).toBe(JSON.stringify(shown(hidden)));
  });

  test.each(cases)('matches its schema: %s', (_, hidden) => {
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

test('the order of flags reveals nothing when the times are hidden', () => {
  const flags = [...aPost.flags].reverse();
  const { post } = hider(new Set(['lastScanned']));
  expect(post({ ...aPost, flags })).toEqual(post(aPost));
});

test('an unknown value stays null, and is not absent', () => {
  const { post } = hider(new Set(['saves']));
  const unknown = { ...aPost, metrics: { ...aPost.metrics, views: null, er: null } };
  expect(post(unknown).metrics).toMatchObject({ views: null, er: null });
});
