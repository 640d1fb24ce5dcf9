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

/** Counts the batches that were not counted before, and returns the number of changed rows (one for each page and day). */
export async function countVisits(db: Db, batches: readonly VisitBatch[], now: Date): Promise<number> {
  const given = batches.map(({ batchId, at, pages }) => ({ message: `visits:${batchId}`, at, pages }));
  // The rows are in one order, so that two calls never wait for each other in a circle.
  const rows = await db.read(
    query(
      { creatorId: sql<number>`creator_id` },
      (columns) => sql`with given as (
          select message, at, pages from jsonb_to_recordset(${jsonb(given)}) as given(message text, at timestamptz, pages jsonb)),
        fresh as (
          insert into ${countedClicks} (message_id, counted_at) select distinct message, ${now}::timestamptz from given order by message
          on conflict do nothing returning message_id),
        sums as (
          select ${creators.userId} as creator_id, (given.at at time zone 'UTC')::date as day, sum(page.visits) as visits
          from (select distinct on (message) message, at, pages from given) given
            join fresh on fresh.message_id = given.message
            cross join jsonb_to_recordset(given.pages) as page("publicId" uuid, visits bigint)
            join ${creators} on ${creators.publicId} = page."publicId"
            join ${users} on ${users.id} = ${creators.userId} and ${users.deletedAt} is null
          group by 1, 2)
        insert into ${pageVisits} (creator_id, day, visits) select creator_id, day, visits from sums order by creator_id, day
        on conflict (creator_id, day) do update set visits = ${pageVisits.visits} + excluded.visits returning ${columns}`,
    ),
  );
  return rows.length;
}

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
