import type { CampaignAnalytics } from '../../../../schema/campaigns/analytics.ts';
import { Chart } from '../../ui/charts/chart.tsx';
import { exactly, priceOf, roughly } from '../../ui/format.ts';
import { ByDay, lineOf } from '../frame/by-day.tsx';
import type { View } from '../page.ts';

type Day = CampaignAnalytics['series'][number];

interface Props {
  readonly series: readonly Day[];
  readonly startedAt: string | null;
  readonly view: View;
}

/** The days of the period as charts, each with its values as a table. */
export const CampaignSeries = ({ series, startedAt, view }: Props) => (
  <ByDay series={series} since={startedAt} view={view}>
    {(days) => (
      <>
        <Chart
          id="chart-views"
          title="Views gained"
          series={[lineOf(days, 'Views', ({ views }) => views)]}
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
          series={[lineOf(days, 'Spent', ({ spent }) => Number(spent.raw))]}
          show={(cents) => priceOf(usdOf(cents))}
          tick={(cents) => `$${roughly(cents / 100)}`}
          about="what posts have earned on the day"
          caption={<p class="quiet small">What posts have earned, in USD.</p>}
        />
        <Chart
          id="chart-reactions"
          title="Likes and comments gained"
          series={[lineOf(days, 'Likes', ({ likes }) => likes), lineOf(days, 'Comments', ({ comments }) => comments)]}
          about="gained by accepted videos on the day"
          isByDay
        />
        <Chart
          id="chart-posts"
          title="Posts and clicks"
          series={[
            lineOf(days, 'Submitted', ({ submitted }) => submitted),
            lineOf(days, 'Accepted', ({ accepted }) => accepted),
            lineOf(days, 'Clicks', ({ clicks }) => clicks),
          ]}
          show={exactly}
          about="on the day"
          isByDay
        />
      </>
    )}
  </ByDay>
);

/** Safe: a sum of cents of one day is far below 2^53. */
const usdOf = (cents: number) => ({ raw: String(cents), currency: 'USD', decimals: 2 }) as const;
