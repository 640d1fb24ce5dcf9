import { type SQL, sql } from 'drizzle-orm';
import { type ServiceType, unitOf } from '../schema/enums.ts';
import { array, jsonb } from './client.ts';

export interface ListingRow {
  readonly id: number;
  readonly channelId: number;
  readonly creatorId: number;
  readonly type: ServiceType;
  readonly variant: string;
  readonly proofModes: readonly string[];
  readonly title: string;
  readonly basePriceMinor: bigint;
  readonly packageOptions: readonly { readonly quantity: number; readonly discountBps: number }[];
  readonly usageTerms: string;
  readonly proofTemplate: Readonly<Record<string, unknown>>;
  readonly isPublished: boolean;
}

export const insertListing = (listing: ListingRow, at: Date): SQL =>
  sql`insert into service_listings (id, channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, package_options,
        usage_terms, proof_template, is_published, created_at, updated_at)
      values (${listing.id}, ${listing.channelId}, ${listing.creatorId}, ${listing.type}, ${listing.variant}, ${unitOf[listing.type]},
        ${array(listing.proofModes)}::text[], ${listing.title}, ${listing.basePriceMinor}, ${jsonb(listing.packageOptions)},
        ${listing.usageTerms}, ${jsonb(listing.proofTemplate)}, ${listing.isPublished}, ${at}, ${at})`;
