import { describe, expect, test } from 'vitest';
import { knownCounts, latestPublic } from '../../../functions/metrics/measurement/rules.ts';

const daysAgo = (days: number) => new Date(Date.UTC(2026, 10, 20) - days * 86_400_000);
const post = (id: string, days: number, visibility = 'PUBLIC') => ({ id, publishedAt: daysAgo(days), visibility });

describe('the latest public posts', () => {
  test('are the newest ones, in any order from the platform', () => {
    const posts = [post('c', 3), post('a', 1), post('unlisted', 0, 'UNLISTED'), post('b', 2), post('d', 4)];
    expect(latestPublic(posts, 3).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('exclude announced ones', () => {
    expect(latestPublic([post('soon', 0, 'UPCOMING'), post('b', 2)], 5).map(({ id }) => id)).toEqual(['b']);
  });
});

test('unknown counts are stored as null, and a counted zero as 0', () => {
  expect(knownCounts({ views: 0, likes: 'HIDDEN', comments: 'UNAVAILABLE', saves: 'NOT_OFFERED' })).toEqual({
    views: 0,
    likes: null,
    comments: null,
    saves: null,
  });
});
