import type { AnyColumn } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from './client.ts';
import { jsonList, query } from './query.ts';
import { walkPages, walks } from './tables/walks.ts';

/**
 * A reader's walk through a list whose order may change meanwhile. The first page remembers the order, and the others keep it, so that each row that
 * stays is shown once, wherever it moves. `walks` of the database has the orders.
 */
export interface Walk {
  /** What the list is of, such as a factory. */
  readonly subject: string;
  /** All that decides the rows and their order, without cursor and limit. */
  readonly list: readonly unknown[];
  /** The reader of a list that others read too; empty where the list is of one reader. */
  readonly reader?: string | undefined;
  readonly limit: number;
  /** The id of the last row of the page before. */
  readonly cursor?: number | string | undefined;
  readonly at: Date;
}

interface Rows {
  /** The ids of all rows as text[], in the present order. */
  readonly order: SQL;
  /** What follows `from`: the row with an id, if the list still has it. */
  readonly row: (id: SQL) => SQL;
}

/** The ids of rows as text[], for `order`. `rest` begins with `from`. */
export const idsInOrder = (id: SQL, rest: SQL, order: SQL): SQL =>
  sql`(select coalesce(array_agg((${id})::text order by ${order}), '{}') ${rest})`;

const textOf = ({ subject, list }: Walk): string => JSON.stringify([subject, ...list]);

/**
 * The relations `walk` and `page`, for the `with` of a statement. `page` has the ids of the page, and of one row more, as text, with their `place`
 * from 1. A cursor of no page goes on at its present place. Postgres reads the ids in their order, because no other join than a nested loop is
 * possible.
 */
export const pageOfWalk = (walk: Walk, { order, row }: Rows): SQL => {
  const { cursor, limit } = walk;
  const started = sql`select null::bigint as id, ${order} as ids`;
  const present = sql`(select present.ids[array_position(present.ids, ${cursor}::text) + 1:] from (select ${order} as ids) present)`;
  const continued = sql`select known.id, case when known.id is null then ${present} else known.ids end as ids
    from (select) one left join walk_after(${textOf(walk)}, ${walk.reader ?? ''}, ${cursor}::text) known on true`;
  return sql`walk as materialized (${cursor === undefined ? started : continued}),
    page as materialized (select found.id, row_number() over () as place from (
      select listed.id from walk cross join unnest(walk.ids) as listed(id)
        cross join lateral (with own as materialized (select 1 from ${row(sql`listed.id`)}) select from own) own
      limit ${limit + 1}) found)`;
};

/** A list of the page of a walk, remembered if another page follows. INVALID_CURSOR if the cursor is no row of the list and never ended a page. */
export const walkedList = <T>(walk: Walk, { row }: Pick<Rows, 'row'>, list: SQL<T>): SQL<T> => {
  const { cursor, limit, subject, at } = walk;
  const last = sql`(select ended.id from page ended where ended.place = ${limit} and exists (select from page more where more.place > ${limit}))`;
  const noted = sql`(select walk_noted(${subject}, ${textOf(walk)}, ${walk.reader ?? ''}, walk.id, case when walk.id is null then walk.ids end, ${last}, ${at}::timestamptz) from walk)`;
  const known = sql`(select guard(walk.id is not null or exists (select from ${row(sql`${cursor}::text`)}), 'INVALID_CURSOR') from walk)`;
  return sql`case when ${cursor === undefined ? sql`` : sql`${known} and`} ${noted} then ${list} end`;
};

interface SmallList<Item> {
  readonly id: AnyColumn;
  /** What follows `from`, without a condition. */
  readonly tables: SQL;
  readonly condition: SQL;
  readonly order: SQL;
  readonly item: SQL<Item>;
}

/** The page of a list of at most some hundreds of rows, and one row more: a field of the facts. */
export const walkedPage = <Item>(
  walk: Walk,
  { id, tables, condition, order, item }: SmallList<Item>,
): SQL<readonly Item[]> => {
  const rows = {
    order: idsInOrder(sql`${id}`, sql`from ${tables} where ${condition}`, order),
    row: (given: SQL) => sql`${tables} where ${condition} and ${id}::text = ${given}`,
  };
  const list = jsonList(
    item,
    sql`from ${tables} join page on page.id = ${id}::text where ${condition}`,
    sql`page.place`,
  );
  return sql`(with ${pageOfWalk(walk, rows)} select ${walkedList(walk, rows, list)})`;
};

/** The value of the row of a cursor as text, when a page ended with it; null if none did. For lists whose values never change. */
export const placeOf = (walk: Walk): SQL<string | null> => sql`place_of(${textOf(walk)}, ${walk.cursor}::text)`;

/**
 * A list of the relation `page`, sorted by a value that never changes. If another page follows, the value of its last row is remembered, because the row
 * may leave the list. `place` is of `ended`, a row of `page`.
 */
export const placedList = <T>(
  walk: Walk,
  { place, isKnown }: { readonly place: SQL; readonly isKnown: SQL },
  list: SQL<T>,
): SQL<T> => {
  const { cursor, limit, at } = walk;
  const known = cursor === undefined ? sql`` : sql`(select guard(${isKnown}, 'INVALID_CURSOR')) and`;
  const noted = sql`coalesce((select place_noted(${textOf(walk)}, ended.id::text, (${place})::text, ${at}::timestamptz) from page ended
    where ended.place = ${limit} and exists (select from page more where more.place > ${limit})), true)`;
  return sql`case when ${known} ${noted} then ${list} end`;
};

/** Deletes the orders and the ends of pages that nobody has used since then, at most so many of each. Returns the number of both. */
export const deleteWalksBefore = async (db: Db, before: Date, limit: number): Promise<number> => {
  const old = (table: typeof walks | typeof walkPages): SQL =>
    sql`delete from ${table} where ctid = any (array(select ctid from ${table} where ${table.usedAt} < ${before} limit ${limit})) returning 1`;
  const rows = await db.read(
    query(
      { n: sql<number>`n` },
      (columns) => sql`with orders as (${old(walks)}), ends as (${old(walkPages)})
        select ${columns} from (select ((select count(*) from orders) + (select count(*) from ends))::int as n) deleted`,
    ),
  );
  return rows[0]?.n ?? 0;
};
