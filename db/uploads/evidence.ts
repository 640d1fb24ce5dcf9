import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { array, type Db } from '../client.ts';
import { build, changesOne, guard, query } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { ownershipEvidence } from '../tables/ownership.ts';
import { privateUploads } from '../tables/uploads.ts';

const { id, status, unneededSince } = privateUploads;
const file = alias(privateUploads, 'file');

/**
 * Stores for each verified file of a channel the time since when it is not needed as evidence, or null when it is needed. It follows each
 * change that may affect this, in the same commit. A rejected or removed channel needs no evidence.
 */
export const recordNeed = (channelId: number, at: Date): SQLWrapper =>
  build
    .update(privateUploads)
    .set({
      unneededSince: sql`case when found.is_needed then null else ${at}::timestamptz end`,
      updatedAt: at,
    })
    .from(
      sql`(select ${file.id}, exists (
          select from ${ownershipEvidence} join ${channels} on ${channels.id} = ${ownershipEvidence.channelId}
          where ${ownershipEvidence.uploadId} = ${file.id} and ${channels.status} <> 'REMOVED'
            and ${channels.ownership} <> 'REJECTED') as is_needed
        from ${privateUploads} ${file} where ${file.channelId} = ${channelId} and ${file.status} = 'VERIFIED') found`,
    )
    .where(sql`${id} = found.id and ${status} = 'VERIFIED' and (${unneededSince} is null) <> found.is_needed`);

/** Refuses the commit unless these files are VERIFIED. The lock keeps them from expiring before the commit. */
export const stayVerified = (uploadIds: readonly string[]): SQL =>
  sql`with held as (
      select 1 from ${privateUploads} where ${id} = any (${array(uploadIds)}::uuid[]) and ${status} = 'VERIFIED' for share)
    ${guard(sql`(select count(*) from held) = ${uploadIds.length}`, 'VERSION_CONFLICT')}`;

/** A verified file that was not needed is needed from now on. VERSION_CONFLICT when it is not VERIFIED any more. */
export const keepVerified = (uploadId: string, at: Date): SQL =>
  changesOne(
    build
      .update(privateUploads)
      .set({ unneededSince: null, updatedAt: at })
      .where(and(eq(id, uploadId), eq(status, 'VERIFIED'))),
  );

/** Makes at most `limit` files of evidence that were last needed before then EXPIRED, detaches them, and returns their number. */
export async function expireUnneeded(db: Db, before: Date, at: Date, limit: number): Promise<number> {
  const expired = build
    .update(privateUploads)
    .set({ status: 'EXPIRED', storedKey: null, incomingDeletedAt: null, updatedAt: at })
    .from(sql`unneeded`)
    .where(eq(id, sql`unneeded.id`))
    .returning({ id });
  const detached = build
    .delete(ownershipEvidence)
    .where(sql`${ownershipEvidence.uploadId} in (select id from expired)`);
  const found = await db.read(
    query(
      { id: sql<string>`expired.id` },
      (columns) => sql`
        with unneeded as (
          select ${id} from ${privateUploads} where ${status} = 'VERIFIED' and ${unneededSince} < ${before}
          order by ${unneededSince} limit ${limit} for update skip locked),
        expired as (${expired.getSQL()}),
        detached as (${detached.getSQL()})
        select ${columns} from expired`,
    ),
  );
  return found.length;
}
