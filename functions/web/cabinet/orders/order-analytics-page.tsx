import { ReadOrderAnalytics } from '../../../../schema/metrics/placement-analytics.ts';
import { GetOrder } from '../../../../schema/placements/orders.ts';
import { Time } from '../../ui/time.tsx';
import { chartDays } from '../frame/by-day.tsx';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { page, type Visit } from '../page.ts';
import { orderTones } from './order-words.ts';
import { PlacementFigures } from './placement-figures.tsx';
import { PlacementSeries } from './placement-series.tsx';
import { CreatorTable, StatusTable } from './placement-tables.tsx';

export default page({
  async load(api, { params, query }) {
    const { data: order } = await api.read(GetOrder, { params });
    const { data } = await api.read(ReadOrderAnalytics, {
      params,
      query: periodFor(order.createdAt, query, api.now),
    });
    return { order, ...data };
  },
  render({ order, totals, engagement, viewDefinitions, series, byStatus, byCreator }, view) {
    const { id, status, createdAt } = order;
    const back = { href: `/cabinet/orders/${id}`, label: `Order ${id}` };
    return {
      title: `Analytics · Order ${id}`,
      content: (
        <>
          <Heading
            title={`Analytics of order ${id}`}
            back={back}
            about={
              <>
                <Status of={status} tone={orderTones[status]} /> Created <Time at={createdAt} />. The sums are of the
                whole order, as it is now.
              </>
            }
          />
          {totals.assignments === 0 ? (
            <div class="card empty-card">
              <strong>The order has no work yet.</strong>
              <p>Work begins when you confirm the quote.</p>
              <a href={back.href}>Show the order</a>
            </div>
          ) : (
            <>
              <PlacementFigures totals={totals} engagement={engagement} viewDefinitions={viewDefinitions} />
              <PlacementSeries series={series} since={createdAt} view={view} />
              <StatusTable rows={byStatus} />
              <CreatorTable rows={byCreator} creators={totals.creators} view={view} />
            </>
          )}
        </>
      ),
    };
  },
});

const dayMs = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The chosen period; by default the first days of the order, because its work happens then. */
function periodFor(createdAt: string, { from, to }: Visit['query'], now: Date) {
  if (from !== undefined || to !== undefined) return { ...(from && { from }), ...(to && { to }) };
  const start = Date.parse(createdAt);
  return { from: dayOf(start), to: dayOf(Math.min(now.getTime(), start + (chartDays - 1) * dayMs)) };
}
