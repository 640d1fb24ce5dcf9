import type { ReportHistoryPoint, ReportSummary } from '../../../../schema/factories/report-rows.ts';
import { dayOf, exactly, roughly } from '../../ui/format.ts';
import { boxWidth, type ChartShape, type Series, shapeOf, spread } from './chart-shape.ts';
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
const height = 132;
const labelHeight = 24;

/** The last known values at the end of each day. A value that the report hides has no line. */
export const Charts = ({ summary: { history, snapshotBaseline } }: { readonly summary: ReportSummary }) => {
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
            <Chart {...chart} isThinned={points.length < history.length} since={snapshotBaseline?.date} />
          ))}
        </div>
      )}
    </section>
  );
};

interface Line extends Series {
  /** The change since the day before the period; null if it is not known. */
  readonly growth: number | null;
}

/** The values of a counter; none if the report hides it. */
function seriesOf(points: readonly ReportHistoryPoint[], counter: Counter, name: string): Line[] {
  if (!points.some((point) => point[counter] !== undefined)) return [];
  const values = points.map((point) => ({ date: point.date, value: point[counter] ?? null }));
  const growth = counter === 'er' || counter === 'saves' ? undefined : points.at(-1)?.growth?.[counter];
  return [{ name, values, growth: growth ?? null }];
}

interface ChartProps {
  readonly id: string;
  readonly title: string;
  readonly series: readonly Line[];
  readonly isRate?: boolean;
  readonly isThinned: boolean;
  /** The day that growth is counted from. */
  readonly since: string | undefined;
}

const Chart = ({ id, title, series, isRate = false, isThinned, since }: ChartProps) => {
  const shape = shapeOf(series, height);
  const show = isRate ? rateOf : exactly;
  return (
    <figure class="card plot" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <Latest series={series} show={show} since={since} />
      </figcaption>
      {shape === null ? (
        <p class="quiet small">No value is known yet.</p>
      ) : (
        <Plot shape={shape} label={labelOf(title, series, show)} tick={isRate ? (value) => `${value} %` : roughly} />
      )}
      <details>
        <summary>Values</summary>
        <ValueTable title={title} series={series} show={show} isThinned={isThinned} />
      </details>
    </figure>
  );
};

interface SeriesProps {
  readonly series: readonly Series[];
  readonly show: (value: number) => string;
}

/** The last value of each line. With several lines it is their legend too. */
const Latest = ({ series, show, since }: Pick<ChartProps, 'series' | 'since'> & Pick<SeriesProps, 'show'>) => (
  <ul class="latest">
    {series.map(({ name, values, growth }, index) => {
      const last = values.at(-1)?.value ?? null;
      return (
        <li>
          {series.length > 1 && (
            <>
              <svg width="20" height="8" aria-hidden="true" focusable="false">
                <path class={`line line-${index}`} d="M1 4H19" />
              </svg>
              <span class="quiet">{name}</span>
            </>
          )}
          {last === null ? <span class="quiet">not known</span> : <strong>{show(last)}</strong>}
          {growth !== null && since !== undefined && (
            <span class="quiet">
              {growth < 0 ? '\u2212' : '+'}
              {exactly(Math.abs(growth))} since {dayOf(since)}
            </span>
          )}
        </li>
      );
    })}
  </ul>
);

interface PlotProps {
  readonly shape: ChartShape;
  readonly label: string;
  readonly tick: (value: number) => string;
}

/** The picture fills the width: its lines are stretched, and its texts keep their size. */
const Plot = ({ shape, label, tick }: PlotProps) => (
  <svg class="lines" width="100%" height={height + labelHeight + 14} role="img" aria-label={label}>
    <svg y="14" overflow="visible" aria-hidden="true" focusable="false">
      {shape.rules.map(({ y }) => (
        <line class="rule" x1="0" x2="100%" y1={y} y2={y} />
      ))}
      <svg
        width="100%"
        height={height}
        viewBox={`0 0 ${boxWidth} ${height}`}
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
        focusable="false"
      >
        {shape.paths.map((path, index) => (
          <path class={`line line-${index}`} vector-effect="non-scaling-stroke" d={path} />
        ))}
      </svg>
      {shape.rules.map(({ value, y }) => (
        <text x="0" y={y - 4}>
          {tick(value)}
        </text>
      ))}
      {shape.days.map(({ date, percent }) => (
        <text x={`${percent}%`} y={height + 18} text-anchor={anchorOf(percent)}>
          {dayOf(date.toISOString()).slice(0, -5)}
        </text>
      ))}
    </svg>
  </svg>
);

const anchorOf = (percent: number): 'start' | 'middle' | 'end' =>
  percent < 6 ? 'start' : percent > 94 ? 'end' : 'middle';

function labelOf(title: string, series: readonly Series[], show: (value: number) => string): string {
  const said = series.flatMap(({ name, values }) => {
    const known = values.flatMap(({ date, value }) => (value === null ? [] : [{ date, value }]));
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [`${name} ${show(first.value)} on ${dayOf(first.date)}, ${show(last.value)} on ${dayOf(last.date)}`];
  });
  return `Chart of ${title.toLowerCase()}. ${said.join('. ')}.`;
}

const ValueTable = ({ title, series, show, isThinned }: SeriesProps & { title: string; isThinned: boolean }) => (
  <table class="values">
    <caption>
      {title}: last known values at the end of the day{isThinned && '. The table leaves out some days'}
    </caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        {series.map(({ name }) => (
          <th scope="col">{name}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {series[0]?.values.map(({ date }, row) => (
        <tr>
          <th scope="row">{dayOf(date)}</th>
          {series.map(({ values }) => {
            const value = values[row]?.value ?? null;
            return <td>{value === null ? 'not known' : show(value)}</td>;
          })}
        </tr>
      ))}
    </tbody>
  </table>
);
