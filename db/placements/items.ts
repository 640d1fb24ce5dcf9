import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { AssignmentStatus } from '../../schema/shared/enums.ts';
import { insertJson, json, jsonRows, type TypeOf } from '../query.ts';
import type { Value } from '../statements.ts';
import { storedChange } from '../stored.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { creators } from '../tables/creators.ts';
import { orderItems } from '../tables/orders.ts';
import { serviceListings } from '../tables/pricing.ts';
import { creatorNameOf } from './party-names.ts';

interface OrderedWork {
  readonly id: number;
  readonly status: AssignmentStatus;
}

/** An item of an order with its creator, as JSON. */
export const itemJson = json({
  id: orderItems.id,
  serviceListingId: orderItems.serviceListingId,
  /** Null for a custom offer. */
  title: sql<string | null>`(select ${serviceListings.title} from ${serviceListings}
    where ${serviceListings.id} = ${orderItems.serviceListingId})`,
  creatorId: orderItems.creatorId,
  creatorPublicId: creators.publicId,
  creatorName: creatorNameOf(sql`${orderItems.creatorId}`),
  quantity: orderItems.quantity,
  discountBps: orderItems.discountBps,
  dueAt: orderItems.dueAt,
  brief: orderItems.brief,
  results: orderItems.results,
  rights: orderItems.rights,
  base: orderItems.base,
  /** The assignment of a funded item. */
  assignment: sql<OrderedWork | null>`(select json_build_object('id', ${placementAssignments.id}, 'status', ${placementAssignments.status})
    from ${placementAssignments}
    where ${placementAssignments.orderId} = ${orderItems.orderId} and ${placementAssignments.orderItemId} = ${orderItems.id})`,
});

/** An item of an order. `base` is minor units as text. */
export type OrderItemRecord = TypeOf<typeof itemJson>;

/** The terms that an advertiser agrees to. The title of a service is in its termsHash, and a creator may change its name. */
const agreedNames = [
  ...(['serviceListingId', 'creatorId', 'creatorPublicId', 'quantity', 'discountBps', 'dueAt'] as const),
  ...(['brief', 'results', 'rights'] as const),
] as const;
export type AgreedTerms = Pick<OrderItemRecord, (typeof agreedNames)[number]>;

export const agreedTerms = (item: OrderItemRecord): AgreedTerms =>
  Object.fromEntries(agreedNames.map((name) => [name, item[name]])) as AgreedTerms;

/** The terms of a custom offer as its quote stores them. */
export type StoredOffer = Omit<AgreedTerms, 'serviceListingId'>;

export const listingIdsOf = (orderId: Value<number>): SQL =>
  sql`array(select ${orderItems.serviceListingId} from ${orderItems} where ${orderItems.orderId} = ${orderId})`;

/** The number of items of an order, and of the results that they require. */
export const itemsIn = (orderId: Value<number>): SQL<number> =>
  sql`(select count(*) from ${orderItems} where ${orderItems.orderId} = ${orderId})`;
export const resultsIn = (orderId: Value<number>): SQL<number> =>
  sql`(select sum(${orderItems.quantity}) from ${orderItems} where ${orderItems.orderId} = ${orderId})`;

/** The rows of the items as one parameter. */
export const itemRows = (orderId: number, items: readonly OrderItemRecord[]): string =>
  jsonRows(
    orderItems,
    itemColumns,
    items.map(({ dueAt, base, ...item }, index) => ({
      ...item,
      orderId,
      position: index + 1,
      dueAt: new Date(dueAt),
      base: BigInt(base),
    })),
  );

const itemColumns = [
  ...(['id', 'orderId', 'position', 'serviceListingId', 'creatorId', 'quantity', 'discountBps'] as const),
  ...(['dueAt', 'brief', 'results', 'rights', 'base'] as const),
] as const;

export const insertItemRows = (rows: SQL<string>): SQL => insertJson(orderItems, itemColumns, rows);

const insertRows = storedChange<{ rows: string }>('insert_items', ['rows'], ({ rows }) => insertItemRows(rows));

export const insertItems = (orderId: number, items: readonly OrderItemRecord[]): SQLWrapper =>
  insertRows({ rows: itemRows(orderId, items) });
