import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { guard } from '../query.ts';
import { activeCreators } from '../tables/catalog.ts';
import { creatorPages, creators } from '../tables/creators.ts';

/** The user id of a creator whose page is published, or null: a field of the facts. */
export const publishedCreator = (publicId: SQL): SQL<number | null> => sql`(
  select ${creators.userId}::float8 from ${creators}
  join ${creatorPages} on ${creatorPages.creatorId} = ${creators.userId} and ${creatorPages.status} = 'PUBLISHED'
  join ${activeCreators} on ${activeCreators.userId} = ${creators.userId}
  where ${creators.publicId} = ${publicId})`;

/** The name of a creator whose page is published, or null: a field of the facts. */
export const nameOfPublished = (publicId: SQL): SQL<string | null> => sql`(
  select ${creatorPages.publishedProfile} ->> 'displayName' from ${creatorPages}
  join ${creators} on ${creators.userId} = ${creatorPages.creatorId}
  where ${creators.publicId} = ${publicId} and ${creatorPages.status} = 'PUBLISHED')`;

/** Refuses the commit when the page of the creator is not published any more. */
export const stillPublished = (publicId: string): SQL =>
  guard(sql`${publishedCreator(sql`${publicId}::uuid`)} is not null`, 'VERSION_CONFLICT');
