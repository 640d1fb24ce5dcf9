import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { centsToUsdt } from '../schema/money.ts';
import { filters, serviceConditions } from './catalog-filters.ts';
import { type CatalogQuery, mostFound } from './catalog-query.ts';

export interface Walk {
  readonly list: SQL;
  /** Holds for the entries that come after the cursor. */
  readonly after: SQL;
}

/**
 * The next limit + 1 creators of one list of the index, in the order of the answer. What the other filters refuse is
 * skipped, nearly always by the bits in the index itself.
 */
export function along(query: CatalogQuery, { list, after }: Walk): SQL {
  const wanted = filters(query);
  const single = wanted.filter(({ isOne }) => isOne).map(({ lists }) => lists);
  const isPriced = query.minPriceCents !== null || query.maxPriceCents !== null;
  const isChecked = wanted.length > 1 || (isPriced && wanted.length > 0);
  const hints = [
    ...(isChecked && single.length > 0
      ? [holds(sql`l.list_bits`, sql`catalog_bits(${sql.join(single, sql` || `)})`)]
      : []),
    ...(query.minPriceCents === null ? [] : [sql`l.max_price >= ${centsToUsdt(query.minPriceCents)}::bigint`]),
    ...(query.maxPriceCents === null ? [] : [sql`l.min_price <= ${centsToUsdt(query.maxPriceCents)}::bigint`]),
  ];
  const services = serviceConditions(query);
  const proofs = [
    ...(isChecked ? [holdsFor(sql`catalog_creators c`, sql`c`, listsMatch(query))] : []),
    ...(services.length > 0 ? [holdsFor(sql`catalog_services s`, sql`s`, services)] : []),
  ];
  // Only the key of the order is read: the index by price does not hold the other one.
  const key = query.sort === 'price' ? sql`l.min_price` : sql`l.last_modified`;
  return sql`select l.creator_id, ${key} from catalog_lists l where l.list = ${list} and ${after}${passing(hints, proofs)}
    order by ${ordered(query, sql`l.`)} limit ${mostFound(query)}`;
}

/** The filters' lists as conditions on the creator `c`. */
export const listsMatch = (query: CatalogQuery): SQL[] => filters(query).map(({ lists }) => sql`c.lists && ${lists}`);

/**
 * In a case, since the planner takes that for true of every second creator and walks the list in its order. It takes the
 * bare conditions for true of hardly anyone, reads the whole list and sorts.
 */
function passing(hints: readonly SQL[], proofs: readonly SQL[]): SQL {
  if (hints.length === 0 && proofs.length === 0) return sql``;
  const all = (conditions: readonly SQL[]) => sql.join([sql`true`, ...conditions], sql` and `);
  return sql` and case when ${all(hints)} then ${all(proofs)} else false end`;
}

/** Offset 0: the creator's rows are looked up; without it the planner may read the table once for all of them. */
const holdsFor = (table: SQL, alias: SQL, conditions: readonly SQL[]): SQL =>
  sql`exists (select from ${table} where ${alias}.creator_id = l.creator_id and ${sql.join([...conditions], sql` and `)} offset 0)`;

/** The same along several lists, in which a creator may stand more than once. */
export const alongAll = (query: CatalogQuery, names: SQL, walk: Omit<Walk, 'list'>): SQL => sql`
  select distinct w.* from unnest(${names}) as name(list) cross join lateral (${along(query, { ...walk, list: sql`name.list` })}) w
  order by ${ordered(query, sql`w.`)} limit ${mostFound(query)}`;

export const ordered = (query: CatalogQuery, of: SQL = sql``): SQL =>
  query.sort === 'price' ? sql`${of}min_price, ${of}creator_id` : sql`${of}last_modified desc, ${of}creator_id desc`;

const holds = (bits: SQL, wanted: SQL): SQL => sql`${bits} & ${wanted} = ${wanted}`;
