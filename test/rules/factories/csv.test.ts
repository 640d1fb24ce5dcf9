import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { cellsOf, headOf } from '../../../functions/factories/exports/csv.ts';
import { hider } from '../../../functions/factories/hiding/hide.ts';
import { headLine, linesOf } from '../../../functions/platform/csv-lines.ts';
import type { HideableField } from '../../../schema/factories/factory-terms.ts';
import { anAccount, aPost, changedWhere, hiddenSets } from '../../support/report-fixtures.ts';

const cases = hiddenSets.map((hidden) => [[...hidden].join(', ') || 'nothing', hidden] as const);

/** Both files of a factory with one account and one post. */
function filesOf(hidden: ReadonlySet<HideableField>, { account, post } = { account: anAccount, post: aPost }) {
  const shown = hider(hidden);
  return {
    posts: headLine(headOf('posts', hidden)) + linesOf(cellsOf('posts', [shown.post(post)], hidden)),
    accounts: headLine(headOf('accounts', hidden)) + linesOf(cellsOf('accounts', [shown.account(account)], hidden)),
  };
}

/** The only row of a file. */
const rowOf = (csv: string) => papaparse.parse<Record<string, string>>(csv.trimEnd(), { header: true }).data[0] ?? {};

describe('a CSV file', () => {
  test('has the values of each row, and empty cells for unknown values', () => {
    const post = { ...aPost, metrics: { ...aPost.metrics, views: null }, title: null };
    expect(rowOf(filesOf(new Set(), { account: anAccount, post }).posts)).toMatchObject({
      ...{ id: '70', factoryAccountId: '7', platform: 'YOUTUBE', title: '', hashtags: 'tea ice', tags: 'Summer' },
      ...{ views: '', likes: '1830', er: '10.01', saves: '133', publishedAt: '2026-11-08T06:30:00.000Z' },
      reasons: 'views: HIDDEN; likes: HIDDEN; comments: NOT_OFFERED; saves: NOT_OFFERED',
      flags: 'VIEWS_JUMPED COMMENTS_FELL VIEWS_FELL SAVES_FELL LIKES_FELL GONE',
    });
    expect(rowOf(filesOf(new Set()).accounts)).toMatchObject({
      ...{ id: '7', handle: "'@drinks", posts: '21', erMeasuredPosts: '40', savesMeasuredPosts: '12' },
      ...{ reasons: 'WITHHELD', lastScannedAt: '2026-11-19T06:30:00.000Z', nextScanAt: '2026-11-20T06:30:00.000Z' },
    });
  });

  test('has the source and the definition of a view in its last columns, so that no other column moves', () => {
    const last = (hidden: readonly HideableField[]) => headOf('posts', new Set(hidden)).slice(-3);
    expect(last([])).toEqual(['lastScannedAt', 'source', 'viewDefinition']);
    expect(last(['views'])).toEqual(['flags', 'lastScannedAt', 'source']);
    expect(last(['views', 'likes', 'comments', 'saves'])).toEqual(['updatedAt', 'flags', 'lastScannedAt']);
    expect(rowOf(filesOf(new Set()).posts)).toMatchObject({
      ...{ source: 'YOUTUBE_DATA_API', viewDefinition: 'YOUTUBE_2025_03_31' },
    });
    const unscanned = { ...aPost, source: null, viewDefinition: null };
    expect(rowOf(filesOf(new Set(), { account: anAccount, post: unscanned }).posts)).toMatchObject({
      ...{ source: '', viewDefinition: '' },
    });
  });

  test('keeps a formula as text, and a text with line breaks and quotes in one cell', () => {
    const csvWith = (title: string) => filesOf(new Set(), { account: anAccount, post: { ...aPost, title } }).posts;
    for (const title of ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '＝1+1'])
      expect(csvWith(title)).toContain(`'${title}`);
    const title = 'Tea, "iced"\r\nand sweet';
    expect(rowOf(csvWith(title)).title).toBe(title);
  });

  test('begins with a byte order mark, and has quotes around each cell, also of the header', () => {
    expect(headLine(['id', 'title'])).toBe('\uFEFF"id","title"\r\n');
    expect(linesOf([[new Date('2026-11-08T06:30:00Z')]])).toBe('"2026-11-08T06:30:00.000Z"\r\n');
    expect(linesOf([[7, 'x;=1+1', null, 'say "hi"', true, undefined, 'a\t=1', '=1']])).toBe(
      '"7","x;=1+1","","say ""hi""","true","","a\t=1","\'=1"\r\n',
    );
    const { posts, accounts } = filesOf(new Set(['views']));
    for (const csv of [posts, accounts])
      expect(csv).toMatch(/^\uFEFF(?:"[A-Za-z]+"(?:,|\r\n))+(?:"(?:[^"]|"")*"(?:,|\r\n))+$/);
  });

  test.each(cases)('is the same, byte by byte, whatever the hidden values are: %s', (_, hidden) => {
    const others = { account: changedWhere(anAccount, hidden), post: changedWhere(aPost, hidden) };
    expect(filesOf(hidden, others)).toEqual(filesOf(hidden));
  });

  test.each(cases)('has a cell in each row for each column: %s', (_, hidden) => {
    for (const csv of Object.values(filesOf(hidden))) {
      const [head = [], row = []] = papaparse.parse<string[]>(csv.trimEnd()).data;
      expect(row).toHaveLength(head.length);
      expect(new Set(head).size).toBe(head.length);
    }
  });
});
