import { type SQL, sql } from 'drizzle-orm/sql/sql';

// Twenty items can hold long briefs and rights: a page of them ends early rather than fill an isolate.
const pageBytes = 4 * 1024 * 1024;

/** A row of a page that may have been cut by its size. */
export interface SizedRow<Item> {
  readonly item: Item;
  /** How many there were before the cut. */
  readonly found: bigint;
}

/** The first of the rows `(id, json)`, newest first, as SizedRow: at most `limit`, within the size, and one in any case. */
export const pageBySize = (listed: SQL, limit: number): SQL => sql`
  select page.json as item, page.found from (
    select json, id, count(*) over () as found, row_number() over newest as n, sum(octet_length(json::text)) over newest as bytes
    from (${listed}) listed
    window newest as (order by id desc)) page
  where n = 1 or (n <= ${limit} and bytes <= ${pageBytes})
  order by id desc`;
