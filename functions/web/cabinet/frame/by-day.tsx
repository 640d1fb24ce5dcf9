import type { Child } from 'hono/jsx';
import { dayOf } from '../../ui/format.ts';
import type { View } from '../page.ts';

/** A page of this many days has less than 60 kB. */
export const chartDays = 92;

interface Dated {
  /** The UTC day, YYYY-MM-DD. */
  readonly date: string;
}

interface Props<D extends Dated> {
  readonly series: readonly D[];
  /** Days before this time are left out, unless the address names a period. */
  readonly since: string | null;
  readonly view: View;
  /** Another form of the page chooses the period. */
  readonly hasOwnPeriod?: boolean;
  readonly children: (days: readonly D[]) => Child;
}

/** The days of a period as charts, with the form that chooses the period. */
export const ByDay = <D extends Dated>({ series, since, view, hasOwnPeriod = false, children }: Props<D>) => {
  const known = series.slice(-chartDays);
  const days = view.query.from ? known : sinceStart(known, since);
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  return (
    <section class="part" aria-labelledby="series">
      <div class="part-head">
        <h2 id="series">By day</h2>
        <p class="quiet small">
          {first !== undefined && last !== undefined && `${dayOf(first)} to ${dayOf(last)}, UTC`}
          {last === view.now.toISOString().slice(0, 10) && '. The last day is not over'}
          {known.length < series.length && `, the last ${chartDays} days of the period`}
        </p>
      </div>
      {!hasOwnPeriod && <Period view={view} first={first} last={last} />}
      <div class="plots">{children(days)}</div>
    </section>
  );
};

/** The values of one quantity of the days. */
export const lineOf = <D extends Dated>(days: readonly D[], name: string, of: (day: D) => number | null) => ({
  name,
  values: days.map((day) => ({ date: day.date, value: of(day) })),
});

/** Without the days before the start, but a week at least. */
function sinceStart<D extends Dated>(days: readonly D[], since: string | null): readonly D[] {
  const first = days.findIndex(({ date }) => since !== null && date >= since.slice(0, 10));
  return days.slice(Math.min(Math.max(first, 0), Math.max(days.length - 7, 0)));
}

interface PeriodProps {
  readonly view: View;
  /** The days that are chosen without a choice. */
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  /** Where the form leads; by default to its page. */
  readonly action?: string;
  readonly submit?: string;
}

/** The form that chooses a period. The address of the page is its state. */
export const Period = ({ view, first, last, action = view.path, submit = 'Show' }: PeriodProps) => (
  <form method="get" class="filter-bar" action={action}>
    <div class="input">
      <label for="from">From</label>
      <input id="from" name="from" type="date" value={view.query.from?.slice(0, 10) ?? first} />
    </div>
    <div class="input">
      <label for="to">To</label>
      <input id="to" name="to" type="date" value={view.query.to?.slice(0, 10) ?? last} />
    </div>
    <button type="submit" class="secondary">
      {submit}
    </button>
  </form>
);
