import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { array } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, factsOf, guard, json, jsonList, type Query, query, type TypeOf } from '../query.ts';
import type { ParametersOf, Value } from '../statements.ts';
import { storedChange, storedRead } from '../stored.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { creators } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';
import { orderItems, placementOrders, quotes } from '../tables/orders.ts';
import { insertItemRows, itemJson, itemRows, listingIdsOf } from './items.ts';
import { availableListings } from './listings.ts';
import {
  type IssuedQuote,
  insertQuoteRow,
  latestVersionOf,
  type QuoteRecord,
  quoteJson,
  quoteRow,
  supersedeQuotes,
} from './quotes.ts';

/** An order as JSON, with its items and its latest quote that was not superseded. */
export const orderJson = json({
  id: placementOrders.id,
  version: placementOrders.version,
  status: placementOrders.status,
  origin: placementOrders.origin,
  createdAt: placementOrders.createdAt,
  updatedAt: placementOrders.updatedAt,
  items: jsonList(
    itemJson,
    sql`from ${orderItems} join ${creators} on ${creators.userId} = ${orderItems.creatorId}
      where ${orderItems.orderId} = ${placementOrders.id}`,
    sql`${orderItems.position}`,
  ),
  quote: sql<QuoteRecord | null>`(select ${quoteJson} from ${quotes}
    where ${quotes.orderId} = ${placementOrders.id} and ${quotes.status} <> 'SUPERSEDED'
    order by ${quotes.version} desc limit 1)`,
});

export type OrderRecord = TypeOf<typeof orderJson>;

/** The order of this advertiser, or null: a field of the facts. */
export const orderOf = (advertiserId: Value<number>, orderId: Value<number>): SQL<OrderRecord | null> =>
  sql`(select ${orderJson} from ${placementOrders}
    where ${placementOrders.id} = ${orderId} and ${placementOrders.advertiserId} = ${advertiserId})`;

/** Whether the order is one of this advertiser: a field of the facts. */
export const isOrderOf = (advertiserId: number, orderId: number): SQL<boolean> =>
  sql`exists (select from ${placementOrders}
    where ${placementOrders.id} = ${orderId} and ${placementOrders.advertiserId} = ${advertiserId})`;

export const idList = (ids: readonly number[]): SQL => sql`${array(ids)}::bigint[]`;

const insertOrder = (order: OrderRecord, advertiserId: number): SQLWrapper =>
  build.insert(placementOrders).values({
    id: order.id,
    advertiserId,
    origin: order.origin,
    status: order.status,
    version: order.version,
    createdAt: new Date(order.createdAt),
    updatedAt: new Date(order.updatedAt),
  });

/** Inserts a draft order. The limit `drafts` refuses it when its advertiser would have more than `limit`. */
export const insertDraft = (order: OrderRecord, advertiserId: number, limit: number): SQLWrapper[] => [
  sql`select from ${users} where ${users.id} = ${advertiserId} for no key update`,
  insertOrder(order, advertiserId),
  guard(
    sql`(select count(*) <= ${limit} from ${placementOrders}
      where ${placementOrders.advertiserId} = ${advertiserId} and ${placementOrders.status} in ('DRAFT', 'QUOTED'))`,
    limitCode('drafts'),
  ),
];

interface DraftChange {
  readonly id: number;
  readonly expectedVersion: number;
  readonly status: 'DRAFT' | 'QUOTED';
  readonly version: number;
  readonly updatedAt: string | Date;
}

const changeOf = ({ id, version, updatedAt }: OrderRecord, status: 'DRAFT' | 'QUOTED') => ({
  id,
  version,
  updatedAt,
  status,
});

const changeDraft = ({ id, expectedVersion, ...changes }: ParametersOf<DraftChange>): SQL =>
  changesOne(
    build
      .update(placementOrders)
      .set(changes)
      .where(
        and(
          eq(placementOrders.id, id),
          eq(placementOrders.version, expectedVersion),
          sql`${placementOrders.status} in ('DRAFT', 'QUOTED')`,
        ),
      ),
  );

const setBases = (orderId: SQL<number>, lines: SQL<string>): SQLWrapper =>
  build
    .update(orderItems)
    .set({ base: sql`line.base` })
    .from(sql`jsonb_to_recordset(${lines}::jsonb) as line("orderItemId" bigint, base bigint)`)
    .where(
      sql`${orderItems.orderId} = ${orderId} and ${orderItems.id} = line."orderItemId" and ${orderItems.base} <> line.base`,
    );

const draftNames = ['id', 'expectedVersion', 'status', 'version', 'updatedAt'] as const;

