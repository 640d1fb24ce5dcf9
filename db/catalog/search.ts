import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { centsToUsdt } from '../../schema/shared/money.ts';
import { filters } from './filters.ts';
import { type Filters, maxFound, type PlacedQuery } from './query.ts';

/** Rows (n, creator_id): the next limit + 1 creators who answer the search, the best first (see catalog_search). */
export const search = (query: PlacedQuery, q: string): SQL =>
  sql`select nth as n, found_id as creator_id from catalog_search(${q}, ${filterOf(query)}, ${query.sort}, ${query.cursor}::uuid, ${maxFound(query)})`;

/** A search_filter. */
function filterOf(query: Filters): SQL {
  // The separator within a name would make it two.
  const lists = filters(query).map(
    (filter) => sql`(select string_agg(replace(list, chr(31), chr(30)), chr(31)) from unnest(${filter.lists}) list)`,
  );
  const [type, variant] = query.format?.split('.') ?? [];
  const [min, max] = [query.minPriceCents, query.maxPriceCents].map((cents) => cents && centsToUsdt(cents));
  return sql`row(array[${sql.join(lists, sql`, `)}]::text[], ${query.platform}::text, ${type ?? null}::text, ${variant ?? null}::text,
    ${query.audienceGeo}::text, ${min ?? null}::bigint, ${max ?? null}::bigint)::search_filter`;
}
