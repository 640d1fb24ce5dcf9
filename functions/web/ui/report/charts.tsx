import type { ReportHistoryPoint, ReportSummary } from '../../../../schema/factories/report-rows.ts';
import { Chart, type Line } from '../charts/chart.tsx';
import { spread } from '../charts/chart-shape.ts';
import { rateOf } from './words.ts';

type Counter = 'views' | 'likes' | 'comments' | 'er' | 'saves';

interface ChartOf {
  readonly id: string;
  readonly title: string;
  readonly of: readonly { readonly counter: Counter; readonly name: string }[];
  readonly isRate?: boolean;
}

const charts: readonly ChartOf[] = [
  { id: 'chart-views', title: 'Views', of: [{ counter: 'views', name: 'Views' }] },
  {
    id: 'chart-reactions',
    title: 'Likes and comments',
    of: [
      { counter: 'likes', name: 'Likes' },
      { counter: 'comments', name: 'Comments' },
    ],
  },
  { id: 'chart-er', title: 'Engagement rate', of: [{ counter: 'er', name: 'Engagement rate' }], isRate: true },
  { id: 'chart-saves', title: 'Saves', of: [{ counter: 'saves', name: 'Saves' }] },
];

/** With all four charts, a page of 20 posts has less than 50 kB. */
const maxPoints = 31;
const rates = { show: rateOf, tick: (value: number) => `${value} %` } as const;

interface Props {
  readonly summary: Pick<ReportSummary, 'history' | 'snapshotBaseline'>;
}

/** The last known values at the end of each day. A value that the report hides has no line. */
export const Charts = ({ summary: { history, snapshotBaseline } }: Props) => {
  const points = spread(history, maxPoints);
  const shown = charts.flatMap(({ of, ...chart }) => {
    const series = of.flatMap(({ counter, name }) => seriesOf(points, counter, name));
    return series.length === 0
      ? []
      : [{ ...chart, title: series.length === 1 ? (series[0]?.name ?? '') : chart.title, series }];
  });
  if (shown.length === 0 && history.length > 0) return null;
  return (
    <section class="report-part" aria-labelledby="history">
      <h2 id="history">Over time</h2>
      {history.length === 0 ? (
        <div class="card empty">
          <p class="lead">There are no measurements yet.</p>
          <p>The charts begin with the first measurement.</p>
        </div>
      ) : (
        <div class="plots">
          {shown.map((chart) => (
            <Chart
              {...chart}
              {...(chart.isRate === true && rates)}
              about="last known values at the end of the day"
              isThinned={points.length < history.length}
              since={snapshotBaseline?.date}
            />
          ))}
        </div>
      )}
    </section>
  );
};

/** The values of a counter; none if the report hides it. */
function seriesOf(points: readonly ReportHistoryPoint[], counter: Counter, name: string): Line[] {
  if (!points.some((point) => point[counter] !== undefined)) return [];
  const values = points.map((point) => ({ date: point.date, value: point[counter] ?? null }));
  const growth = counter === 'er' || counter === 'saves' ? undefined : points.at(-1)?.growth?.[counter];
  return [{ name, values, growth: growth ?? null }];
}
