import { type SQL, sql } from 'drizzle-orm/sql/sql';

/** The user id of a creator whose page is published, or null: a column of the facts. */
export const publishedCreator = (publicId: SQL | string): SQL => sql`(
  select c.user_id::float8 from creators c
  join creator_pages p on p.creator_id = c.user_id and p.status = 'PUBLISHED'
  join users u on u.id = c.user_id and u.suspended_at is null and 'CREATOR' = any (u.roles)
  where c.public_id = ${publicId})`;

/** Ends the transaction when the creator's page is not published any more. */
export const stillPublished = (publicId: string): SQL =>
  sql`select guard(${publishedCreator(sql`${publicId}::uuid`)} is not null, 'VERSION_CONFLICT')`;
