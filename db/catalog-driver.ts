import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { lists } from './catalog-filters.ts';
import { along, alongAll } from './catalog-index.ts';
import type { CatalogQuery } from './catalog-query.ts';
import { termLists } from './catalog-terms.ts';

/** Lists are compared up to this length: beyond it, walking any of them soon fills a page. */
const comparedUpTo = 1_000;

/** The next limit + 1 creators after the CTE `place`. */
export function walk(query: CatalogQuery): SQL {
  const after =
    query.sort === 'price'
      ? sql`(min_price, creator_id) > ((select min_price from place), (select creator_id from place))`
      : sql`(last_modified, creator_id) < ((select last_modified from place), (select creator_id from place))`;
  const candidates = [...lists(query).map((list) => sql`array[${list}]`), ...priceLists(query)];
  const [only] = lists(query);
  if (query.q === null && candidates.length < 2 && candidates.length === lists(query).length)
    return along(query, { list: only ?? sql`''`, after });
  return alongAll(query, sql`(select chosen.lists from (${shortest(query)}) chosen)`, { after });
}

/** One row: the lists of the condition that the fewest creators fulfil. All of an answer stands in them. */
export function shortest(query: CatalogQuery): SQL {
  const conditions = [
    ...lists(query).map((list) => sql`array[${list}]`),
    ...priceLists(query),
    ...(query.q === null ? [sql`array['']`] : []),
  ].map(
    (names, rank) => sql`select ${names}, null::text[], null::text[], null::text[], null::text[], ${rank + 1}::int`,
  );
  const rows = query.q === null ? conditions : [termLists, ...conditions];
  return sql`select d.* from (${sql.join(rows, sql` union all `)}) as d(lists, tier0, tier1, tier2, tier3, rank)
    order by (select count(*) from (select from unnest(d.lists) as name(list)
      cross join lateral (select from catalog_lists l where l.list = name.list limit ${sql.raw(String(comparedUpTo))}) l limit ${sql.raw(String(comparedUpTo))}) counted), d.rank limit 1`;
}

/** Services stand in lists by the binary digits of their price in cents. */
function priceLists({ minPriceCents, maxPriceCents }: CatalogQuery): SQL[] {
  if (minPriceCents === null && maxPriceCents === null) return [];
  const digits = (cents: bigint) => cents.toString(2).length;
  const from = digits(minPriceCents ?? 1n);
  const to = digits(maxPriceCents ?? 2n ** 47n - 1n);
  return [sql`array(select 'price=' || n from generate_series(${from}::int, ${to}::int) n)`];
}
