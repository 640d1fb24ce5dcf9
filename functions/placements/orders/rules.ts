import type { ListingFacts } from '../../../db/placements/listings.ts';
import type { OrderRecord } from '../../../db/placements/orders.ts';
import type { QuoteRecord } from '../../../db/placements/quotes.ts';
import type { QuoteLine } from '../../../schema/placements/order-terms.ts';
import { type OrderStatus, orderActions } from '../../../schema/shared/enums.ts';
import { invalid, invalidState, notFound, Refusal } from '../../../schema/shared/errors.ts';
import { basisPoints, type Minor, packageBase } from '../../../schema/shared/money.ts';

/**
 * The actions of the advertiser and the status that each leads to: one that is not listed does not exist. Once an order is funded, its
 * assignments determine its status.
 */
export const life: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderAction, OrderStatus>>>>> = {
  DRAFT: { update: 'DRAFT', quote: 'QUOTED' },
  QUOTED: { update: 'DRAFT', quote: 'QUOTED', checkout: 'FUNDED' },
  FUNDED: {},
  IN_PROGRESS: {},
  COMPLETED: {},
  CANCELLED: {},
};
export type OrderAction = (typeof orderActions)[number];

/** A quoted order becomes a draft as soon as its quote expires. */
export function statusOf(order: Pick<OrderRecord, 'status' | 'quote'>, now: Date): OrderStatus {
  return order.status === 'QUOTED' && !isActive(order.quote, now) ? 'DRAFT' : order.status;
}

export const isActive = (quote: QuoteRecord | null, now: Date): boolean =>
  quote !== null && quote.status === 'ACTIVE' && new Date(quote.expiresAt) > now;

export const allowedActions = (status: OrderStatus): OrderAction[] =>
  orderActions.filter((action) => life[status][action] !== undefined);

/** The status after an action. Throws INVALID_STATE if the action is not allowed. */
export function afterMove(action: OrderAction, order: OrderRecord, now: Date): OrderStatus {
  const status = statusOf(order, now);
  const to = life[status][action];
  if (to === undefined) throw invalidState(status, allowedActions(status));
  return to;
}

export interface WantedItem {
  readonly serviceListingId: number;
  readonly quantity: number;
  readonly discountBps: number;
  readonly results: readonly Result[];
}

interface Result {
  readonly expectedAt: Date;
}

/** Refuses results in the past. The schema of the body compares the end of each with its start. */
export function refusePast(results: readonly Result[], now: Date, path = 'results'): void {
  for (const [position, { expectedAt }] of results.entries())
    if (expectedAt <= now) throw invalid(`${path}.${position}.expectedAt`, 'must be in the future');
}

export function refusePastItems(items: readonly { readonly results: readonly Result[] }[], now: Date): void {
  for (const [index, { results }] of items.entries()) refusePast(results, now, `items.${index}.results`);
}

/** An item and its listing. */
export interface Listed<Item extends WantedItem> {
  readonly item: Item;
  readonly listing: ListingFacts;
}

/** Joins the items with their listings, which must be available and belong to other users. */
export function withListings<Item extends WantedItem>(
  items: readonly Item[],
  listings: readonly ListingFacts[],
  advertiserId: number,
): Listed<Item>[] {
  const known = new Map(listings.map((listing) => [listing.id, listing]));
  const listed = items.map((item) => ({ item, listing: known.get(item.serviceListingId) ?? throwNotFound() }));
  if (listed.some(({ listing }) => listing.creatorId === advertiserId))
    throw new Refusal('ROLE_NOT_ALLOWED', 'You cannot order from yourself.');
  return listed;
}

function throwNotFound(): never {
  throw notFound();
}

/** Adds base = basePrice x quantity x (10000 - discountBps) / 10000. It is exact, because prices are whole cents. */
export const withBases = <Item extends WantedItem>(
  listed: readonly Listed<Item>[],
): (Listed<Item> & { readonly base: Minor })[] =>
  listed.map(({ item, listing }, index) => ({ item, listing, base: baseOf(item, listing, index) }));

function baseOf(item: WantedItem, listing: ListingFacts, index: number): Minor {
  const option = listing.packageOptions.find(({ quantity }) => quantity === item.quantity);
  if (!option) throw invalid(`items.${index}.quantity`, 'is not available for this listing');
  if (option.discountBps !== item.discountBps) throw new Refusal('PRICE_CHANGED');
  return packageBase(BigInt(listing.basePrice), item.quantity, item.discountBps);
}

export interface Fees {
  readonly brandFeeBps: number;
  readonly creatorFeeBps: number;
}

/** The fees of one item: the advertiser pays its fee on top of the base, the creator's is deducted from it. */
export const priced = (
  line: Pick<QuoteLine, 'orderItemId' | 'serviceListingId' | 'termsHash'>,
  base: Minor,
  fees: Fees,
): QuoteLine => ({
  ...line,
  base: base.toString(),
  brandFee: basisPoints(base, fees.brandFeeBps).toString(),
  creatorFee: basisPoints(base, fees.creatorFeeBps).toString(),
});

export const sumOf = (lines: readonly QuoteLine[], part: 'base' | 'brandFee' | 'creatorFee'): Minor =>
  lines.reduce((sum, line) => sum + BigInt(line[part]), 0n);
