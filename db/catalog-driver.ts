import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Filter, filters } from './catalog-filters.ts';
import { along, alongAll } from './catalog-index.ts';
import type { CatalogQuery } from './catalog-query.ts';

/** Lists are compared up to this length: beyond it, walking any of them soon fills a page. */
const comparedUpTo = 1_000;

/** The next limit + 1 creators after the CTE `place`, of a list without a search. */
export function walk(query: CatalogQuery): SQL {
  const after =
    query.sort === 'price'
      ? sql`(min_price, creator_id) > ((select min_price from place), (select creator_id from place))`
      : sql`(last_modified, creator_id) < ((select last_modified from place), (select creator_id from place))`;
  const candidates = [...filters(query), ...priceLists(query)];
  const [only, ...more] = candidates;
  if (!only) return along(query, { list: sql`''`, after });
  if (more.length === 0 && 'isOne' in only && only.isOne) return along(query, { list: sql`(${only.lists})[1]`, after });
  return alongAll(query, sql`(${shortest(candidates)})`, { after });
}

/** The lists of the condition that the fewest creators fulfil. All of an answer stands in them. */
function shortest(candidates: readonly Pick<Filter, 'lists'>[]): SQL {
  const rows = candidates.map(({ lists }, rank) => sql`select ${lists}, ${rank}::int`);
  const most = sql.raw(String(comparedUpTo));
  return sql`select d.lists from (${sql.join(rows, sql` union all `)}) as d(lists, rank)
    order by (select count(*) from (select from unnest(d.lists) as name(list)
      cross join lateral (select from catalog_lists l where l.list = name.list limit ${most}) l limit ${most}) counted), d.rank limit 1`;
}

/** Services stand in lists by the binary digits of their price in cents. */
function priceLists({ minPriceCents, maxPriceCents }: CatalogQuery): Pick<Filter, 'lists'>[] {
  if (minPriceCents === null && maxPriceCents === null) return [];
  const digits = (cents: bigint) => cents.toString(2).length;
  const from = digits(minPriceCents ?? 1n);
  const to = digits(maxPriceCents ?? 2n ** 47n - 1n);
  return [{ lists: sql`array(select 'price=' || n from generate_series(${from}::int, ${to}::int) n)` }];
}
