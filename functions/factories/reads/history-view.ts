import type { HistoryRecord } from '../../../db/factories/reads/summary.ts';
import type { Baseline, FactorySummary, HistoryPoint } from '../../../schema/factories/factory-metrics.ts';
import { viewPoint } from './point-view.ts';

export interface Bounds {
  readonly from: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
}

/** Maximum number of points. */
const maxPoints = 366;

/** The points of the days in the bounds, and the last point at or before `from`. */
export function viewHistory(
  { days, publications }: HistoryRecord,
  { from, until }: Bounds,
): Pick<FactorySummary, 'history' | 'snapshotBaseline'> {
  const points = withPosts(days.map(viewPoint), publications);
  const baseline = from === null ? undefined : points.findLast(({ takenAt }) => new Date(takenAt) <= from);
  const inBounds = points.filter(
    ({ takenAt }) => (from === null || new Date(takenAt) >= from) && (until === null || new Date(takenAt) < until),
  );
  return {
    history: inBounds.slice(-maxPoints).map((point) => ({ ...point, growth: growthOf(point, baseline) })),
    snapshotBaseline: baseline ?? null,
  };
}

/** Each point with the number of posts that were published until the end of its day. */
function withPosts(
  points: readonly Omit<Baseline, 'posts'>[],
  publications: HistoryRecord['publications'],
): Baseline[] {
  let [posts, next] = [0, 0];
  return points.map((point) => {
    for (let day = publications[next]; day !== undefined && day.date <= point.date; day = publications[next]) {
      posts += day.posts;
      next += 1;
    }
    return { ...point, posts };
  });
}

const growthOf = (point: Baseline, baseline: Baseline | undefined): HistoryPoint['growth'] =>
  baseline === undefined
    ? null
    : {
        posts: point.posts - baseline.posts,
        views: difference(point.views, baseline.views),
        likes: difference(point.likes, baseline.likes),
        comments: difference(point.comments, baseline.comments),
      };

const difference = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : now - before;
