import * as z from 'zod';
import type { ServiceType } from '../shared/enums.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';

/** Services whose public results are videos. Engagement is computed only for these. */
export const videoTypes = ['STREAM', 'VIDEO', 'SHORT_VIDEO'] as const satisfies readonly ServiceType[];

// A sum may exceed the integers that a double represents exactly, so z.int() does not fit.
export const sumOfCounts = lazy(() => z.number().nonnegative().meta({ type: 'integer' }));
export const coverage = lazy(() =>
  z.strictObject({ measuredPosts: z.int().nonnegative(), totalPosts: z.int().nonnegative() }).meta({ id: 'Coverage' }),
);

export const engagement = lazy(() =>
  z
    .strictObject({
      scope: z.literal('accepted_video').describe('Only accepted video posts are counted.'),
      views: sumOfCounts().describe(
        'Sum over the posts that erCoverage counts as measured. It is the denominator of er.',
      ),
      likes: sumOfCounts(),
      comments: sumOfCounts(),
      er: z
        .number()
        .nonnegative()
        .nullable()
        .describe(
          '100 x (likes + comments) / views, rounded half up to two decimals. For several posts it uses their sums. null if ' +
            'views is zero or no post has all three counters.',
        ),
      saves: sumOfCounts()
        .nullable()
        .describe('Sum of the last known save counters; 0 is a measured zero, null is unknown.'),
      erCoverage: coverage().describe(
        'Number of posts with views, likes and comments in one measurement, and number of all accepted video posts.',
      ),
      savesCoverage: coverage().describe(
        'Number of posts with a known save counter, and number of all accepted video posts. If some are missing, saves is a partial sum.',
      ),
      updatedAt: instant().nullable().describe('Time of the oldest measurement in er.'),
      savesUpdatedAt: instant().nullable().describe('Time of the oldest measurement in saves.'),
    })
    .meta({ id: 'Engagement' }),
);
export type Engagement = z.output<ReturnType<typeof engagement>>;

/** Sums over a set of posts: each post counts with its last complete measurement and its last known saves. */
export interface EngagementSums {
  /** Integers as text, because a sum may exceed 2^53. */
  readonly views: string;
  readonly likes: string;
  readonly comments: string;
  /** Null when no post has known saves: 0 would claim a measurement. */
  readonly saves: string | null;
  readonly measuredPosts: number;
  readonly savesPosts: number;
  readonly totalPosts: number;
  /** The time of the oldest measurement. */
  readonly updatedAt: string | null;
  readonly savesUpdatedAt: string | null;
}

/** The sums over posts of which none was measured. */
export const noMeasurements: EngagementSums = {
  ...{ views: '0', likes: '0', comments: '0', saves: null, measuredPosts: 0, savesPosts: 0, totalPosts: 0 },
  ...{ updatedAt: null, savesUpdatedAt: null },
};

/** The engagement of a set of posts. A sum above 2^53 is rounded to the nearest double; `er` is computed from the exact sums. */
export function engagementOf(sums: EngagementSums): Engagement {
  const { totalPosts } = sums;
  return {
    scope: 'accepted_video',
    views: Number(sums.views),
    likes: Number(sums.likes),
    comments: Number(sums.comments),
    er: rateOf(BigInt(sums.views), BigInt(sums.likes) + BigInt(sums.comments)),
    saves: sums.saves === null ? null : Number(sums.saves),
    erCoverage: { measuredPosts: sums.measuredPosts, totalPosts },
    savesCoverage: { measuredPosts: sums.savesPosts, totalPosts },
    updatedAt: sums.updatedAt,
    savesUpdatedAt: sums.savesUpdatedAt,
  };
}

/** In percent with two decimals, half up; null without views or measurements. */
export function rateOf(views: bigint, reactions: bigint): number | null {
  if (views === 0n) return null;
  const hundredths = (20_000n * reactions + views) / (2n * views);
  return Number(hundredths) / 100;
}
