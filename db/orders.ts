import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { ListingFacts, OrderItemRecord, OrderRecord, QuoteRecord } from '../schema/order-records.ts';
import { array, cursorGuard, type Db, jsonb } from './client.ts';
import { limitCode } from './failures.ts';
import { pageBySize } from './page-by-size.ts';

/** An order as json in the shape of OrderRecord; `o` is its row. */
export const orderJson = sql`json_build_object(
  'id', o.id, 'version', o.version, 'status', o.status, 'origin', o.origin,
  'createdAt', iso(o.created_at), 'updatedAt', iso(o.updated_at),
  'items', (select json_agg(json_build_object(
      'id', i.id, 'serviceListingId', i.service_listing_id, 'creatorId', i.creator_id, 'creatorPublicId', c.public_id,
      'quantity', i.quantity, 'discountBps', i.discount_bps, 'dueAt', iso(i.due_at), 'brief', i.brief,
      'results', i.results, 'rights', i.rights, 'base', i.base::text) order by i.position)
    from order_items i join creators c on c.user_id = i.creator_id where i.order_id = o.id),
  'quote', (select ${quoteJson()} from quotes q where q.order_id = o.id and q.status <> 'SUPERSEDED'
    order by q.version desc limit 1))`;

/** A quote as json in the shape of QuoteRecord; `q` is its row. */
export function quoteJson(): SQL {
  return sql`json_build_object(
    'quoteId', q.id, 'version', q.version, 'status', q.status, 'orderId', q.order_id, 'orderVersion', q.order_version,
    'expiresAt', iso(q.expires_at), 'payloadHash', q.payload_hash, 'brandFeeBps', q.brand_fee_bps,
    'creatorFeeBps', q.creator_fee_bps, 'lines', q.lines)`;
}

/** The order of this advertiser, or null: a column of the facts. */
export const orderOf = (advertiserId: number, orderId: number): SQL =>
  sql`(select ${orderJson} from placement_orders o where o.id = ${orderId} and o.advertiser_id = ${advertiserId})`;

/** Services of the channel `ch` are for sale: a condition. What the catalog holds of a marked creator may be older. */
const isOnSale = sql`ch.status = 'ACTIVE' and not is_hidden_claim(ch)`;

