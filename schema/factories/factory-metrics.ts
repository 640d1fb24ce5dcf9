import * as z from 'zod';
import { coverage, sumOfCounts } from '../metrics/engagement.ts';
import { mixedDefinitions } from '../metrics/view-definition.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';

/** Maximum number of points of the history of a post in a list. */
export const maxMiniPoints = 30;

const count = (what: string) => sumOfCounts().nullable().describe(`${what}; null if no value is known.`);
const rate = (from: string) =>
  z
    .number()
    .nonnegative()
    .nullable()
    .describe(
      `100 x (likes + comments) / views of ${from}, rounded half up to two decimals. null if the views are zero or unknown.`,
    );

const values = lazy(() => ({
  views: count('Sum of the last known views'),
  likes: count('Sum of the last known likes'),
  comments: count('Sum of the last known comments'),
  er: rate('the posts in erCoverage.measuredPosts, by the last measurement of each that has all three counters'),
  saves: count('Sum of the last known saves'),
}));

/** The last known metrics of a set of posts, or of one post. */
export const factoryMetrics = lazy(() =>
  z
    .strictObject({
      ...values(),
      erCoverage: coverage(),
      savesCoverage: coverage(),
      updatedAt: instant().nullable(),
      savesUpdatedAt: instant().nullable(),
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
  er: rate('the last measurements at that time that have all three counters'),
  saves: count('Last known saves at that time'),
}));

const ofDay = (counter: string) =>
  sumOfCounts()
    .nullable()
    .describe(`Last measurement of the ${counter} on the day; null if the platform gave none on that day.`);

/** What was measured of a post on a UTC day. */
export const postPoint = lazy(() =>
  z
    .strictObject({
      ...point(),
      views: ofDay('views'),
      likes: ofDay('likes'),
      comments: ofDay('comments'),
      saves: ofDay('saves'),
    })
    .meta({ id: 'FactoryPostPoint' }),
);
export type PostPoint = z.output<ReturnType<typeof postPoint>>;

const difference = (what: string) =>
  z.number().nullable().describe(`${what}; null if one of the two values is unknown.`).meta({ type: 'integer' });

const postsCount = lazy(() =>
  z.int().nonnegative().describe('Number of posts that were published by the end of the day.'),
);

/** The state of a set of posts at the end of a UTC day on which one of them was measured. */
export const historyPoint = lazy(() =>
  z
    .strictObject({
      ...point(),
      posts: postsCount(),
      growth: z
        .strictObject({
          posts: difference('Change of posts since snapshotBaseline'),
          views: difference('Change of views since snapshotBaseline'),
          likes: difference('Change of likes since snapshotBaseline'),
          comments: difference('Change of comments since snapshotBaseline'),
        })
        .nullable()
        .describe('Changes since snapshotBaseline; null without a baseline. er and saves have no growth.'),
    })
    .meta({ id: 'FactoryHistoryPoint' }),
);
export type HistoryPoint = z.output<ReturnType<typeof historyPoint>>;

export const baseline = lazy(() => z.strictObject({ ...point(), posts: postsCount() }).meta({ id: 'FactoryBaseline' }));
export type Baseline = z.output<ReturnType<typeof baseline>>;

export const history = lazy(() => ({
  history: z
    .array(historyPoint())
    .describe(
      'One point for each UTC day with a measurement between `from` and `to`, the oldest first. At most the last 366 points.',
    ),
  snapshotBaseline: baseline()
    .nullable()
    .describe('The last point at or before `from`; null without `from`, or if there is no such point.'),
}));

/** The sums over the posts of a factory that match the filters. */
export const factorySummary = lazy(() =>
  z
    .strictObject({
      publications: z.int().nonnegative(),
      views: count('Sum of the last known views'),
      viewDefinitions: mixedDefinitions(),
      reactions: count('Sum of likes and comments of the posts that have both'),
      averageViews: sumOfCounts().nullable(),
      medianViews: sumOfCounts().nullable(),
      er: z.number().nonnegative().nullable().meta({ deprecated: true }),
      totals: factoryMetrics(),
      ...history(),
    })
    .meta({ id: 'FactorySummary' }),
);
export type FactorySummary = z.output<ReturnType<typeof factorySummary>>;
