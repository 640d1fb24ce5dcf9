import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Db, jsonb } from '../client.ts';
import { build, countChanged, type Query, query, select } from '../query.ts';
import { creators } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';
import { pageVisits } from '../tables/page-visits.ts';
import { countedClicks } from '../tables/tracking-links.ts';

/** Visits that an isolate has gathered, as a message of the queue. */
export interface VisitBatch {
  readonly batchId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly pages: readonly { readonly publicId: string; readonly visits: number }[];
}

/** Counts a batch that was not counted before, and returns how many pages it has changed. */
export const countVisits = async (db: Db, { batchId, at, pages }: VisitBatch, now: Date): Promise<number> => {
  // The rows are in the order of creators, so that two batches never wait for each other in a circle.
  const rows = await db.read(
    query(
      { creatorId: sql<number>`creator_id` },
      (columns) => sql`with fresh as (
          insert into ${countedClicks} (message_id, counted_at) values (${`visits:${batchId}`}, ${now}) on conflict do nothing returning 1),
        given as (
          select ${creators.userId} as creator_id, sum(given.visits) as visits
          from jsonb_to_recordset(${jsonb(pages)}) as given("publicId" uuid, visits bigint)
            join ${creators} on ${creators.publicId} = given."publicId"
            join ${users} on ${users.id} = ${creators.userId} and ${users.deletedAt} is null
          where exists (select from fresh) group by 1 order by 1)
        insert into ${pageVisits} (creator_id, day, visits)
        select creator_id, (${at}::timestamptz at time zone 'UTC')::date, visits from given order by creator_id
        on conflict (creator_id, day) do update set visits = ${pageVisits.visits} + excluded.visits returning ${columns}`,
    ),
  );
  return rows.length;
};

export interface VisitsOfDay {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly visits: number;
}

/** The visits of each UTC day from the first one to the last one, also of days without a visit. */
export const visitsOfDays = (creatorId: number, first: string, last: string): Query<VisitsOfDay> =>
  select(
    {
      date: sql<string>`to_char(days.day, 'YYYY-MM-DD')`,
      visits: sql<number>`coalesce(${pageVisits.visits}, 0)::float8`,
    },
    sql`from generate_series(${first}::date, ${last}::date, interval '1 day') as days(day)
      left join ${pageVisits} on ${pageVisits.creatorId} = ${creatorId} and ${pageVisits.day} = days.day::date order by days.day`,
  );

/** Deletes the visits of days before that one, at most `limit` rows, and returns their number. */
export const deleteOldVisits = (db: Db, before: string, limit: number): Promise<number> =>
  deleteSome(db, sql`day < ${before}::date order by day limit ${limit}`);

/** Deletes the visits of the page of a creator, and returns the number of rows. */
export const deleteVisitsOf = (db: Db, creatorId: number, limit: number): Promise<number> =>
  deleteSome(db, sql`creator_id = ${creatorId} order by day limit ${limit}`);

const deleteSome = (db: Db, which: SQL): Promise<number> =>
  countChanged(
    db,
    build
      .delete(pageVisits)
      .where(
        sql`(${pageVisits.creatorId}, ${pageVisits.day}) in (select creator_id, day from ${pageVisits} where ${which})`,
      ),
  );
