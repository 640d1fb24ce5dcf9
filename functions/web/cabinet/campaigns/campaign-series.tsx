import type { CampaignAnalytics } from '../../../../schema/campaigns/analytics.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { dayOf, exactly, priceOf, roughly } from '../../ui/format.ts';
import type { View } from '../page.ts';

type Day = CampaignAnalytics['series'][number];

/** A page of this many days has less than 60 kB. */
const maxDays = 92;

interface Props {
  readonly series: readonly Day[];
  readonly startedAt: string | null;
  readonly view: View;
}

/** The days of the period as charts, each with its values as a table. */
export const CampaignSeries = ({ series, startedAt, view }: Props) => {
  const known = series.slice(-maxDays);
  const days = view.query.from ? known : sinceStart(known, startedAt);
  const linesOf = (name: string, of: (day: Day) => number | null) => ({
    name,
    values: days.map((day) => ({ date: day.date, value: of(day) })),
  });
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  return (
    <section class="part" aria-labelledby="series">
      <div class="part-head">
        <h2 id="series">By day</h2>
        <p class="quiet small">
          {first !== undefined && last !== undefined && `${dayOf(first)} to ${dayOf(last)}, UTC`}
          {last === view.now.toISOString().slice(0, 10) && '. The last day is not over'}
          {known.length < series.length && `, the last ${maxDays} days of the period`}
        </p>
      </div>
      <Period view={view} first={first} last={last} />
      <div class="plots">
        <Chart
          id="chart-views"
          title="Views gained"
          series={[linesOf('Views', ({ views }) => views)]}
          about="gained by accepted videos on the day"
          caption={
            <p class="quiet small">
              Of accepted videos. A day has a value only if it and the day before have measurements.
            </p>
          }
        />
        <Chart
          id="chart-spent"
          title="Spent"
          series={[linesOf('Spent', ({ spent }) => Number(spent.raw))]}
          show={(cents) => priceOf(usdOf(cents))}
          tick={(cents) => `$${roughly(cents / 100)}`}
          about="what posts have earned on the day"
          caption={<p class="quiet small">What posts have earned, in USD.</p>}
        />
        <Chart
          id="chart-reactions"
          title="Likes and comments gained"
          series={[linesOf('Likes', ({ likes }) => likes), linesOf('Comments', ({ comments }) => comments)]}
          about="gained by accepted videos on the day"
          isByDay
        />
        <Chart
          id="chart-posts"
          title="Posts and clicks"
          series={[
            linesOf('Submitted', ({ submitted }) => submitted),
            linesOf('Accepted', ({ accepted }) => accepted),
            linesOf('Clicks', ({ clicks }) => clicks),
          ]}
          show={exactly}
          about="on the day"
          isByDay
        />
      </div>
    </section>
  );
};

/** Safe: a sum of cents of one day is far below 2^53. */
const usdOf = (cents: number) => ({ raw: String(cents), currency: 'USD', decimals: 2 }) as const;

/** Without the days before the start, but a week at least. */
function sinceStart(days: readonly Day[], startedAt: string | null): readonly Day[] {
  const first = days.findIndex(({ date }) => startedAt !== null && date >= startedAt.slice(0, 10));
  return days.slice(Math.min(Math.max(first, 0), Math.max(days.length - 7, 0)));
}

interface PeriodProps {
  readonly view: View;
  readonly first: string | undefined;
  readonly last: string | undefined;
}

const Period = ({ view, first, last }: PeriodProps) => (
  <form method="get" class="filter-bar" action={view.path}>
    <div class="input">
      <label for="from">From</label>
      <input id="from" name="from" type="date" value={view.query.from?.slice(0, 10) ?? first} />
    </div>
    <div class="input">
      <label for="to">To</label>
      <input id="to" name="to" type="date" value={view.query.to?.slice(0, 10) ?? last} />
    </div>
    <button type="submit" class="secondary">
      Show
    </button>
  </form>
);
