import { sql } from 'drizzle-orm/sql/sql';
import { array, type Db } from '../client.ts';
import { build, countChanged, type RowOf, select } from '../query.ts';
import { privateUploads } from '../tables/uploads.ts';

const { id, status, expiresAt, incomingDeletedAt } = privateUploads;

/** Makes at most `limit` PENDING files EXPIRED whose last URL expired before then, and returns their number. */
export const expireUploads = (db: Db, before: Date, at: Date, limit: number): Promise<number> =>
  countChanged(
    db,
    build
      .update(privateUploads)
      .set({ status: 'EXPIRED', updatedAt: at })
      .where(
        sql`${id} = any (array(
          select ${id} from ${privateUploads} where ${incomingDeletedAt} is null and ${status} = 'PENDING' and ${expiresAt} < ${before}
          order by ${expiresAt} limit ${limit} for update skip locked))`,
      ),
  );

const unsweptFields = { id, incomingKey: privateUploads.incomingKey, storedKey: privateUploads.storedKey };

/** At most `limit` decided files whose last URL expired before then and whose incoming object may still exist. */
export const unsweptUploads = (db: Db, before: Date, limit: number): Promise<RowOf<typeof unsweptFields>[]> =>
  db.read(
    select(
      unsweptFields,
      sql`from ${privateUploads} where ${incomingDeletedAt} is null and ${status} <> 'PENDING' and ${expiresAt} < ${before}
        order by ${expiresAt} limit ${limit}`,
    ),
  );

export async function markSwept(db: Db, uploadIds: readonly string[], at: Date): Promise<void> {
  await countChanged(
    db,
    build
      .update(privateUploads)
      .set({ incomingDeletedAt: at })
      .where(sql`${id} = any (${array(uploadIds)}::uuid[]) and ${incomingDeletedAt} is null`),
  );
}
