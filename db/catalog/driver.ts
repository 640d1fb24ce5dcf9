import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { catalogLists } from '../tables/catalog.ts';
import { type Filter, filters } from './filters.ts';
import { along, alongAll, place } from './lists.ts';
import type { Filters } from './query.ts';

/** Lists are compared up to this length, because in a longer one a page fills quickly. */
const comparedUpTo = 1_000;

/** The next limit + 1 creators after the CTE `place`, of a list without a search. */
export function walk(query: Filters): SQL {
  const after =
    query.sort === 'price'
      ? sql`(${place.minPrice}, ${place.creatorId}) > ((select min_price from place), (select creator_id from place))`
      : sql`(${place.lastModified}, ${place.creatorId}) < ((select last_modified from place), (select creator_id from place))`;
  const candidates = [...filters(query), ...priceLists(query)];
  const [only, ...more] = candidates;
  if (!only) return along(query, { list: sql`''`, after });
  if (more.length === 0 && 'isOne' in only && only.isOne) return along(query, { list: sql`(${only.lists})[1]`, after });
  return alongAll(query, sql`(${shortest(candidates)})`, { after });
}

/** The lists of the filter that the fewest creators match. Every matching creator is in one of them. */
function shortest(candidates: readonly Pick<Filter, 'lists'>[]): SQL {
  const rows = candidates.map(({ lists }, rank) => sql`select ${lists}, ${rank}::int`);
  const limit = sql.raw(String(comparedUpTo));
  return sql`select d.lists from (${sql.join(rows, sql` union all `)}) as d(lists, rank)
    order by (select count(*) from (select from unnest(d.lists) as name(list)
      cross join lateral (select from ${catalogLists} ${place} where ${place.list} = name.list limit ${limit}) l limit ${limit}) counted), d.rank limit 1`;
}

/** Each service is in the list of the number of binary digits of its price in cents. */
function priceLists({ minPriceCents, maxPriceCents }: Filters): Pick<Filter, 'lists'>[] {
  if (minPriceCents === null && maxPriceCents === null) return [];
  const digits = (cents: bigint) => cents.toString(2).length;
  const from = digits(minPriceCents ?? 1n);
  const to = digits(maxPriceCents ?? 2n ** 47n - 1n);
  return [{ lists: sql`array(select 'price=' || n from generate_series(${from}::int, ${to}::int) n)` }];
}
