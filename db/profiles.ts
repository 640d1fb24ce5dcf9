import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { PageStatus } from '../schema/enums.ts';
import type { Profile } from '../schema/profile.ts';
import { array, jsonb } from './client.ts';

/** What a creator writes of itself; contacts leave to nobody else. */
export type ProfileRow = Pick<
  Profile,
  'displayName' | 'bio' | 'topics' | 'languages' | 'geo' | 'channelType' | 'contacts'
>;

/** The draft of a creator's profile as json in the shape of Profile, or null: a column of the facts. */
export const profileOf = (creatorId: number): SQL => sql`(
  select json_build_object('publicId', public_id, 'displayName', display_name, 'bio', bio, 'topics', topics, 'languages', languages,
    'geo', geo, 'channelType', channel_type, 'contacts', contacts, 'avatarUrl', avatar_url, 'version', version,
    'createdAt', iso(created_at), 'updatedAt', iso(updated_at))
  from creators where user_id = ${creatorId})`;

/** Writes the draft of a profile; another version ends the transaction. The public sees it once it is published. */
export const saveProfile = (creatorId: number, expectedVersion: number, profile: ProfileRow, at: Date): SQL =>
  sql`with changed as (
        update creators set display_name = ${profile.displayName}, bio = ${profile.bio}, topics = ${array(profile.topics)}::text[],
          languages = ${array(profile.languages)}::text[], geo = ${array(profile.geo)}::text[], channel_type = ${profile.channelType},
          contacts = ${jsonb(profile.contacts)}, version = version + 1, updated_at = ${at}
        where user_id = ${creatorId} and version = ${expectedVersion} returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

export interface PageRecord {
  readonly publicId: string;
  readonly status: PageStatus;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly publishedAt: string | null;
  readonly publishIntent: boolean;
  /** Of the draft. */
  readonly displayName: string;
  /** An available service with usage terms is there: without one no page answers. */
  readonly isOffering: boolean;
  /** The page is published, and with the draft as it is now. */
  readonly isUnchanged: boolean;
}

/** What publishing freezes of the draft `c`. */
const frozen = sql`jsonb_build_object('displayName', c.display_name, 'bio', c.bio, 'topics', c.topics,
            'languages', c.languages, 'geo', c.geo, 'channelType', c.channel_type)`;
/** Is the draft `c` what the page `p` shows? */
const isUnchanged = sql`(p.status = 'PUBLISHED' and p.published_profile = ${frozen})`;

/** The state of a creator's page as json in the shape of PageRecord, or null: a column of the facts. */
export const pageOf = (creatorId: number): SQL => sql`(
  select json_build_object('publicId', c.public_id, 'status', p.status, 'version', p.version, 'publishedVersion', p.published_version,
    'publishedAt', iso(p.published_at), 'publishIntent', p.publish_intent, 'displayName', c.display_name,
    'isOffering', exists (select from shown_services s where s.creator_id = c.user_id), 'isUnchanged', ${isUnchanged} is true)
  from creators c join creator_pages p on p.creator_id = c.user_id where c.user_id = ${creatorId})`;

/** What publishing now would show, as json in the shape of the public page, or null: a column of the facts. */
export const draftPageOf = (creatorId: number): SQL => sql`creator_draft_page(${creatorId})::json`;

/** The same for whoever holds a preview's address; null when its creator is none any more. */
export const previewOf = (publicId: string): SQL => sql`
  select creator_draft_page(c.user_id) as page from creators c
  join users u on u.id = c.user_id and u.suspended_at is null and 'CREATOR' = any (u.roles) where c.public_id = ${publicId}::uuid`;

export const isPublicationOn: SQL = sql`(select is_enabled from controls where name = 'publication')`;

/**
 * Freezes the profile as it is now and shows it, while staff allows it; catalog_refresh follows in the same commit. A page
 * that shows it already keeps the time of its publication. A draft that changed meanwhile ends the transaction.
 */
export const publishPage = (creatorId: number, known: Pick<PageRecord, 'version' | 'isUnchanged'>, at: Date): SQL =>
  sql`with changed as (
        update creator_pages p set status = 'PUBLISHED', version = p.version + 1, published_version = p.version + 1,
          published_at = case when ${isUnchanged} then p.published_at else ${at}::timestamptz end, updated_at = ${at}, publish_intent = false,
          published_profile = ${frozen}
        from creators c where c.user_id = p.creator_id and p.creator_id = ${creatorId} and p.version = ${known.version}
          and (${isUnchanged} is true) = ${known.isUnchanged}::boolean and c.display_name <> '' and ${isPublicationOn} returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

/** Any other move of a page. */
export const movePage = (creatorId: number, expectedVersion: number, to: PageStatus, at: Date): SQL =>
  sql`with changed as (
        update creator_pages set status = ${to}, version = version + 1, updated_at = ${at}
        where creator_id = ${creatorId} and version = ${expectedVersion} returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

/** A publication is wanted while it is switched off, or is wanted no more. */
export const notePublishIntent = (creatorId: number, isWanted: boolean, at: Date): SQL =>
  sql`update creator_pages set publish_intent = ${isWanted}, updated_at = ${at}
      where creator_id = ${creatorId} and publish_intent <> ${isWanted}`;
