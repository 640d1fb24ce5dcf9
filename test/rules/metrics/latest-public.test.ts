import { describe, expect, test } from 'vitest';
import { latestPublic, storedReading } from '../../../functions/metrics/measurement/rules.ts';

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

describe('a stored reading', () => {
  const facts = { mediaType: 'VIDEO', visibility: 'PUBLIC', publishedAt: daysAgo(1), ownerExternalId: 'UC1' } as const;

  test('has null and the reason for an unknown count, and 0 for a counted zero', () => {
    const counts = { views: 0, likes: 'HIDDEN', comments: 'UNAVAILABLE', saves: 'NOT_OFFERED' } as const;
    expect(storedReading('a', { ...facts, counts })).toEqual({
      contentId: 'a',
      counts: { views: 0, likes: null, comments: null, saves: null },
      reasons: { likes: 'HIDDEN', comments: 'UNAVAILABLE', saves: 'NOT_OFFERED' },
      post: facts,
    });
  });

  test.each(['GONE', 'PRIVATE'] as const)('has no count and no facts of a post that is %s', (reading) => {
    const reasons = { views: 'UNAVAILABLE', likes: 'UNAVAILABLE', comments: 'UNAVAILABLE', saves: 'UNAVAILABLE' };
    const counts = { views: null, likes: null, comments: null, saves: null };
    expect(storedReading('a', reading)).toEqual({ contentId: 'a', counts, reasons, post: null });
  });
});
