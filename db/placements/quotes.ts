import { and, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, changesOne, countChanged, guard, insertJson, json, jsonRows, type TypeOf } from '../query.ts';
import type { ParametersOf, Value } from '../statements.ts';
import { storedChange } from '../stored.ts';
import { placementOrders, quotes } from '../tables/orders.ts';
import type { StoredOffer } from './items.ts';

/** A quote, as JSON. */
export const quoteJson = json({
  quoteId: quotes.id,
  version: quotes.version,
  status: quotes.status,
  orderId: quotes.orderId,
  orderVersion: quotes.orderVersion,
  expiresAt: quotes.expiresAt,
  payloadHash: quotes.payloadHash,
  brandFeeBps: quotes.brandFeeBps,
  creatorFeeBps: quotes.creatorFeeBps,
  lines: quotes.lines,
});

export type QuoteRecord = TypeOf<typeof quoteJson>;

/** The quote for this order of the advertiser, or null: a field of the facts. */
export const quoteOf = (
  advertiserId: Value<number>,
  quoteId: Value<string>,
  orderId: Value<number>,
): SQL<QuoteRecord | null> =>
  sql`(select ${quoteJson} from ${quotes} where ${quotes.id} = ${quoteId} and ${quotes.advertiserId} = ${advertiserId}
    and ${quotes.orderId} = ${orderId} and ${quotes.offer} is null)`;

/** The quote of a custom offer of the advertiser, or null: a field of the facts. */
export const quoteOfOffer = (advertiserId: number, quoteId: string): SQL<QuoteRecord | null> =>
  sql`(select ${quoteJson} from ${quotes} where ${quotes.id} = ${quoteId} and ${quotes.advertiserId} = ${advertiserId}
    and ${quotes.offer} is not null)`;

/** The terms of a custom offer of the advertiser, or null: a field of the facts. */
export const offerOf = (advertiserId: number, quoteId: string): SQL<StoredOffer | null> =>
  sql`(select ${quotes.offer} from ${quotes} where ${quotes.id} = ${quoteId} and ${quotes.advertiserId} = ${advertiserId})`;

/** A quote with the columns that are not part of the record. */
export interface IssuedQuote extends QuoteRecord {
  readonly advertiserId: number;
  readonly base: bigint;
  readonly brandFee: bigint;
  readonly offer: StoredOffer | null;
  readonly createdAt: Date;
}

/** The publicId of the creator of a custom offer, or null. */
export const creatorOfOffer = (advertiserId: number, quoteId: string): SQL =>
  sql`(${offerOf(advertiserId, quoteId)}->>'creatorPublicId')::uuid`;

/** The row of the quote as one parameter. */
export const quoteRow = ({ quoteId, expiresAt, ...quote }: IssuedQuote): string =>
  jsonRows(quotes, quoteColumns, [{ ...quote, id: quoteId, expiresAt: new Date(expiresAt) }]);

const quoteColumns = [
  ...(['id', 'advertiserId', 'orderId', 'orderVersion', 'version', 'status', 'expiresAt', 'payloadHash'] as const),
  ...(['brandFeeBps', 'creatorFeeBps', 'base', 'brandFee', 'lines', 'offer', 'createdAt'] as const),
] as const;

export const insertQuoteRow = (row: SQL<string>): SQL => insertJson(quotes, quoteColumns, row);

const insertRow = storedChange<{ row: string }>('insert_quote', ['row'], ({ row }) => insertQuoteRow(row));

export const insertQuote = (quote: IssuedQuote): SQLWrapper => insertRow({ row: quoteRow(quote) });

export const supersedeQuotes = (orderId: SQL<number>): SQLWrapper =>
  build
    .update(quotes)
    .set({ status: 'SUPERSEDED' })
    .where(and(eq(quotes.orderId, orderId), eq(quotes.status, 'ACTIVE')));

/** The version of the latest quote of an order, or 0: a field of the facts. */
export const latestVersionOf = (orderId: Value<number>): SQL<number> =>
  sql`(select coalesce(max(${quotes.version}), 0) from ${quotes} where ${quotes.orderId} = ${orderId})`;

/** Only one checkout consumes a quote. The quote of an offer gets the id of the new order. */
export const consumeQuote = ({ quoteId, orderId, orderVersion }: ParametersOf<ConsumedQuote>): SQL =>
  changesOne(
    build
      .update(quotes)
      .set({ status: 'CONSUMED', orderId, orderVersion })
      .where(and(eq(quotes.id, quoteId), eq(quotes.status, 'ACTIVE'))),
  );

export interface ConsumedQuote {
  readonly quoteId: string;
  readonly orderId: number;
  readonly orderVersion: number;
}

/** Refuses the commit when the quote was consumed or superseded since it was read. */
export const stillActive = storedChange<{ quoteId: string }>('still_active_quote', ['quoteId'], ({ quoteId }) =>
  guard(
    sql`exists (select from ${quotes} where ${quotes.id} = ${quoteId} and ${quotes.status} = 'ACTIVE')`,
    'VERSION_CONFLICT',
  ),
);

const later = alias(quotes, 'later');

/**
 * Deletes at most `limit` unused quotes that expired before then, oldest first, and returns their number. The latest quote of a draft
 * stays, because the version of the next one is counted from it.
 */
export function removePastQuotes(db: Db, before: Date, limit: number): Promise<number> {
  const isPast = sql`${quotes.expiresAt} < ${before} and (${quotes.status} = 'SUPERSEDED'
    or (${quotes.status} = 'ACTIVE' and ${isNull(quotes.orderId)}))`;
  const isNeeded = sql`${quotes.orderId} is not null
    and not exists (select from ${quotes} ${later}
      where ${later.orderId} = ${quotes.orderId} and ${later.version} > ${quotes.version})
    and not exists (select from ${placementOrders} where ${placementOrders.id} = ${quotes.orderId}
      and ${placementOrders.status} not in ('DRAFT', 'QUOTED'))`;
  return countChanged(
    db,
    sql`
      with past as (
        select ${quotes.id} from ${quotes} where ${isPast} and not (${isNeeded})
        order by ${quotes.expiresAt} limit ${limit} for update skip locked)
      delete from ${quotes} using past where ${quotes.id} = past.id`,
  );
}
