import type { ReportMetrics } from '../../../../schema/factories/report-rows.ts';
import { postsOf } from '../charts/coverage.tsx';
import { Value } from '../charts/unknown.tsx';
import { exactly } from '../format.ts';
import type { Column } from './lists.tsx';
import { rateOf } from './words.ts';

const counters = [
  { name: 'views', title: 'Views', show: exactly },
  { name: 'likes', title: 'Likes', show: exactly },
  { name: 'comments', title: 'Comments', show: exactly },
  { name: 'er', title: 'ER', show: rateOf },
  { name: 'saves', title: 'Saves', show: exactly },
] as const;
export type CounterName = (typeof counters)[number]['name'];

/** The counters that the rows have. A hidden counter is in no row. */
export const countersIn = (rows: readonly { readonly metrics: ReportMetrics }[]) =>
  counters.filter(({ name }) => rows[0]?.metrics[name] !== undefined);
export type Counters = ReturnType<typeof countersIn>;

export const columnsOf = (shown: Counters): Column[] =>
  shown.map(({ name, title }) => ({ title, sort: name, isNumber: true }));

interface CellsProps {
  readonly metrics: ReportMetrics;
  readonly shown: Counters;
  /** Why a counter is not known. */
  readonly why: (name: CounterName) => string | undefined;
  /** Whether a value is of several posts, of which some may be unknown. */
  readonly isSum?: boolean;
}

export const Cells = ({ metrics, shown, why, isSum = false }: CellsProps) => (
  <>
    {shown.map(({ name, title, show }) => (
      <td data-label={title} class="number">
        <Value value={metrics[name] ?? null} show={show} why={why(name)} />
        {isSum && <Part of={partOf(metrics, name)} />}
      </td>
    ))}
  </>
);

/** Shown only where some posts are not measured. */
const Part = ({ of }: { readonly of: ReportMetrics['erCoverage'] }) =>
  of === undefined || of.measuredPosts === 0 || of.measuredPosts === of.totalPosts ? null : (
    <span class="why">
      {exactly(of.measuredPosts)} of {postsOf(of.totalPosts)}
    </span>
  );

const partOf = ({ erCoverage, savesCoverage }: ReportMetrics, name: CounterName): ReportMetrics['erCoverage'] =>
  name === 'er' ? erCoverage : name === 'saves' ? savesCoverage : undefined;
