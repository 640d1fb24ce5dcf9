import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { guard, json, jsonList, type TypeOf } from '../query.ts';
import { catalogServices } from '../tables/catalog.ts';
import { channels } from '../tables/channels.ts';
import { creators } from '../tables/creators.ts';
import { serviceListings } from '../tables/pricing.ts';
import { creatorNameOf } from './party-names.ts';

/** A condition: the channel sells services. The catalog may have older rows of a creator who waits for a refresh. */
const isOnSale = sql`${channels.status} = 'ACTIVE' and not is_hidden_claim(${channels})`;

/** The listings on sale, with their channels. */
const onSale = sql`${catalogServices}
  join ${serviceListings} on ${serviceListings.id} = ${catalogServices.listingId}
  join ${channels} on ${channels.id} = ${serviceListings.channelId}`;

/** The hash of a service without its price. */
const termsHash = sql<string>`encode(sha256(convert_to(json_build_array(${serviceListings.type}, ${serviceListings.variant},
  ${serviceListings.proofModes}, ${serviceListings.proofTemplate}, ${serviceListings.title}, ${serviceListings.usageTerms},
  ${channels.platform}, ${channels.canonicalUrl})::text, 'UTF8')), 'hex')`;

const listingJson = json({
  id: serviceListings.id,
  version: serviceListings.version,
  creatorId: serviceListings.creatorId,
  creatorPublicId: creators.publicId,
  creatorName: creatorNameOf(sql`${serviceListings.creatorId}`),
  type: serviceListings.type,
  proofModes: serviceListings.proofModes,
  basePrice: serviceListings.basePrice,
  packageOptions: serviceListings.packageOptions,
  channel: json({ platform: channels.platform, handle: channels.handle, canonicalUrl: channels.canonicalUrl }),
  proofTemplate: serviceListings.proofTemplate,
  title: serviceListings.title,
  usageTerms: serviceListings.usageTerms,
  termsHash,
});

/** A service that can be ordered now: published, priced, on an active channel, of a published creator. */
export type ListingFacts = TypeOf<typeof listingJson>;

/** A listing at the version that was read. */
export type ListingVersion = Pick<ListingFacts, 'id' | 'version'>;

/** The listings among these ids that can be ordered now: a field of the facts. */
export const availableListings = (listingIds: SQL): SQL<readonly ListingFacts[]> =>
  jsonList(
    listingJson,
    sql`from ${onSale} join ${creators} on ${creators.userId} = ${serviceListings.creatorId}
      where ${catalogServices.listingId} = any (${listingIds}) and ${isOnSale}`,
  );

/**
 * Refuses the commit unless each of the listings, JSON of ListingVersion, is still on sale at the version that was read. It is a statement of its own after the lock
 * of the order, so that its snapshot is later than the wait for the lock.
 */
export const stillOnSale = (listings: SQL<string>): SQL =>
  guard(
    sql`not exists (
      select from jsonb_to_recordset(${listings}::jsonb) as seen(id bigint, version int)
      where not exists (select from ${onSale}
        where ${serviceListings.id} = seen.id and ${serviceListings.version} = seen.version and ${isOnSale}))`,
    'VERSION_CONFLICT',
  );
