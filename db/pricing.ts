import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { mostPublished } from '../schema/creators.ts';
import { unitOf } from '../schema/enums.ts';
import type { ListingRecord, PriceListRecord } from '../schema/pricing.ts';
import { jsonb } from './client.ts';
import { limitCode } from './failures.ts';

/** The channel whose prices are meant, or the social account that it is native on. */
export type PricedTarget = { readonly channelId: number } | { readonly accountId: number };

/** The price list of a channel of this creator, as json in the shape of PriceListRecord, or null: a column of the facts. */
export const priceListOf = (creatorId: number, target: PricedTarget): SQL => sql`(
  select json_build_object('channelId', ch.id, 'status', ch.status, 'version', ch.pricing_version, 'listings', (
    select coalesce(json_agg(json_build_object('id', l.id, 'type', l.type, 'variant', l.variant, 'proofModes', l.proof_modes,
      'title', l.title, 'basePrice', l.base_price::text, 'packageOptions', l.package_options, 'usageTerms', l.usage_terms,
      'allowPdf', coalesce(l.proof_template->'allowPdf' = 'true', false), 'isPublished', l.is_published) order by l.id), '[]')
    from service_listings l where l.channel_id = ch.id))
  from channels ch where ch.creator_id = ${creatorId} and ch.status <> 'REMOVED'
    and ${'channelId' in target ? sql`ch.id = ${target.channelId}` : sql`ch.social_account_id = ${target.accountId}`}
  order by ch.id limit 1)`;

export interface PricingSave {
  readonly id: number;
  readonly version: number;
  readonly savedAt: string;
}

/**
 * Saves the new and changed services of a price list of this version. Another version ends the transaction, and so does the limit
 * published_services when the creator would have too many; `most` is null for a save that publishes no more than before. The lock
 * is the one that the following refresh takes.
 */
export const savePrices = (
  list: Pick<PriceListRecord, 'channelId'>,
  save: PricingSave,
  changed: readonly ListingRecord[],
  { ownerId, most }: { readonly ownerId: number; readonly most: typeof mostPublished | null },
): SQL[] => [
  sql`with changed as (
        update channels set pricing_version = ${save.version}
        where id = ${list.channelId} and pricing_version = ${save.version - 1} and status = 'ACTIVE' returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`,
  sql`insert into service_listings as known (id, channel_id, creator_id, type, variant, unit, proof_modes, title, base_price,
        package_options, usage_terms, proof_template, is_published, created_at, updated_at)
      select l.id, ch.id, ch.creator_id, l.type, l.variant, l.unit, l."proofModes", l.title, l."basePrice", l."packageOptions",
        l."usageTerms", jsonb_build_object('allowPdf', l."allowPdf"), l."isPublished", ${save.savedAt}::timestamptz,
        ${save.savedAt}::timestamptz
      from jsonb_to_recordset(${jsonb(changed.map((listing) => ({ ...listing, unit: unitOf[listing.type] })))}) as l(id bigint,
        type text, variant text, unit text, "proofModes" text[], title text, "basePrice" bigint, "packageOptions" jsonb,
        "usageTerms" text, "allowPdf" boolean, "isPublished" boolean)
      join channels ch on ch.id = ${list.channelId}
      on conflict (id) do update set variant = excluded.variant, proof_modes = excluded.proof_modes, title = excluded.title,
        base_price = excluded.base_price, package_options = excluded.package_options, usage_terms = excluded.usage_terms,
        proof_template = excluded.proof_template, is_published = excluded.is_published, version = known.version + 1,
        updated_at = excluded.updated_at`,
  sql`insert into pricing_saves (id, channel_id, version, saved_at)
      values (${save.id}, ${list.channelId}, ${save.version}, ${save.savedAt})`,
  ...(most === null ? [] : refuseMore(ownerId, most)),
];

const refuseMore = (ownerId: number, most: typeof mostPublished): SQL[] => [
  sql`select from creators where user_id = ${ownerId} for no key update`,
  sql`select guard(count(*) <= ${most.services} and coalesce(sum(octet_length(to_json(l.title || l.usage_terms)::text)), 0) <= ${most.textBytes},
        ${limitCode('published_services')})
      from service_listings l join channels ch on ch.id = l.channel_id and ch.status <> 'REMOVED'
      where l.creator_id = ${ownerId} and l.is_published`,
];
