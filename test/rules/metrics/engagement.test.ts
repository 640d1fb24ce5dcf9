import { describe, expect, test } from 'vitest';
import { type EngagementSums, engagement, engagementOf } from '../../../schema/metrics/engagement.ts';
import { fc } from '../../support/fast-check.ts';

const sums = (changes: Partial<EngagementSums> = {}): EngagementSums => ({
  views: '0',
  likes: '0',
  comments: '0',
  saves: null,
  measuredPosts: 0,
  savesPosts: 0,
  totalPosts: 0,
  updatedAt: null,
  savesUpdatedAt: null,
  ...changes,
});
const rate = (views: bigint | number, likes: bigint | number, comments: bigint | number = 0) =>
  engagementOf(sums({ views: `${views}`, likes: `${likes}`, comments: `${comments}`, measuredPosts: 1, totalPosts: 1 }))
    .er;

describe('the engagement', () => {
  test('has exactly the fields of the interface', () => {
    const of = engagementOf(
      sums({
        ...{
          views: '48200',
          likes: '1930',
          comments: '161',
          saves: '0',
          measuredPosts: 4,
          savesPosts: 1,
          totalPosts: 5,
        },
        ...{ updatedAt: '2026-11-20T09:30:00.000Z', savesUpdatedAt: '2026-11-19T09:30:00.000Z' },
      }),
    );
    expect(of).toEqual({
      scope: 'accepted_video',
      views: 48_200,
      likes: 1_930,
      comments: 161,
      er: 4.34,
      saves: 0,
      erCoverage: { measuredPosts: 4, totalPosts: 5 },
      savesCoverage: { measuredPosts: 1, totalPosts: 5 },
      updatedAt: '2026-11-20T09:30:00.000Z',
      savesUpdatedAt: '2026-11-19T09:30:00.000Z',
    });
    expect(engagement().parse(of)).toEqual(of);
  });

  test('has no rate, saves or time without measurements, and states the number of posts', () => {
    expect(engagementOf(sums({ totalPosts: 3 }))).toMatchObject({
      ...{ views: 0, likes: 0, comments: 0, er: null, saves: null, updatedAt: null, savesUpdatedAt: null },
      erCoverage: { measuredPosts: 0, totalPosts: 3 },
      savesCoverage: { measuredPosts: 0, totalPosts: 3 },
    });
  });

  test('distinguishes a measured zero from unknown', () => {
    expect(engagementOf(sums({ saves: '0', savesPosts: 1, totalPosts: 1 })).saves).toBe(0);
    expect(engagementOf(sums({ totalPosts: 1 })).saves).toBeNull();
    expect(rate(10, 0)).toBe(0);
  });
});

describe('the engagement rate', () => {
  test.each([
    [1_000, 40, 3, 4.3],
    [1_000, 43, 0, 4.3],
    [3, 1, 0, 33.33],
    [3, 2, 0, 66.67],
    [3, 1, 1, 66.67],
    [1, 1, 1, 200],
    [8, 1, 0, 12.5],
    [100_000, 1, 0, 0],
    [20_000, 1, 0, 0.01], // 0.005 %
    [20_001, 1, 0, 0],
    [6_667, 1, 0, 0.01],
    [800, 1, 0, 0.13], // 0.125 %
    [1_600, 1, 0, 0.06], // 0.0625 %
    [200_000, 2_011, 0, 1.01], // 1.0055 %
    [200_000, 2_009, 0, 1], // 1.0045 %
    [200_000, 2_010, 0, 1.01], // 1.005 %, and the nearest double is lower
    [20_000, 57, 0, 0.29], // 0.285 %, likewise
    [9_007_199_254_740_993n, 450_359_962_737_050n, 0n, 5],
    [10n ** 18n, 10n ** 16n + 5n * 10n ** 13n, 0n, 1.01],
    [10n ** 18n, 10n ** 16n + 5n * 10n ** 13n - 1n, 0n, 1],
  ])('is, of %s views with %s likes and %s comments, %s', (views, likes, comments, er) => {
    expect(rate(views, likes, comments)).toBe(er);
  });

  test('is null without a view, whatever else is known', () => {
    expect(rate(0, 0)).toBeNull();
    expect(rate(0, 5, 5)).toBeNull();
  });

  const counter = fc.bigInt({ min: 0n, max: 10n ** 15n });
  const views = fc.bigInt({ min: 1n, max: 10n ** 15n });

  test('differs from the quotient by at most half a hundredth, rounded half up', () =>
    fc.assert(
      fc.property(views, counter, counter, (viewed, likes, comments) => {
        const er = rate(viewed, likes, comments);
        const hundredths = BigInt(Math.round((er ?? Number.NaN) * 100));
        fc.pre(hundredths < 2n ** 50n);
        const off = 10_000n * (likes + comments) - hundredths * viewed;
        expect(2n * off >= -viewed && 2n * off < viewed).toBe(true);
      }),
    ));

  test('can be computed from the shown fields', () =>
    fc.assert(
      fc.property(views, counter, counter, (viewed, likes, comments) => {
        const shown = engagementOf(sums({ views: `${viewed}`, likes: `${likes}`, comments: `${comments}` }));
        const again = rate(BigInt(shown.views), BigInt(shown.likes), BigInt(shown.comments));
        expect(again).toBe(shown.er);
      }),
    ));

  test('uses the sums of several posts, and lies between their lowest and highest rate', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(views, counter), { minLength: 1, maxLength: 8 }), (posts) => {
        const total = (of: (post: readonly [bigint, bigint]) => bigint) =>
          posts.reduce((sum, post) => sum + of(post), 0n);
        const whole = rate(
          total(([viewed]) => viewed),
          total(([, likes]) => likes),
        );
        const own = posts.map(([viewed, likes]) => rate(viewed, likes) ?? Number.NaN);
        expect(whole).toBeGreaterThanOrEqual(Math.min(...own));
        expect(whole).toBeLessThanOrEqual(Math.max(...own));
      }),
    ));
});

describe('a sum', () => {
  test('above the range of a double becomes the nearest number, and the rate uses the exact one', () => {
    const of = engagementOf(
      sums({ views: '9007199254740993', likes: '9007199254740993', measuredPosts: 10, totalPosts: 10 }),
    );
    expect(of.views).toBe(9_007_199_254_740_992);
    expect(of.er).toBe(100);
    expect(engagement().safeParse(of).success).toBe(true);
    expect(JSON.stringify(of.views)).toMatch(/^\d+$/);
  });
});
