import type { Child } from 'hono/jsx';
import { dayOf, exactly, roughly } from '../format.ts';
import { boxWidth, type ChartShape, type Series, shapeOf } from './chart-shape.ts';

type Show = (value: number) => string;

export interface Line extends Series {
  /** The change since the day before the period; null if it is not known. */
  readonly growth?: number | null;
}

const height = 132;
const labelHeight = 24;

interface ChartProps {
  readonly id: string;
  readonly title: string;
  readonly series: readonly Line[];
  /** A value in words; by default an exact count. */
  readonly show?: Show;
  /** A value beside a rule; by default a rough count. */
  readonly tick?: Show;
  /** What the values are, for the table. */
  readonly about: string;
  readonly isThinned?: boolean;
  /** The day that growth is counted from. */
  readonly since?: string | undefined;
  /** Instead of the last value of each line. */
  readonly caption?: Child;
  /** Each value is of its day alone, so the last one is not the present state: the legend has no values. */
  readonly isByDay?: boolean;
}

/** Lines over days, with the values as a table. An unknown value is a gap. */
export const Chart = (props: ChartProps) => {
  const {
    id,
    title,
    series,
    show = exactly,
    tick = roughly,
    about,
    isThinned = false,
    since,
    caption,
    isByDay,
  } = props;
  const shape = shapeOf(series, height);
  return (
    <figure class="card plot" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        {caption ?? <Latest series={series} show={isByDay === true ? null : show} since={since} />}
      </figcaption>
      {shape === null ? (
        <p class="quiet small">No value is known yet.</p>
      ) : (
        <Plot shape={shape} label={labelOf(title, series, show)} tick={tick} />
      )}
      <details>
        <summary>Values</summary>
        <ValueTable title={title} about={about} series={series} show={show} isThinned={isThinned} />
      </details>
    </figure>
  );
};

interface SeriesProps {
  readonly series: readonly Series[];
  readonly show: Show;
}

/** The last value of each line. With several lines it is their legend too. */
interface LatestProps extends Pick<ChartProps, 'series' | 'since'> {
  /** Null: only a legend. */
  readonly show: Show | null;
}

const Latest = ({ series, show, since }: LatestProps) => (
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
          {show === null ? null : last === null ? <span class="quiet">not known</span> : <strong>{show(last)}</strong>}
          {growth != null && since !== undefined && (
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
  readonly tick: Show;
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

function labelOf(title: string, series: readonly Series[], show: Show): string {
  const said = series.flatMap(({ name, values }) => {
    const known = values.flatMap(({ date, value }) => (value === null ? [] : [{ date, value }]));
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [`${name} ${show(first.value)} on ${dayOf(first.date)}, ${show(last.value)} on ${dayOf(last.date)}`];
  });
  return `Chart of ${title.toLowerCase()}. ${said.join('. ')}.`;
}

const ValueTable = ({
  title,
  about,
  series,
  show,
  isThinned,
}: SeriesProps & Pick<ChartProps, 'title' | 'about' | 'isThinned'>) => (
  <table class="values">
    <caption>
      {title}: {about}
      {isThinned && '. The table leaves out some days'}
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
