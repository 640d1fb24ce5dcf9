import type { CatalogEntry } from '../../../schema/catalog/catalog.ts';
import { completedOf, durationOf } from '../ui/metrics.tsx';

/** What the orders of a creator say, in a line of a card. Nothing without orders. */
export const OrderLine = ({
  completedOrders,
  responseTime,
}: Pick<CatalogEntry, 'completedOrders' | 'responseTime'>) => {
  // Rows from before a migration lack these fields until a job has written them.
  const count = completedOrders?.count ?? 0;
  const parts = [
    ...(count === 0 ? [] : [completedOf(count)]),
    ...(responseTime == null
      ? []
      : [`median response time ${durationOf(responseTime.medianMinutes)}, over ${responseTime.answers} orders`]),
  ];
  return parts.length === 0 ? null : <p class="quiet small order-line">{parts.join(' · ')}</p>;
};

/** The same as facts of a page. */
export const OrderFacts = ({
  completedOrders,
  responseTime,
}: Pick<CatalogEntry, 'completedOrders' | 'responseTime'>) => (
  <>
    {(completedOrders?.count ?? 0) > 0 && (
      <div>
        <dt>Completed orders</dt>
        <dd>{completedOrders.count}</dd>
      </div>
    )}
    {responseTime != null && (
      <div>
        <dt>Median response time</dt>
        <dd>
          {durationOf(responseTime.medianMinutes)} <span class="quiet">over {responseTime.answers} orders</span>
        </dd>
      </div>
    )}
  </>
);

/** Beside the name of a creator who has proven a channel. */
export const VerifiedBadge = () => (
  <span class="badge">
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
      <path d="M3 8.5l3.2 3.2L13 5" />
    </svg>
    Verified
  </span>
);
