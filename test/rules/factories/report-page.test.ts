import { describe, expect, test } from 'vitest';
import { renderReport } from '../../../functions/web/site/report/report-page.tsx';
import type { HideableField } from '../../../schema/factories/factory-terms.ts';
import { wordsOf } from '../../support/html.ts';
import { changedWhere, hiddenSets } from '../../support/report-fixtures.ts';
import { aBusyFactory, aFactoryOfOne, anEmptyFactory, shownReport } from '../../support/shown-reports.ts';
import { faultsOf } from '../../support/validity.ts';

const cases = hiddenSets.map((hidden) => [[...hidden].join(', ') || 'nothing', hidden] as const);
const pageOf = (world: typeof aBusyFactory, hidden: readonly HideableField[] = []) =>
  renderReport(shownReport(world, new Set(hidden)));

/** By hand: words of a page that are about a hidden field. */
const hiddenWords: Readonly<Record<HideableField, RegExp>> = {
  views: /views|engagement|\bER\b/i,
  likes: /\blikes?\b|reactions|engagement|\bER\b/i,
  comments: /\bcomments?\b|reactions|engagement|\bER\b/i,
  er: /engagement|\bER\b/i,
  saves: /\bsaves?\b/i,
  posts: /publications|\bposts?\b|average|median/i,
  lastScanned: /last scan|oldest measurement/i,
};

describe('the page of a report', () => {
  test.each(cases)('is the same, byte by byte, whatever the hidden values are: %s', (_, hidden) => {
    const { summary, accounts, posts } = aFactoryOfOne;
    const others = {
      summary: changedWhere(summary, hidden),
      accounts: changedWhere(accounts, hidden),
      posts: changedWhere(posts, hidden),
    };
    expect(renderReport(shownReport(others, hidden))).toBe(renderReport(shownReport(aFactoryOfOne, hidden)));
  });

  test.each(Object.entries(hiddenWords) as [HideableField, RegExp][])(
    'has no word about %s where they are hidden',
    (field, words) => {
      // The fixture's reasons and flags are of all kinds.
      expect(wordsOf(pageOf(aFactoryOfOne, [field]))).not.toMatch(words);
      expect(wordsOf(pageOf(aFactoryOfOne))).toMatch(words);
    },
  );

  test.each(cases)('links to no sort by a hidden field: %s', (_, hidden) => {
    const html = renderReport(shownReport(aBusyFactory, hidden));
    const sorts = [...html.matchAll(/[?;](account|post)Sort=-?(\w+)/g)].map(([, list, by]) => `${list}:${by}`);
    const isHidden = (...fields: HideableField[]) => fields.some((field) => hidden.has(field));
    const isEr = isHidden('er', 'views', 'likes', 'comments');
    const counters = (['views', 'likes', 'comments', 'saves'] as const).filter((field) => !isHidden(field));
    const both = [...counters, ...(isEr ? [] : ['er']), ...(isHidden('lastScanned') ? [] : ['lastScanned'])];
    const expected = [
      ...[...both, ...(isHidden('posts') ? [] : ['posts'])].map((by) => `account:${by}`),
      ...(isHidden('posts') ? [] : [...both, 'publishedAt'].map((by) => `post:${by}`)),
    ];
    expect(new Set(sorts)).toEqual(new Set(expected));
  });

  test('is valid HTML without scripts, inline styles and resources of other origins', async () => {
    for (const [world, hidden] of [
      [aBusyFactory, []],
      [aFactoryOfOne, ['views', 'saves']],
      [anEmptyFactory, []],
      [anEmptyFactory, ['posts', 'views', 'likes', 'comments', 'saves', 'er', 'lastScanned']],
    ] as const) {
      const html = pageOf(world, hidden);
      expect(await faultsOf(html)).toEqual([]);
      expect(html).not.toMatch(/<script|\sstyle=|\son\w+=|src="http/);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
    }
  });

  test('has less than 50 kB with 20 posts and the longest history', () => {
    const { history } = aBusyFactory.summary;
    const [last] = history.slice(-1);
    const year = Array.from({ length: 366 }, (_, day) => ({
      ...(history[day] ?? Object(last)),
      date: new Date(Date.UTC(2025, 10, 25 + day)).toISOString().slice(0, 10),
    }));
    const summary = { ...aBusyFactory.summary, history: year };
    expect(Buffer.byteLength(pageOf({ ...aBusyFactory, summary }))).toBeLessThan(50_000);
  });

  test('escapes the texts of platforms', () => {
    expect(pageOf(aBusyFactory)).toContain('Behind the counter &lt;b&gt;at 6 am&lt;/b&gt;');
  });

  test('says why a value is not known', () => {
    const words = wordsOf(pageOf(aBusyFactory));
    expect(words).toContain('not offered: not stated by the platform');
    expect(words).toContain("withheld by the terms of the platform or by the account's owner");
  });
});
