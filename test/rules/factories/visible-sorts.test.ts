import { describe, expect, test } from 'vitest';
import { accountSortOf, postSortOf } from '../../../functions/factories/hiding/visible-sorts.ts';
import {
  type AccountSort,
  accountSorts,
  type HideableField,
  type PostSort,
  postSorts,
} from '../../../schema/factories/factory-terms.ts';
import { codeOf } from '../../support/refusal-code.ts';
import { hiddenSets } from '../../support/report-fixtures.ts';

const rates: readonly HideableField[] = ['er', 'views', 'likes', 'comments'];

/** By hand from the product decisions: the hidden fields that forbid each sort. */
const forbidding: Readonly<Record<AccountSort | PostSort, readonly HideableField[]>> = {
  views: ['views'],
  likes: ['likes'],
  comments: ['comments'],
  saves: ['saves'],
  er: rates,
  posts: ['posts'],
  lastScanned: ['lastScanned'],
  publishedAt: [],
};

const isForbidden = (fields: readonly HideableField[], hidden: ReadonlySet<HideableField>) =>
  fields.some((field) => hidden.has(field));

describe('a sort by a hidden field', () => {
  test.each(accountSorts)('is refused for accounts by %s, in both directions', (by) => {
    for (const hidden of hiddenSets)
      for (const isDescending of [true, false]) {
        const sorted = () => accountSortOf({ by, isDescending }, hidden);
        if (isForbidden(forbidding[by], hidden)) expect(codeOf(sorted)).toBe('VALIDATION_FAILED');
        else expect(sorted()).toEqual({ by, isDescending });
      }
  });

  test.each(postSorts)('is refused for posts by %s, in both directions', (by) => {
    for (const hidden of hiddenSets)
      for (const isDescending of [true, false]) {
        const sorted = () => postSortOf({ by, isDescending }, hidden);
        if (isForbidden([...forbidding[by], 'posts'], hidden)) expect(codeOf(sorted)).toBe('VALIDATION_FAILED');
        else expect(sorted()).toEqual({ by, isDescending });
      }
  });
});

test('accounts are sorted by their views, or by their handles when the views are hidden', () => {
  for (const hidden of hiddenSets)
    expect(accountSortOf(undefined, hidden)).toEqual(
      hidden.has('views') ? { by: 'handle', isDescending: false } : { by: 'views', isDescending: true },
    );
});

test('posts are sorted by their publication by default, the newest first, whatever is hidden', () => {
  for (const hidden of hiddenSets)
    expect(postSortOf(undefined, hidden)).toEqual({ by: 'publishedAt', isDescending: true });
});
