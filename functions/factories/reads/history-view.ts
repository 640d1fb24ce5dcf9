import type { Bounds } from '../../../db/factories/reads/filters.ts';
import type { HistoryRecord } from '../../../db/factories/reads/summary.ts';
import type { Baseline, FactorySummary, HistoryPoint } from '../../../schema/factories/factory-metrics.ts';
import { viewPoint } from './point-view.ts';

/** Maximum number of points. */
const maxPoints = 366;

/** The points of the days in the bounds, and the last point at or before `from`. */
export function viewHistory(
  { days, publications }: HistoryRecord,
  bounds: Bounds,
): Pick<FactorySummary, 'history' | 'snapshotBaseline'> {
  const points = withPosts(days.map(viewPoint), publications);
  const baseline = points.findLast((point) => isBefore(point, bounds));
  const inBounds = points.filter((point) => isIn(point, bounds));
  return {
    history: inBounds.slice(-maxPoints).map((point) => ({ ...point, growth: growthOf(point, baseline) })),
    snapshotBaseline: baseline ?? null,
  };
}

type Dated = Pick<Baseline, 'date' | 'takenAt'>;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** ISO days are sorted like their texts. */
const isBefore = ({ date, takenAt }: Dated, { from, isByDay }: Bounds): boolean =>
  from !== null && (isByDay ? date < dayOf(from) : new Date(takenAt) <= from);

function isIn({ date, takenAt }: Dated, { from, until, isByDay }: Bounds): boolean {
  if (isByDay)
    return (from === null || date >= dayOf(from)) && (until === null || date <= dayOf(new Date(until.getTime() - 1)));
  return (from === null || new Date(takenAt) >= from) && (until === null || new Date(takenAt) < until);
}

/** Each point with the number of posts that were published by the end of its day. */
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
