import { boolean, check, foreignKey, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import type { PackageOption } from '../../schema/placements/order-terms.ts';
import { proofModes, serviceTypes, variants } from '../../schema/shared/enums.ts';
import { channels } from './channels.ts';
import { amount, at, id, idOf, isOneOf } from './columns.ts';
import { creators } from './creators.ts';

export const serviceListings = pgTable(
  'service_listings',
  {
    id: id(),
    channelId: idOf('channel_id').notNull(),
    creatorId: idOf('creator_id')
      .notNull()
      .references(() => creators.userId),
    type: text('type', { enum: serviceTypes }).notNull(),
    variant: text('variant', { enum: variants }).notNull(),
    unit: text('unit').notNull(),
    proofModes: text('proof_modes', { enum: proofModes }).array().notNull(),
    title: text('title').notNull(),
    /** Whole cents (10^4 minor units), so that every package price is exact. */
    basePrice: amount('base_price').notNull(),
    packageOptions: jsonb('package_options')
      .$type<readonly PackageOption[]>()
      .notNull()
      .default([{ quantity: 1, discountBps: 0 }]),
    usageTerms: text('usage_terms').notNull().default(''),
    proofTemplate: jsonb('proof_template').$type<Record<string, unknown>>().notNull().default({}),
    isPublished: boolean('is_published').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check(
      'service_listings_base_price_check',
      sql`(${t.basePrice} >= 10000 and ${t.basePrice} <= 999999999990000) and ((${t.basePrice} % 10000) = 0)`,
    ),
    check('service_listings_package_options_check', sql`are_package_options(${t.packageOptions})`),
    check(
      'service_listings_proof_modes_check',
      sql`cardinality(${t.proofModes}) > 0 and (${t.proofModes} <@ array['PUBLIC_VOD', 'PUBLIC_URL', 'PRIVATE_FILE'])`,
    ),
    check('service_listings_terms', sql`(not ${t.isPublished}) or (${t.usageTerms} ~ '\\S')`),
    check('service_listings_title_check', sql`length(${t.title}) >= 1 and length(${t.title}) <= 200`),
    isOneOf('service_listings_type_check', t.type, serviceTypes),
    check(
      'service_listings_unit',
      sql`${t.unit} = case ${t.type} when 'STREAM' then 'STREAM' when 'POST' then 'POST' when 'STORY' then 'STORY' when 'UGC' then 'FILE' else 'VIDEO' end`,
    ),
    check('service_listings_usage_terms_check', sql`length(${t.usageTerms}) <= 5000`),
    isOneOf('service_listings_variant_check', t.variant, variants),
    check('service_listings_version_check', sql`${t.version} > 0`),
    foreignKey({
      name: 'service_listings_channel_id_creator_id_fkey',
      columns: [t.channelId, t.creatorId],
      foreignColumns: [channels.id, channels.creatorId],
    }),
    index('service_listings_channel').on(t.channelId, t.id),
    index('service_listings_creator').on(t.creatorId, t.id),
  ],
);

/** Each save of a price list: the operation that the answer to a PUT names. */
export const pricingSaves = pgTable(
  'pricing_saves',
  {
    id: id(),
    channelId: idOf('channel_id')
      .notNull()
      .references(() => channels.id),
    version: integer('version').notNull(),
    savedAt: at('saved_at').notNull(),
  },
  (t) => [
    check('pricing_saves_version_check', sql`${t.version} > 1`),
    unique('pricing_saves_once').on(t.channelId, t.version),
  ],
);
