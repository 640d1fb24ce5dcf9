import { describe, expect, test } from 'vitest';
import { readPart } from '../../../functions/factories/monitoring/read-part.ts';
import {
  coversOf,
  longestRetryMs,
  messageOfPictures,
  nextPart,
  scannedPost,
  trackedOf,
} from '../../../functions/factories/monitoring/rules.ts';
import { NoAnswer, PlatformFailure } from '../../../functions/platform/social/index.ts';
import type { PostReading, SocialPlatform } from '../../../functions/platform/social/social-platform.ts';

const hourMs = 3_600_000;
const now = new Date('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * hourMs);
const postsOf = (count: number, days: number) =>
  Array.from({ length: count }, (_, n) => ({ contentId: `p${n}`, publishedAt: daysAgo(days) }));

describe('the pages of a list', () => {
  const account = { trackedPosts: 0, listedAt: null, nextPage: null, listedPages: 0, trackingDays: 30 };

  test.each([
    ['a full page of tracked posts', postsOf(50, 3), account, 'next'],
    ['a page with an older post', [...postsOf(49, 3), ...postsOf(1, 31)], account, null],
    ['a page without posts, for example one with only reposts or announced videos', [], account, 'next'],
    [
      'a later page without posts',
      [],
      { ...account, listedAt: daysAgo(1).toISOString(), listedPages: 3, trackedPosts: 60 },
      'next',
    ],
    ['two hundred pages without posts', [], { ...account, listedPages: 200 }, null],
    ['a page that reaches the limit of the account', postsOf(50, 3), { ...account, trackedPosts: 450 }, null],
    [
      'a page with posts from before the last list',
      postsOf(50, 9),
      { ...account, listedAt: daysAgo(1).toISOString() },
      null,
    ],
    [
      'the page after two hundred others, as of a platform whose pages repeat',
      postsOf(50, 3),
      { ...account, listedPages: 200 },
      null,
    ],
  ])('after %s the next one is %#', (_, posts, given, next) => {
    expect(trackedOf({ posts, next: 'next' }, given, now).nextPage).toBe(next);
  });
});

describe('a part of a scan', () => {
  test.each([
    ['at most a hundred posts of a platform with large batches', 120, 50, 100, false],
    ['all posts, when they are few', 20, 50, 20, true],
    ['at most twenty-five requests of a platform with single posts', 60, 1, 25, false],
    ['a whole batch, even a large one', 150, 120, 120, false],
  ])('asks for %s', (_, posts, perCall, size, isLast) => {
    const { asked, ...part } = nextPart(postsOf(posts, 1), perCall);
    expect({ size: asked.length, ...part }).toEqual({ size, isLast });
  });

  const asked = Array.from({ length: 12 }, (_, n) => n + 1).map((id) => ({ id, contentId: `p${id}` }));
  const adapterOf = (posts: SocialPlatform['posts']) => ({ postsPerCall: 1, posts }) as unknown as SocialPlatform;
  const malformed = () => new PlatformFailure('SILENT', 'malformed');

  test('one post with a malformed answer delays no other', async () => {
    const adapter = adapterOf(async ([id = '']) => {
      if (id === 'p2') throw malformed();
      return new Map([[id, 'GONE' as const]]);
    });
    const part = await readPart(adapter, 'APP', { platform: 'INSTAGRAM', asked });
    expect({ ...part, readings: [...part.readings.keys()] }).toEqual({
      ...{
        readings: asked.map(({ contentId }) => contentId).filter((id) => id !== 'p2'),
        askedUntil: 12,
        stoppedBy: null,
        failure: expect.objectContaining({ kind: 'SILENT' }),
      },
    });
  });

  test.each([
    ['a limit', new PlatformFailure('LIMITED', 'limited'), 1],
    ['silence', new NoAnswer('late'), 1],
    ['ten failures in a row', malformed(), 10],
  ])(
    'after %s the platform is asked for no more posts, and what it has answered stays',
    async (_, failure, requests) => {
      let calls = 0;
      const adapter = adapterOf(async ([id = '']) => {
        calls += 1;
        if (calls > 1) throw failure;
        return new Map([[id, 'GONE' as const]]);
      });
      const part = await readPart(adapter, 'APP', { platform: 'INSTAGRAM', asked });
      expect([...part.readings.keys()]).toEqual(['p1']);
      expect(part.stoppedBy).toBe(failure);
      expect(calls).toBe(1 + requests);
    },
  );
});

describe('a reading as it is stored', () => {
  const reading: PostReading = {
    ...{ ownerExternalId: null, publishedAt: now, visibility: 'PUBLIC', mediaType: 'VIDEO', title: 'Tea' },
    ...{ coverUrl: 'https://one.example', durationSeconds: 60, hashtags: ['tea'] },
    counts: { views: 0, likes: 'HIDDEN', comments: 3, saves: 'NOT_OFFERED', shares: 1 },
  };

  test('keeps a measured zero, and has null with its reason for what is unknown', () => {
    expect(scannedPost('p1', reading)).toMatchObject({
      ...{ isGone: false, title: 'Tea', views: 0, likes: null, comments: 3, saves: null },
      reasons: { likes: 'HIDDEN', saves: 'NOT_OFFERED' },
    });
  });

  test.each(['GONE', 'PRIVATE'] as const)('has no count and no description of a post that is %s', (gone) => {
    expect(scannedPost('p1', gone)).toMatchObject({
      ...{ isGone: true, title: null, views: null, likes: null, comments: null, saves: null },
      reasons: { views: 'UNAVAILABLE' },
    });
  });

  test('names at most ten covers that are due, each with an address', () => {
    const posts = Array.from({ length: 14 }, (_, id) => ({ id, contentId: `p${id}`, isCoverDue: id !== 0 }));
    const readings = new Map(posts.map(({ contentId, id }) => [contentId, id === 1 ? 'GONE' : reading] as const));
    const covers = coversOf(posts, readings);
    expect(covers.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(messageOfPictures('YOUTUBE', 7, covers)).toHaveLength(1);
    expect(messageOfPictures('YOUTUBE', 7, [{ of: 'POST', id: 1, address: 'a'.repeat(5_000) }])).toEqual([]);
  });
});

test('a failed account is asked again within the interval of its factory, and after eight failures after at most a day', () => {
  expect(longestRetryMs({ failures: 6, intervalHours: 4 })).toBe(4 * hourMs);
  expect(longestRetryMs({ failures: 7, intervalHours: 4 })).toBe(24 * hourMs);
});
