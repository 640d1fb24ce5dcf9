import * as z from 'zod';
import { coverage, sumOfCounts } from '../metrics/engagement.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';

/** Maximum number of points of the history of a post in a list. */
export const maxMiniPoints = 30;

const count = (what: string) => sumOfCounts().nullable().describe(`${what}; null if none are known.`);
const rate = (from: string) =>
  z
    .number()
    .nonnegative()
    .nullable()
    .describe(
      `100 x (likes + comments) / views of ${from}, rounded half up to two decimals. null if views is zero or unknown.`,
    );

const values = lazy(() => ({
  views: count('Sum of the last known views'),
  likes: count('Sum of the last known likes'),
  comments: count('Sum of the last known comments'),
  er: rate('the posts that erCoverage counts as measured, each with its last measurement of all three counters'),
  saves: count('Sum of the last known saves'),
}));

/** The last known metrics of a set of posts, or of one post. */
export const factoryMetrics = lazy(() =>
  z
    .strictObject({
      ...values(),
      erCoverage: coverage().describe('Posts with views, likes and comments in one measurement, and all posts.'),
      savesCoverage: coverage().describe(
        'Posts with known saves, and all posts. If some are missing, saves is a partial sum.',
      ),
      updatedAt: instant()
        .nullable()
        .describe('Time of the oldest measurement in views, likes, comments and er; null if there is none.'),
      savesUpdatedAt: instant().nullable().describe('Time of the oldest measurement in saves; null if there is none.'),
    })
    .meta({ id: 'FactoryMetrics' }),
);
export type FactoryMetrics = z.output<ReturnType<typeof factoryMetrics>>;

const point = lazy(() => ({
  date: z.iso.date().describe('The UTC day.').meta({ example: '2026-11-20' }),
  takenAt: instant().describe('Time of the last measurement of the day.'),
  views: count('Last known views at that time'),
  likes: count('Last known likes at that time'),
  comments: count('Last known comments at that time'),
  er: rate('the last complete measurements at that time'),
  saves: count('Last known saves at that time'),
}));

/** The state of a post at the end of a UTC day on which it was measured. */
export const postPoint = lazy(() => z.strictObject(point()).meta({ id: 'FactoryPostPoint' }));
export type PostPoint = z.output<ReturnType<typeof postPoint>>;

const difference = (what: string) =>
  z.number().nullable().describe(`${what}; null if one of the two is unknown.`).meta({ type: 'integer' });

const postsCount = lazy(() => z.int().nonnegative().describe('Posts that were published until the end of the day.'));

/** The state of a set of posts at the end of a UTC day on which one of them was measured. */
export const historyPoint = lazy(() =>
  z
    .strictObject({
      ...point(),
      posts: postsCount(),
      growth: z
        .strictObject({
          posts: difference('Posts since snapshotBaseline'),
          views: difference('Views since snapshotBaseline'),
          likes: difference('Likes since snapshotBaseline'),
          comments: difference('Comments since snapshotBaseline'),
        })
        .nullable()
        .describe('What was added since snapshotBaseline; null without a baseline. er and saves have no growth.'),
    })
    .meta({ id: 'FactoryHistoryPoint' }),
);
export type HistoryPoint = z.output<ReturnType<typeof historyPoint>>;

export const baseline = lazy(() => z.strictObject({ ...point(), posts: postsCount() }).meta({ id: 'FactoryBaseline' }));
export type Baseline = z.output<ReturnType<typeof baseline>>;

export const history = lazy(() => ({
  history: z
    .array(historyPoint())
    .describe('A point for each UTC day with a measurement, the oldest first, at most 366. from and to bound it.'),
  snapshotBaseline: baseline()
    .nullable()
    .describe('The last point at or before from; null without from, or if there is no such point.'),
}));

/** The sums over the posts of a factory that match the filters. */
export const factorySummary = lazy(() =>
  z
    .strictObject({
      publications: z.int().nonnegative().describe('Posts that match the filters.'),
      views: count('Sum of the last known views'),
      reactions: count('Sum of likes and comments, of the posts that have both'),
      averageViews: sumOfCounts()
        .nullable()
        .describe('Mean of the known views of the posts, rounded half up; null if none are known.'),
      medianViews: sumOfCounts()
        .nullable()
        .describe('Median of the known views of the posts, rounded half up; null if none are known.'),
      er: z
        .number()
        .nonnegative()
        .nullable()
        .describe('Mean of the engagement rates of the posts, with two decimals. Use totals.er instead.')
        .meta({ deprecated: true }),
      totals: factoryMetrics().describe('The metrics of all posts that match, with their coverage and times.'),
      ...history(),
    })
    .meta({ id: 'FactorySummary' }),
);
export type FactorySummary = z.output<ReturnType<typeof factorySummary>>;
