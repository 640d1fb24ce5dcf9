import type { AnyColumn } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Query, query } from './query.ts';

// Twenty items can contain long briefs and rights: a page ends early rather than fill an isolate's memory.
const pageBytes = 4 * 1024 * 1024;

/** The items of a page as JSON, with their ids; `from` begins with `from`. */
export interface Listed<Item> {
  readonly id: AnyColumn;
  readonly item: SQL<Item>;
  readonly from: SQL;
}

/** A row of a page that may have been cut by its size. */
export interface SizedRow<Item> {
  readonly item: Item;
  /** The number of rows before the cut. */
  readonly found: bigint;
}

/** The first items, newest first: at most `limit`, within the size, but at least one. */
export const pageBySize = <Item>({ id, item, from }: Listed<Item>, limit: number): Query<SizedRow<Item>> =>
  query(
    { item: sql<Item>`page.json`, found: sql<bigint>`page.found` },
    (columns) => sql`
      select ${columns} from (
        select json, id, count(*) over () as found, row_number() over newest as n, sum(octet_length(json::text)) over newest as bytes
        from (select ${id} as id, ${item} as json ${from}) listed
        window newest as (order by id desc)) page
      where n = 1 or (n <= ${limit} and bytes <= ${pageBytes})
      order by id desc`,
  );
