import {
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import type { OrderedResult, QuoteLine } from '../../schema/placements/order-terms.ts';
import { orderOrigins, orderStatuses, type Quantity, storedQuoteStatuses } from '../../schema/shared/enums.ts';
import type { Rights } from '../../schema/shared/text.ts';
import { amount, at, id, idOf, isOneOf } from './columns.ts';
import { users } from './identity.ts';
import { serviceListings } from './pricing.ts';

/** Amounts of orders, quotes and assignments are minor units of USDT. */
export const placementOrders = pgTable(
  'placement_orders',
  {
    id: id(),
    advertiserId: idOf('advertiser_id')
      .notNull()
      .references(() => users.id),
    origin: text('origin', { enum: orderOrigins }).notNull(),
    status: text('status', { enum: orderStatuses }).notNull(),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    isOneOf('placement_orders_origin_check', t.origin, orderOrigins),
    isOneOf('placement_orders_status_check', t.status, orderStatuses),
    check('placement_orders_version_check', sql`${t.version} >= 1`),
    index('placement_orders_by_status').on(t.status, t.advertiserId, t.id),
    index('placement_orders_newest').on(t.advertiserId, t.id),
    index('placement_orders_unfunded_age').on(t.updatedAt).where(sql`${t.status} in ('DRAFT', 'QUOTED')`),
  ],
);

export const orderItems = pgTable(
  'order_items',
  {
    id: id(),
    orderId: idOf('order_id')
      .notNull()
      .references(() => placementOrders.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    serviceListingId: idOf('service_listing_id').references(() => serviceListings.id),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => users.id),
    quantity: smallint('quantity').$type<Quantity>().notNull(),
    discountBps: integer('discount_bps').notNull(),
    dueAt: at('due_at').notNull(),
    brief: text('brief').notNull(),
    results: jsonb('results').$type<readonly OrderedResult[]>().notNull(),
    rights: json('rights').$type<Rights>().notNull(),
    base: amount('base').notNull(),
  },
  (t) => [
    check('order_items_base_check', sql`${t.base} > 0`),
    check('order_items_check', sql`jsonb_array_length(${t.results}) = ${t.quantity}`),
    check('order_items_discount_bps_check', sql`${t.discountBps} >= 0 and ${t.discountBps} <= 10000`),
    check('order_items_quantity_check', sql`${t.quantity} in (1, 5, 10)`),
    unique('order_items_order_id_position_key').on(t.orderId, t.position),
    index('order_items_listing').on(t.serviceListingId),
  ],
);

/** A quote does not change: payloadHash covers its lines and terms. */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid('id').primaryKey(),
    advertiserId: idOf('advertiser_id')
      .notNull()
      .references(() => users.id),
    orderId: idOf('order_id').references(() => placementOrders.id, { onDelete: 'cascade' }),
    orderVersion: integer('order_version'),
    version: integer('version').notNull(),
    /** EXPIRED is not stored: an ACTIVE quote has expired when expiresAt has passed. */
    status: text('status', { enum: storedQuoteStatuses }).notNull(),
    expiresAt: at('expires_at').notNull(),
    payloadHash: text('payload_hash').notNull(),
    brandFeeBps: integer('brand_fee_bps').notNull(),
    creatorFeeBps: integer('creator_fee_bps').notNull(),
    lines: jsonb('lines').$type<readonly QuoteLine[]>().notNull(),
    base: amount('base').notNull(),
    brandFee: amount('brand_fee').notNull(),
    offer: json('offer'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    check('quotes_base_check', sql`${t.base} > 0`),
    check('quotes_brand_fee_check', sql`${t.brandFee} >= 0`),
    check('quotes_check', sql`(${t.orderId} is null) = (${t.orderVersion} is null)`),
    check('quotes_check1', sql`${t.orderId} is not null or ${t.offer} is not null`),
    check('quotes_payload_hash_check', sql`${t.payloadHash} ~ '^[0-9a-f]{64}$'`),
    isOneOf('quotes_status_check', t.status, storedQuoteStatuses),
    check('quotes_version_check', sql`${t.version} >= 1`),
    unique('quotes_version_once').on(t.orderId, t.version),
    index('quotes_advertiser').on(t.advertiserId, t.createdAt),
    uniqueIndex('quotes_one_active').on(t.orderId).where(sql`${t.status} = 'ACTIVE'`),
    index('quotes_past')
      .on(t.expiresAt)
      .where(sql`${t.status} = 'SUPERSEDED' or (${t.status} = 'ACTIVE' and ${t.orderId} is null)`),
  ],
);
