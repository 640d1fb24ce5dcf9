import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { maxPublished } from '../../schema/creators/creators.ts';
import { unitOf } from '../../schema/shared/enums.ts';
import { jsonb } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, excluded, insertSelect, json, jsonList, onConflictUpdate, type TypeOf } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { creators } from '../tables/creators.ts';
import { pricingSaves, serviceListings } from '../tables/pricing.ts';

/** A channel, or the social account that it is native on. */
export type PricedTarget = { readonly channelId: number } | { readonly accountId: number };

const listingJson = json({
  id: serviceListings.id,
  type: serviceListings.type,
  variant: serviceListings.variant,
  proofModes: serviceListings.proofModes,
  title: serviceListings.title,
  basePrice: serviceListings.basePrice,
  packageOptions: serviceListings.packageOptions,
  usageTerms: serviceListings.usageTerms,
  allowPdf: sql<boolean>`coalesce(${serviceListings.proofTemplate}->'allowPdf' = 'true', false)`,
  isPublished: serviceListings.isPublished,
});

/** A service of a price list, as JSON. `basePrice` is minor units as text. */
export type ListingRecord = TypeOf<typeof listingJson>;

const priceListJson = json({
  channelId: channels.id,
  status: channels.status,
  version: channels.pricingVersion,
  listings: jsonList(
    listingJson,
    sql`from ${serviceListings} where ${serviceListings.channelId} = ${channels.id}`,
    sql`${serviceListings.id}`,
  ),
});

/** The price list of a channel, as JSON. */
export type PriceListRecord = TypeOf<typeof priceListJson>;

/** The price list of a channel of this creator, or null: a field of the facts. */
export const priceListOf = (creatorId: number, target: PricedTarget): SQL<PriceListRecord | null> => sql`(
  select ${priceListJson} from ${channels}
  where ${channels.creatorId} = ${creatorId} and ${channels.status} <> 'REMOVED'
    and ${'channelId' in target ? eq(channels.id, target.channelId) : eq(channels.socialAccountId, target.accountId)}
  order by ${channels.id} limit 1)`;

export interface PricingSave {
  readonly id: number;
  readonly version: number;
  readonly savedAt: string;
}

/**
 * Saves the new and changed services of a price list, expecting this version. VERSION_CONFLICT ends the transaction for another one, and so
 * does the limit published_services when the creator would exceed it; `max` is null for a save that publishes no more than before. The
 * following refresh takes the same lock.
 */
export const savePrices = (
  { channelId }: Pick<PriceListRecord, 'channelId'>,
  save: PricingSave,
  changed: readonly ListingRecord[],
  { ownerId, max }: { readonly ownerId: number; readonly max: typeof maxPublished | null },
): SQLWrapper[] => {
  const savedAt = new Date(save.savedAt);
  return [
    changesOne(
      build
        .update(channels)
        .set({ pricingVersion: save.version })
        .where(
          and(eq(channels.id, channelId), eq(channels.pricingVersion, save.version - 1), eq(channels.status, 'ACTIVE')),
        ),
    ),
    storeListings(channelId, changed, savedAt),
    build.insert(pricingSaves).values({ ...save, channelId, savedAt }),
    ...(max === null ? [] : refuseMore(ownerId, max)),
  ];
};

/** Inserts new services and updates known ones, incrementing their versions. */
const storeListings = (channelId: number, changed: readonly ListingRecord[], savedAt: Date): SQL => {
  const rows = changed.map((listing) => ({ ...listing, unit: unitOf[listing.type] }));
  const inserted = insertSelect(
    serviceListings,
    {
      id: sql`l.id`,
      channelId: channels.id,
      creatorId: channels.creatorId,
      type: sql`l.type`,
      variant: sql`l.variant`,
      unit: sql`l.unit`,
      proofModes: sql`l."proofModes"`,
      title: sql`l.title`,
      basePrice: sql`l."basePrice"`,
      packageOptions: sql`l."packageOptions"`,
      usageTerms: sql`l."usageTerms"`,
      proofTemplate: sql`jsonb_build_object('allowPdf', l."allowPdf")`,
      isPublished: sql`l."isPublished"`,
      createdAt: savedAt,
      updatedAt: savedAt,
    },
    sql`from jsonb_to_recordset(${jsonb(rows)}) as l(id bigint, type text, variant text, unit text, "proofModes" text[],
        title text, "basePrice" bigint, "packageOptions" jsonb, "usageTerms" text, "allowPdf" boolean, "isPublished" boolean)
      join ${channels} on ${channels.id} = ${channelId}`,
  );
  return sql`${inserted} ${onConflictUpdate(serviceListings, [serviceListings.id], {
    variant: excluded(serviceListings.variant),
    proofModes: excluded(serviceListings.proofModes),
    title: excluded(serviceListings.title),
    basePrice: excluded(serviceListings.basePrice),
    packageOptions: excluded(serviceListings.packageOptions),
    usageTerms: excluded(serviceListings.usageTerms),
    proofTemplate: excluded(serviceListings.proofTemplate),
    isPublished: excluded(serviceListings.isPublished),
    version: sql`${serviceListings.version} + 1`,
    updatedAt: excluded(serviceListings.updatedAt),
  })}`;
};

const refuseMore = (ownerId: number, max: typeof maxPublished): SQL[] => [
  sql`select from ${creators} where ${creators.userId} = ${ownerId} for no key update`,
  sql`select guard(count(*) <= ${max.services} and coalesce(sum(octet_length(
        to_json(${serviceListings.title} || ${serviceListings.usageTerms})::text)), 0) <= ${max.textBytes},
      ${limitCode('published_services')})
    from ${serviceListings}
    join ${channels} on ${channels.id} = ${serviceListings.channelId} and ${channels.status} <> 'REMOVED'
    where ${serviceListings.creatorId} = ${ownerId} and ${serviceListings.isPublished}`,
];
