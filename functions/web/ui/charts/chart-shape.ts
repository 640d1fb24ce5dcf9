import { extent, nice, ticks } from 'd3-array';
import { line } from 'd3-shape';
import { utcTicks } from 'd3-time';

/** The values of one quantity. */
export interface Series {
  readonly name: string;
  readonly values: readonly Value[];
}

interface Value {
  /** The UTC day, YYYY-MM-DD. */
  readonly date: string;
  /** Null is a gap in the line. */
  readonly value: number | null;
}

/** A chart of lines. Widths are shares of the picture, because the picture fills its place. */
export interface ChartShape {
  /** The `d` of each series, in a box of `boxWidth` and the height of the chart. */
  readonly paths: readonly string[];
  readonly rules: readonly { readonly value: number; readonly y: number }[];
  readonly days: readonly { readonly date: Date; readonly percent: number }[];
}

export const boxWidth = 1_000;
/** The share of the width on the left that the values of the rules take. */
const margin = 0.1;
const maxRules = 3;
const maxDays = 4;
const dayMs = 86_400_000;

/** The shape of a chart from zero, or a lower value, to the largest value; null if no value is known. */
export function shapeOf(series: readonly Series[], height: number): ChartShape | null {
  const all = series.flatMap(({ values }) => values);
  const [bottom, top] = extent(all, ({ value }) => value ?? undefined);
  const [first, last] = extent(all, ({ date }) => Date.parse(date));
  if (bottom === undefined || top === undefined || first === undefined || last === undefined) return null;
  // No rule shows half a post.
  const isWhole = all.every(({ value }) => value === null || Number.isInteger(value));
  const low = Math.min(0, bottom);
  const [floor, ceiling] = nice(low, top === low ? low + 1 : top, maxRules);
  const shareOf = (time: number) => margin + (1 - margin) * (first === last ? 0.5 : (time - first) / (last - first));
  const y = (value: number) => Math.round((1 - (value - floor) / (ceiling - floor)) * height * 10) / 10;
  const draw = line<Value>()
    .digits(1)
    .defined(({ value }) => value !== null)
    .x(({ date }) => shareOf(Date.parse(date)) * boxWidth)
    .y(({ value }) => y(value ?? 0));
  // A short period also has ticks between days.
  const ticksOfTime = first === last ? [new Date(first)] : utcTicks(new Date(first), new Date(last), maxDays);
  const days = ticksOfTime.filter((date) => date.getTime() % dayMs === 0);
  return {
    paths: series.map(({ values }) => draw(values) ?? ''),
    rules: ticks(floor, ceiling, maxRules)
      .filter((value) => !isWhole || Number.isInteger(value))
      .map((value) => ({ value, y: y(value) })),
    days: days.map((date) => ({ date, percent: Math.round(shareOf(date.getTime()) * 1_000) / 10 })),
  };
}

/** At most `maxPoints` points, evenly spread, including the last one: enough for a chart, and few enough for a table. */
export function spread<Point>(points: readonly Point[], maxPoints: number): readonly Point[] {
  const step = Math.ceil(points.length / maxPoints);
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

/** The `d` of a line of at most a few dozen values, from its lowest to its highest value; null without two known values. */
export function sparkOf(values: readonly (number | null)[], width: number, height: number): string | null {
  const [low, high] = extent(values, (value) => value ?? undefined);
  if (low === undefined || high === undefined || values.filter((value) => value !== null).length < 2) return null;
  const span = high - low || 1;
  const step = width / Math.max(1, values.length - 1);
  return line<number | null>()
    .digits(1)
    .defined((value) => value !== null)
    .x((_, index) => index * step)
    .y((value) => height - (((value ?? 0) - low) / span) * height)([...values]);
}
