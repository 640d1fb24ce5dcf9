import { type SQL, sql } from 'drizzle-orm';
import { array, jsonb } from './client.ts';

export interface ProfileRow {
  readonly displayName: string;
  readonly bio: string;
  readonly topics: readonly string[];
  readonly languages: readonly string[];
  readonly geo: readonly string[];
  readonly channelType: string | null;
  /** Never leaves but to its owner. */
  readonly contacts: Readonly<Record<string, unknown>>;
}

/** Writes the draft of a profile; another version ends the transaction. The public sees it once it is published. */
export const saveProfile = (creatorId: number, expectedVersion: number, profile: ProfileRow, at: Date): SQL =>
  sql`with changed as (
        update creators set display_name = ${profile.displayName}, bio = ${profile.bio}, topics = ${array(profile.topics)}::text[],
          languages = ${array(profile.languages)}::text[], geo = ${array(profile.geo)}::text[], channel_type = ${profile.channelType},
          contacts = ${jsonb(profile.contacts)}, version = version + 1, updated_at = ${at}
        where user_id = ${creatorId} and version = ${expectedVersion} returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

/** Freezes the profile as it is now and shows it; catalog_refresh follows in the same commit. */
export const publishPage = (creatorId: number, at: Date): SQL =>
  sql`update creator_pages p set status = 'PUBLISHED', version = p.version + 1, published_version = p.version + 1,
        published_at = ${at}, updated_at = ${at}, publish_intent = false,
        published_profile = jsonb_build_object('displayName', c.display_name, 'bio', c.bio, 'topics', c.topics,
          'languages', c.languages, 'geo', c.geo, 'channelType', c.channel_type)
      from creators c where c.user_id = p.creator_id and p.creator_id = ${creatorId}`;

/** Nobody sees the page any more; catalog_refresh follows in the same commit. */
export const unpublishPage = (creatorId: number, at: Date): SQL =>
  sql`update creator_pages set status = 'UNPUBLISHED', version = version + 1, updated_at = ${at}
      where creator_id = ${creatorId} and status = 'PUBLISHED'`;