/** The listings among these ids that can be ordered now, as json in the shape of ListingFacts: a column of the facts. */
export const availableListings = (listingIds: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object(
    'id', l.id, 'version', l.version, 'creatorId', l.creator_id, 'creatorPublicId', c.public_id, 'type', l.type,
    'proofModes', l.proof_modes, 'basePrice', l.base_price::text, 'packageOptions', l.package_options,
    'channel', json_build_object('platform', ch.platform, 'handle', ch.handle, 'canonicalUrl', ch.canonical_url),
    'proofTemplate', l.proof_template, 'title', l.title, 'usageTerms', l.usage_terms,
    'termsHash', encode(sha256(convert_to(json_build_array(l.type, l.variant, l.proof_modes, l.proof_template, l.title,
      l.usage_terms, ch.platform, ch.canonical_url)::text, 'UTF8')), 'hex'))), '[]')
  from catalog_services s
  join service_listings l on l.id = s.listing_id
  join channels ch on ch.id = l.channel_id
  join creators c on c.user_id = l.creator_id
  where s.listing_id = any (${listingIds}) and ${isOnSale})`;

export const listingIdsOf = (orderId: number): SQL =>
  sql`array(select service_listing_id from order_items where order_id = ${orderId})`;

export const idList = (ids: readonly number[]): SQL => sql`${array(ids)}::bigint[]`;

export interface OrderFacts {
  readonly order: OrderRecord | null;
  readonly listings: readonly ListingFacts[];
}

export const insertOrder = (order: OrderRecord, advertiserId: number): SQL =>
  sql`insert into placement_orders (id, advertiser_id, origin, status, version, created_at, updated_at)
      values (${order.id}, ${advertiserId}, ${order.origin}, ${order.status}, ${order.version}, ${order.createdAt}, ${order.updatedAt})`;

/** Inserts a draft order, or reaches the limit `drafts` when its advertiser would have too many. */
export const insertDraft = (order: OrderRecord, advertiserId: number, most: number): SQL[] => [
  sql`select from users where id = ${advertiserId} for no key update`,
  insertOrder(order, advertiserId),
  sql`select guard((select count(*) <= ${most} from placement_orders
        where advertiser_id = ${advertiserId} and status in ('DRAFT', 'QUOTED')), ${limitCode('drafts')})`,
];

export const insertItems = (orderId: number, items: readonly OrderItemRecord[]): SQL =>
  sql`insert into order_items (id, order_id, position, service_listing_id, creator_id, quantity, discount_bps, due_at, brief, results, rights, base)
      select i.id, ${orderId}, row_number() over (), i."serviceListingId", i."creatorId", i.quantity, i."discountBps", i."dueAt",
             i.brief, i.results, i.rights, i.base
      from json_to_recordset(${JSON.stringify(items)}::json) as i(id bigint, "serviceListingId" bigint, "creatorId" bigint, quantity int,
        "discountBps" int, "dueAt" timestamptz, brief text, results jsonb, rights json, base bigint)`;

/** Replaces the items of a draft; another version or a funded order ends the transaction. */
export const replaceItems = (order: OrderRecord, expectedVersion: number): SQL[] => [
  sql`with changed as (
        update placement_orders set status = 'DRAFT', version = ${order.version}, updated_at = ${order.updatedAt}
        where id = ${order.id} and version = ${expectedVersion} and status in ('DRAFT', 'QUOTED') returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`,
  supersedeQuotes(order.id),
  sql`delete from order_items where order_id = ${order.id}`,
  insertItems(order.id, order.items),
];

export const supersedeQuotes = (orderId: number): SQL =>
  sql`update quotes set status = 'SUPERSEDED' where order_id = ${orderId} and status = 'ACTIVE'`;

/** Marks an order quoted, with the bases of its new quote. */
export const markQuoted = (order: OrderRecord, quote: QuoteRecord, at: Date): SQL[] => [
  sql`with changed as (
        update placement_orders set status = 'QUOTED', updated_at = ${at}
        where id = ${order.id} and version = ${order.version} and status in ('DRAFT', 'QUOTED') returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`,
  sql`update order_items i set base = line.base
      from jsonb_to_recordset(${jsonb(quote.lines)}) as line("orderItemId" bigint, base bigint)
      where i.id = line."orderItemId" and i.base <> line.base`,
  supersedeQuotes(order.id),
];

export interface QuoteRow extends QuoteRecord {
  readonly advertiserId: number;
  readonly base: string;
  readonly brandFee: string;
  readonly offer: unknown;
  readonly createdAt: Date;
}

export const insertQuote = (quote: QuoteRow): SQL =>
  sql`insert into quotes (id, advertiser_id, order_id, order_version, version, status, expires_at, payload_hash, brand_fee_bps,
        creator_fee_bps, lines, base, brand_fee, offer, created_at)
      values (${quote.quoteId}, ${quote.advertiserId}, ${quote.orderId}, ${quote.orderVersion}, ${quote.version}, 'ACTIVE',
        ${quote.expiresAt}, ${quote.payloadHash}, ${quote.brandFeeBps}, ${quote.creatorFeeBps}, ${jsonb(quote.lines)},
        ${quote.base}, ${quote.brandFee}, ${quote.offer === null ? null : JSON.stringify(quote.offer)}, ${quote.createdAt})`;

/** The quote is taken, by one checkout only; that of an offer now belongs to the order it became. */
export const consumeQuote = (quoteId: string, order: Pick<OrderRecord, 'id' | 'version'>): SQL =>
  sql`with changed as (
        update quotes set status = 'CONSUMED', order_id = ${order.id}, order_version = ${order.version}
        where id = ${quoteId} and status = 'ACTIVE' returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

/** Nobody has consumed or superseded the quote since it was read. */
export const stillActive = (quoteId: string): SQL =>
  sql`select guard(exists (select from quotes where id = ${quoteId} and status = 'ACTIVE'), 'VERSION_CONFLICT')`;

/** A quote of this advertiser, or null: a column of the facts. */
export const quoteOf = (advertiserId: number, quoteId: string, condition: SQL): SQL =>
  sql`(select ${quoteJson()} from quotes q where q.id = ${quoteId} and q.advertiser_id = ${advertiserId} and ${condition})`;

/** The order is funded, unless it has changed since it was read. */
export const markFunded = (order: OrderRecord, at: Date): SQL =>
  sql`with changed as (
        update placement_orders set status = 'FUNDED', updated_at = ${at}
        where id = ${order.id} and version = ${order.version} and status = 'QUOTED' returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

/**
 * What is sold is still on sale as it was read: its page, its channel, its price. A statement of its own, once the order is
 * locked: its snapshot is that of now, however long the lock was waited for.
 */
export const stillOnSale = (listings: readonly { readonly id: number; readonly version: number }[]): SQL =>
  sql`select guard(not exists (
        select from jsonb_to_recordset(${jsonb(listings.map(({ id, version }) => ({ id, version })))}) as seen(id bigint, version int)
        where not exists (select from service_listings l join catalog_services s on s.listing_id = l.id join channels ch on ch.id = l.channel_id
          where l.id = seen.id and l.version = seen.version and ${isOnSale})), 'VERSION_CONFLICT')`;

export interface OrdersPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly status?: string | undefined;
}

/** The orders of an advertiser, newest first, as SizedRow; a cursor that was never theirs and in that state is INVALID_CURSOR. */
export function ordersPage(advertiserId: number, { limit, cursor, status }: OrdersPage, now: Date): SQL {
  const own = sql`placement_orders o where o.id = ${cursor ?? null} and o.advertiser_id = ${advertiserId}
    ${status === undefined ? sql`` : sql`and ${wasEver(status)}`}`;
  const ids = sql.join(
    conditionsOf(status, now).map((condition) => newest(advertiserId, { limit, cursor }, condition)),
    sql` union all `,
  );
  return pageBySize(
    sql`select o.id, ${orderJson} as json from (select id from (${ids}) own order by id desc limit ${limit + 1}) page
      join placement_orders o on o.id = page.id ${cursor === undefined ? sql`` : sql`where ${cursorGuard(own)}`}`,
    limit,
  );
}

/** One page, from its own index: they are compared as pairs for the reason that assignments are. */
const newest = (advertiserId: number, { limit, cursor }: OrdersPage, condition: SQL): SQL => sql`(
  select o.id from placement_orders o
  where o.advertiser_id >= ${advertiserId} and (o.advertiser_id, o.id) < (${advertiserId}, ${cursor ?? '9223372036854775807'}) ${condition}
  order by o.advertiser_id desc, o.id desc limit ${limit + 1})`;

// An order whose quote has expired reads as a draft, and is stored as QUOTED until something touches it.
function conditionsOf(status: string | undefined, now: Date): SQL[] {
  const isQuoted = sql`exists (select from quotes q where q.order_id = o.id and q.status = 'ACTIVE' and q.expires_at > ${now})`;
  if (status === undefined) return [sql``];
  if (status === 'DRAFT') return [sql`and o.status = 'DRAFT'`, sql`and o.status = 'QUOTED' and not ${isQuoted}`];
  if (status === 'QUOTED') return [sql`and o.status = 'QUOTED' and ${isQuoted}`];
  return [sql`and o.status = ${status}`];
}

// What an order has been it shows: where it began, its quotes, its work. From the last two states nothing leads away. A draft that
// was cancelled may have been quoted: its quotes are swept.
function wasEver(status: string): SQL {
  const quoted = sql`exists (select from quotes q where q.order_id = o.id)`;
  const work = sql`exists (select from placement_assignments a where a.order_id = o.id`;
  if (status === 'DRAFT') return sql`o.origin = 'LISTING'`;
  if (status === 'QUOTED')
    return sql`(o.origin = 'LISTING' and (${quoted} or (o.status = 'CANCELLED' and not ${work}))))`;
  if (status === 'FUNDED') return sql`${work})`;
  if (status === 'IN_PROGRESS') return sql`${work} and a.accepted_at is not null)`;
  return sql`o.status = ${status}`;
}

/**
 * Quotes that expired before then and that nobody took are gone, the longest past first, `most` of them; how many. The latest one
 * of a draft stays, since the next is counted from it.
 */
export async function removePastQuotes(db: Db, before: Date, most: number): Promise<number> {
  const removed = await db.rows(sql`
    with past as (
      select id from quotes q where q.expires_at < ${before} and (q.status = 'SUPERSEDED' or (q.status = 'ACTIVE' and q.order_id is null))
        and (q.order_id is null
          or exists (select from quotes later where later.order_id = q.order_id and later.version > q.version)
          or exists (select from placement_orders o where o.id = q.order_id and o.status not in ('DRAFT', 'QUOTED')))
      order by q.expires_at limit ${most} for update skip locked)
    delete from quotes q using past where q.id = past.id returning 1`);
  return removed.length;
}

/** The terms of a custom offer of this advertiser, or null: a column of the facts. */
export const offerOf = (advertiserId: number, quoteId: string): SQL =>
  sql`(select q.offer from quotes q where q.id = ${quoteId} and q.advertiser_id = ${advertiserId})`;

/** Orders that were not funded and not touched since then are CANCELLED, `most` of them; gives how many. */
export const cancelUntouchedOrders = (before: Date, at: Date, most: number): SQL => sql`
  with old as (
    select id from placement_orders where status in ('DRAFT', 'QUOTED') and updated_at < ${before}
    order by updated_at limit ${most} for update skip locked
  ), cancelled as (
    update placement_orders o set status = 'CANCELLED', version = o.version + 1, updated_at = ${at} from old where o.id = old.id returning o.id
  ), superseded as (
    update quotes q set status = 'SUPERSEDED' from cancelled where q.order_id = cancelled.id and q.status = 'ACTIVE'
  )
  select count(*)::int as cancelled from cancelled`;
