import type { PlacementAnalytics } from '../../../../schema/metrics/placement-analytics.ts';
import { type Money, usdt } from '../../../../schema/shared/money.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { priceOf, roughly } from '../../ui/format.ts';
import { ByDay, lineOf } from '../frame/by-day.tsx';
import type { View } from '../page.ts';

interface Props {
  readonly series: PlacementAnalytics['series'];
  /** When the order was created; null for the work of a period. */
  readonly since: string | null;
  readonly view: View;
}

/** The days of the period as charts, each with its values as a table. */
export const PlacementSeries = ({ series, since, view }: Props) => (
  <ByDay series={series} since={since} view={view} hasOwnPeriod={since === null}>
    {(days) => (
      <>
        <Chart
          id="chart-money"
          title="Amounts"
          series={[
            lineOf(days, 'Reserved', ({ reserved }) => minorOf(reserved)),
            lineOf(days, 'Paid', ({ spent }) => minorOf(spent)),
            lineOf(days, 'Refunded', ({ refunded }) => minorOf(refunded)),
          ]}
          show={(minor) => priceOf(usdt(BigInt(minor)))}
          tick={(minor) => roughly(minor / minorPerUsdt)}
          about="in USDT, reserved, paid and refunded on the day"
          isByDay
        />
        <Chart
          id="chart-work"
          title="Work"
          series={[
            lineOf(days, 'Ordered', ({ funded }) => funded),
            lineOf(days, 'Accepted', ({ accepted }) => accepted),
            lineOf(days, 'Approved', ({ approved }) => approved),
          ]}
          about="ordered, accepted and approved on the day"
          isByDay
        />
        <Chart
          id="chart-results"
          title="Delivered results"
          series={[lineOf(days, 'Results', ({ deliveredResults }) => deliveredResults)]}
          about="first submitted on the day"
          caption={<p class="quiet small">By the day on which they were first submitted.</p>}
        />
      </>
    )}
  </ByDay>
);

const minorPerUsdt = 1_000_000;

/** Safe: the amounts of one day are far below 2^53. */
const minorOf = ({ raw }: Money): number => Number(raw);
