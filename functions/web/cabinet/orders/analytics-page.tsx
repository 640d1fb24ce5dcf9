import { ReadPlacementAnalytics } from '../../../../schema/metrics/placement-analytics.ts';
import { Period } from '../frame/by-day.tsx';
import { Heading } from '../frame/frame.tsx';
import { page } from '../page.ts';
import { PlacementFigures } from './placement-figures.tsx';
import { PlacementSeries } from './placement-series.tsx';
import { CreatorTable, StatusTable } from './placement-tables.tsx';

export default page({
  load: (api, { query: { from, to } }) =>
    api.read(ReadPlacementAnalytics, { query: { ...(from && { from }), ...(to && { to }) } }),
  render({ data }, view) {
    const { totals, engagement, viewDefinitions, series, byStatus, byCreator } = data;
    return {
      title: 'Analytics of orders',
      content: (
        <>
          <Heading
            title="Analytics of orders"
            back={{ href: '/cabinet/orders', label: 'Orders' }}
            about="The sums cover all work that was open in the period, as it is now, with all its amounts, also those from before the period. The charts show what happened in the period."
          />
          <Period view={view} first={series[0]?.date} last={series.at(-1)?.date} />
          {totals.assignments === 0 ? (
            <div class="card empty-card">
              <strong>No work was open in this period.</strong>
              <p>Work begins when you confirm the quote of an order.</p>
              <a href="/cabinet/orders">Show your orders</a>
            </div>
          ) : (
            <>
              <PlacementFigures totals={totals} engagement={engagement} viewDefinitions={viewDefinitions} />
              <PlacementSeries series={series} since={null} view={view} />
              <StatusTable rows={byStatus} />
              <CreatorTable rows={byCreator} creators={totals.creators} view={view} />
            </>
          )}
        </>
      ),
    };
  },
});
