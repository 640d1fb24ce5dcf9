import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { cursorGuard, largestId } from '../client.ts';
import { pageBySize, type SizedRow } from '../page-by-size.ts';
import type { Query } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { placementOrders, quotes } from '../tables/orders.ts';
import { type OrderRecord, orderJson } from './orders.ts';

export interface OrdersPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly status?: string | undefined;
}

/** The orders of an advertiser, newest first. A cursor that was never an order of theirs in that status is INVALID_CURSOR. */
export function ordersPage(
  advertiserId: number,
  { limit, cursor, status }: OrdersPage,
  now: Date,
): Query<SizedRow<OrderRecord>> {
  const own = sql`${placementOrders} where ${placementOrders.id} = ${cursor ?? null}
    and ${placementOrders.advertiserId} = ${advertiserId} ${status === undefined ? sql`` : sql`and ${wasEver(status)}`}`;
  const ids = sql.join(
    conditionsOf(status, now).map((condition) => newest(advertiserId, { limit, cursor }, condition)),
    sql` union all `,
  );
  return pageBySize(
    {
      id: placementOrders.id,
      item: orderJson,
      from: sql`from (select id from (${ids}) own order by id desc limit ${limit + 1}) page
        join ${placementOrders} on ${placementOrders.id} = page.id
        ${cursor === undefined ? sql`` : sql`where ${cursorGuard(own)}`}`,
    },
    limit,
  );
}

/** A page of one status, read from its own index. The pair is compared as a whole, as in the lists of assignments. */
const newest = (advertiserId: number, { limit, cursor }: OrdersPage, condition: SQL): SQL => sql`(
  select ${placementOrders.id} from ${placementOrders}
  where ${placementOrders.advertiserId} >= ${advertiserId}
    and (${placementOrders.advertiserId}, ${placementOrders.id}) < (${advertiserId}, ${cursor ?? largestId}) ${condition}
  order by ${placementOrders.advertiserId} desc, ${placementOrders.id} desc limit ${limit + 1})`;

const quoteOfOrder = sql`${quotes} where ${quotes.orderId} = ${placementOrders.id}`;
const workOfOrder = sql`${placementAssignments} where ${placementAssignments.orderId} = ${placementOrders.id}`;

// An order whose quote has expired reads as a draft. It is stored as QUOTED until the next change.
function conditionsOf(status: string | undefined, now: Date): SQL[] {
  const is = (stored: string) => sql`and ${placementOrders.status} = ${stored}`;
  const hasQuote = sql`exists (select from ${quoteOfOrder} and ${quotes.status} = 'ACTIVE' and ${quotes.expiresAt} > ${now})`;
  if (status === undefined) return [sql``];
  if (status === 'DRAFT') return [is('DRAFT'), sql`${is('QUOTED')} and not ${hasQuote}`];
  if (status === 'QUOTED') return [sql`${is('QUOTED')} and ${hasQuote}`];
  return [is(status)];
}

// The former statuses of an order follow from its origin, its quotes and its work. The last two statuses are final. A cancelled draft
// may have been quoted: its quotes are deleted after a time.
function wasEver(status: string): SQL {
  const wasQuoted = sql`exists (select from ${quoteOfOrder})`;
  const hasWork = (condition = sql``) => sql`exists (select from ${workOfOrder} ${condition})`;
  if (status === 'DRAFT') return sql`${placementOrders.origin} = 'LISTING'`;
  if (status === 'QUOTED')
    return sql`(${placementOrders.origin} = 'LISTING'
      and (${wasQuoted} or (${placementOrders.status} = 'CANCELLED' and not ${hasWork()})))`;
  if (status === 'FUNDED') return hasWork();
  if (status === 'IN_PROGRESS') return hasWork(sql`and ${placementAssignments.acceptedAt} is not null`);
  return sql`${placementOrders.status} = ${status}`;
}
