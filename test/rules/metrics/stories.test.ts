import { describe, expect, test } from 'vitest';
import { hasEnded, nextLook, nextStoryScan, saysNothing } from '../../../functions/metrics/measurement/story-rules.ts';
import type { Reading } from '../../../functions/platform/social/social-platform.ts';

const publishedAt = new Date('2026-05-01T12:00:00Z');
const hoursAfter = (hours: number) => new Date(publishedAt.getTime() + hours * 3_600_000);

describe('a story', () => {
  test('a story is measured 1, 6, 12, 20 and 23.5 hours after its publication, and its last counts are awaited for two days', () => {
    const times = [];
    for (let at: Date | null = publishedAt; at !== null; at = nextStoryScan(publishedAt, at)) times.push(at);
    expect(times).toEqual([0, 1, 6, 12, 20, 23.5, 72].map(hoursAfter));
  });

  test.each([
    [0.5, 1],
    [1.05, 6],
    [7, 12],
    [19.99, 20],
    [20.1, 23.5],
    [23.6, 72],
    [25, 72],
    [72, null],
    [500, null],
  ])('that is measured %f hours after its publication is due next after %j hours', (hours, next) => {
    expect(nextStoryScan(publishedAt, hoursAfter(hours))).toEqual(next === null ? null : hoursAfter(next));
  });

  test('a story that no answer has shown yet is asked for again soon, and ever more rarely for a day', () => {
    const minutes = [];
    for (let at: Date | null = publishedAt; at !== null; at = nextLook(publishedAt, at))
      minutes.push((at.getTime() - publishedAt.getTime()) / 60_000);
    expect(minutes).toEqual([0, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560]);
  });

  test.each([
    [0, false],
    [23.5, false],
    [23.9, false],
    [24, true],
    [24 * 30, true],
  ])('%f hours old has ended: %s', (hours, ended) => {
    expect(hasEnded(publishedAt, hoursAfter(hours))).toBe(ended);
  });
});

const reading = (mediaType: 'STORY' | 'PHOTO', views: number | 'UNAVAILABLE'): Reading => ({
  ...{ ownerExternalId: '1', publishedAt, visibility: 'PUBLIC', mediaType, title: null, coverUrl: null },
  ...{ durationSeconds: null, hashtags: [] },
  counts: { views, likes: 'NOT_OFFERED', comments: 'NOT_OFFERED', saves: 'NOT_OFFERED', shares: 'NOT_OFFERED' },
});
const story = { platform: 'INSTAGRAM', contentId: '3473341898335552431', storyAt: publishedAt.toISOString() } as const;
const photo = { platform: 'INSTAGRAM', contentId: 'Cx1_-yZabcd', storyAt: null, hasViews: false } as const;

describe('an answer', () => {
  test.each([
    ['that a story is gone before its end', { ...story, hasViews: true }, 'GONE', 10, false],
    ['that a story is gone after its end', { ...story, hasViews: true }, 'GONE', 24.1, true],
    ['that a story is gone which was never seen', { ...story, storyAt: null, hasViews: false }, 'GONE', 10, true],
    ['that a photo is gone', photo, 'GONE', 24.1, false],
    ['that a video of TikTok is gone', { ...photo, platform: 'TIKTOK', contentId: story.contentId }, 'GONE', 30, false],
    ['with the views of a story', { ...story, hasViews: true }, reading('STORY', 9), 20, false],
    [
      'without views of a story whose views are known',
      { ...story, hasViews: true },
      reading('STORY', 'UNAVAILABLE'),
      20,
      true,
    ],
    ['without views of a story', { ...story, hasViews: false }, reading('STORY', 'UNAVAILABLE'), 1, false],
    ['without views of a photo', { ...photo, hasViews: true }, reading('PHOTO', 'UNAVAILABLE'), 20, false],
  ] as const)('%s changes nothing: case %#', (_, known, answer, hours, isNothing) => {
    expect(saysNothing(known, answer, hoursAfter(hours))).toBe(isNothing);
  });
});
