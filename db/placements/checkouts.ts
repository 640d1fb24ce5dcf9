import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { freshIds } from '../fresh-ids.ts';
import { factsOf, insertJson, jsonRows } from '../query.ts';
import type { ParametersOf } from '../statements.ts';
import { storedChange, storedRead } from '../stored.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { deliverables } from '../tables/deliverables.ts';
import { placementOrders } from '../tables/orders.ts';
import { type AssignmentRecord, type FundedRows, fundedNames, fundedRows, insertFunded } from './assignments.ts';
import { insertItemRows, itemRows, itemsIn, listingIdsOf, resultsIn } from './items.ts';
import { availableListings, type ListingVersion, stillOnSale } from './listings.ts';
import { markFunded, type OrderRecord, orderOf } from './orders.ts';
import { type ConsumedQuote, consumeQuote, quoteOf } from './quotes.ts';

interface Confirmed {
  readonly userId: number;
  readonly orderId: number;
  readonly quoteId: string;
}

/** What a checkout is decided on, and the ids of what it creates. */
export const checkoutFacts = storedRead(
  'checkout_facts',
  ['userId', 'orderId', 'quoteId'],
  ({ userId, orderId, quoteId }: ParametersOf<Confirmed>) =>
    factsOf({
      order: orderOf(userId, orderId),
      quote: quoteOf(userId, quoteId, orderId),
      listings: availableListings(listingIdsOf(orderId)),
      assignmentIds: freshIds(placementAssignments, itemsIn(orderId)),
      deliverableIds: freshIds(deliverables, resultsIn(orderId)),
    }),
);

/** A confirmed order with the assignments that its commit opens. */
export interface Checkout {
  readonly order: OrderRecord;
  readonly quoteId: string;
  readonly assignments: readonly AssignmentRecord[];
  readonly at: Date;
}

const consumedNames = ['quoteId', 'orderId', 'orderVersion'] as const;

const checkOutStored = storedChange<ConsumedQuote & FundedRows & { readonly listings: string }>(
  'check_out',
  [...consumedNames, ...fundedNames, 'listings'],
  ({ listings, ...given }) => [
    markFunded(given.orderId, given.orderVersion, given.at),
    stillOnSale(listings),
    consumeQuote(given),
    insertFunded(given),
  ],
);

/** Marks a quoted order as funded at the version that was read, if its services are still on sale, and opens its assignments. */
export const checkOut = (
  { order, quoteId, assignments, at }: Checkout,
  listings: readonly ListingVersion[],
): SQLWrapper =>
  checkOutStored({
    ...consumed(order, quoteId),
    ...fundedRows(assignments, at),
    listings: JSON.stringify(listings.map(({ id, version }) => ({ id, version }))),
  });

const confirmStored = storedChange<ConsumedQuote & FundedRows & { readonly order: string; readonly items: string }>(
  'confirm_offer',
  [...consumedNames, ...fundedNames, 'order', 'items'],
  ({ order, items, ...given }) => [
    insertJson(placementOrders, orderColumns, order),
    consumeQuote(given),
    insertItemRows(items),
    insertFunded(given),
  ],
);

const orderColumns = ['id', 'advertiserId', 'origin', 'status', 'version', 'createdAt', 'updatedAt'] as const;

/** Inserts the funded order of a custom offer, and opens its assignment. */
export const insertConfirmed = ({ order, quoteId, assignments, at }: Checkout, advertiserId: number): SQLWrapper => {
  const { id, origin, status, version } = order;
  const row = { id, advertiserId, origin, status, version, createdAt: at, updatedAt: at };
  return confirmStored({
    ...consumed(order, quoteId),
    ...fundedRows(assignments, at),
    order: jsonRows(placementOrders, orderColumns, [row]),
    items: itemRows(id, order.items),
  });
};

const consumed = ({ id, version }: OrderRecord, quoteId: string) => ({ quoteId, orderId: id, orderVersion: version });