const replaceDraft = storedChange<DraftChange & { items: string }>(
  'replace_draft',
  [...draftNames, 'items'],
  ({ items, ...draft }) => [
    changeDraft(draft),
    supersedeQuotes(draft.id),
    build.delete(orderItems).where(eq(orderItems.orderId, draft.id)),
    insertItemRows(items),
  ],
);

/** Replaces the items of a draft at the version that was read. */
export const replaceItems = (order: OrderRecord, expectedVersion: number): SQLWrapper =>
  replaceDraft({ ...changeOf(order, 'DRAFT'), expectedVersion, items: itemRows(order.id, order.items) });

const quoteStored = storedChange<DraftChange & { quoted: string; quote: string }>(
  'quote_draft',
  [...draftNames, 'quoted', 'quote'],
  ({ quoted, quote, ...draft }) => [
    changeDraft(draft),
    setBases(draft.id, quoted),
    supersedeQuotes(draft.id),
    insertQuoteRow(quote),
  ],
);

interface OwnOrder {
  readonly userId: number;
  readonly orderId: number;
}

/** What a quote is decided on. */
export const quoteFacts = storedRead(
  'quote_facts',
  ['userId', 'orderId'],
  ({ userId, orderId }: ParametersOf<OwnOrder>) =>
    factsOf({
      order: orderOf(userId, orderId),
      listings: availableListings(listingIdsOf(orderId)),
      latestVersion: latestVersionOf(orderId),
    }),
);

/** Issues a quote: marks the order as quoted at the version that was read, and its items with the bases of the quote. */
export const quoteDraft = (order: OrderRecord, quote: IssuedQuote, at: Date): SQLWrapper =>
  quoteStored({
    ...changeOf(order, 'QUOTED'),
    expectedVersion: order.version,
    updatedAt: at,
    quoted: JSON.stringify(quote.lines),
    quote: quoteRow(quote),
  });

/** Marks an order as funded at the version that was read. */
export const markFunded = (id: SQL<number>, version: SQL<number>, at: SQL<Date>): SQL =>
  changesOne(
    build
      .update(placementOrders)
      .set({ status: 'FUNDED', updatedAt: at })
      .where(
        and(eq(placementOrders.id, id), eq(placementOrders.version, version), eq(placementOrders.status, 'QUOTED')),
      ),
  );

/**
 * Each change of assignments locks their orders first, in the sequence of their ids, so that the status of an order is derived from all of
 * its assignments.
 */
export const lockOrders = (orderIds: SQL): SQL =>
  sql`select from ${placementOrders} where ${placementOrders.id} = any (${orderIds}) order by ${placementOrders.id} for update`;

/** Derives the status of each order from its assignments. The orders are locked. */
export const deriveOrders = (orderIds: SQL, at: SQL<Date>): SQLWrapper =>
  build
    .update(placementOrders)
    .set({ status: sql`derived.status`, updatedAt: at })
    .from(
      sql`(select ${placementAssignments.orderId} as order_id, case
          when not bool_and(${placementAssignments.endedAt} is not null) then
            case when bool_or(${placementAssignments.acceptedAt} is not null) then 'IN_PROGRESS' else 'FUNDED' end
          when bool_or(${placementAssignments.status} in ('APPROVED', 'RESOLVED')) then 'COMPLETED'
          else 'CANCELLED' end as status
        from ${placementAssignments} where ${placementAssignments.orderId} = any (${orderIds}) group by 1) derived`,
    )
    .where(sql`${placementOrders.id} = derived.order_id and ${placementOrders.status} <> derived.status`);

/** Cancels at most `limit` unfunded orders that have not changed since then, and returns their number. */
export const cancelUntouchedOrders = (before: Date, at: Date, limit: number): Query<{ readonly cancelled: number }> =>
  query(
    { cancelled: sql<number>`count(*)::int` },
    (columns) => sql`
      with old as (
        select ${placementOrders.id} from ${placementOrders}
        where ${placementOrders.status} in ('DRAFT', 'QUOTED') and ${placementOrders.updatedAt} < ${before}
        order by ${placementOrders.updatedAt} limit ${limit} for update skip locked
      ), cancelled as (${build
        .update(placementOrders)
        .set({ status: 'CANCELLED', version: sql`${placementOrders.version} + 1`, updatedAt: at })
        .from(sql`old`)
        .where(sql`${placementOrders.id} = old.id`)
        .returning({ id: placementOrders.id })
        .getSQL()}
      ), superseded as (${build
        .update(quotes)
        .set({ status: 'SUPERSEDED' })
        .from(sql`cancelled`)
        .where(sql`${quotes.orderId} = cancelled.id and ${quotes.status} = 'ACTIVE'`)
        .getSQL()}
      )
      select ${columns} from cancelled`,
  );
