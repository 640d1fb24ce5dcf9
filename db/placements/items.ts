import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { inserting, json, type TypeOf } from '../query.ts';
import { creators } from '../tables/creators.ts';
import { orderItems } from '../tables/orders.ts';

/** An item of an order with its creator, as JSON. */
export const itemJson = json({
  id: orderItems.id,
  serviceListingId: orderItems.serviceListingId,
  creatorId: orderItems.creatorId,
  creatorPublicId: creators.publicId,
  quantity: orderItems.quantity,
  discountBps: orderItems.discountBps,
  dueAt: orderItems.dueAt,
  brief: orderItems.brief,
  results: orderItems.results,
  rights: orderItems.rights,
  base: orderItems.base,
});

/** An item of an order. `base` is minor units as text. */
export type OrderItemRecord = TypeOf<typeof itemJson>;

/** The terms of a custom offer as its quote stores them. */
export type StoredOffer = Omit<OrderItemRecord, 'id' | 'serviceListingId' | 'base'>;

export const listingIdsOf = (orderId: number): SQL =>
  sql`array(select ${orderItems.serviceListingId} from ${orderItems} where ${orderItems.orderId} = ${orderId})`;

/** The number of items of an order, and of the results that they require. */
export const itemsIn = (orderId: number): SQL<number> =>
  sql`(select count(*) from ${orderItems} where ${orderItems.orderId} = ${orderId})`;
export const resultsIn = (orderId: number): SQL<number> =>
  sql`(select sum(${orderItems.quantity}) from ${orderItems} where ${orderItems.orderId} = ${orderId})`;

export const insertItems = (orderId: number, items: readonly OrderItemRecord[]): SQLWrapper =>
  insertRows(
    items.map(({ dueAt, base, ...item }, index) => ({
      ...item,
      orderId,
      position: index + 1,
      dueAt: new Date(dueAt),
      base: BigInt(base),
    })),
  );

const insertRows = inserting(orderItems, [
  ...(['id', 'orderId', 'position', 'serviceListingId', 'creatorId', 'quantity', 'discountBps'] as const),
  ...(['dueAt', 'brief', 'results', 'rights', 'base'] as const),
]);
