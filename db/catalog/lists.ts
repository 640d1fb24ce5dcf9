import type { AnyColumn } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { centsToUsdt } from '../../schema/shared/money.ts';
import { catalogCreators, catalogLists, catalogServices } from '../tables/catalog.ts';
import { filters, service, serviceConditions } from './filters.ts';
import { type Filters, maxFound } from './query.ts';

/** A place in a list of the index. */
export const place = alias(catalogLists, 'l');
/** An alias for a creator. */
export const creator = alias(catalogCreators, 'c');

export interface Walk {
  readonly list: SQL;
  /** A condition: the place comes after the cursor. */
  readonly after: SQL;
}

/**
 * The next limit + 1 creators of one list of the index, in the order of the answer. Creators that other filters refuse are
 * skipped, nearly always by the bits in the index.
 */
export function along(query: Filters, { list, after }: Walk): SQL {
  const selected = filters(query);
  const single = selected.filter(({ isOne }) => isOne).map(({ lists }) => lists);
  const isPriced = query.minPriceCents !== null || query.maxPriceCents !== null;
  const isChecked = selected.length > 1 || (isPriced && selected.length > 0);
  const hints = [
    ...(isChecked && single.length > 0
      ? [holds(sql`${place.listBits}`, sql`catalog_bits(${sql.join(single, sql` || `)})`)]
      : []),
    ...(query.minPriceCents === null ? [] : [sql`${place.maxPrice} >= ${centsToUsdt(query.minPriceCents)}::bigint`]),
    ...(query.maxPriceCents === null ? [] : [sql`${place.minPrice} <= ${centsToUsdt(query.maxPriceCents)}::bigint`]),
  ];
  const services = serviceConditions(query);
  const proofs = [
    ...(isChecked ? [holdsFor(sql`${catalogCreators} ${creator}`, creator.creatorId, listsMatch(query))] : []),
    ...(services.length > 0 ? [holdsFor(sql`${catalogServices} ${service}`, service.creatorId, services)] : []),
  ];
  // Only the sort key is read, because each index has its own alone.
  const key = query.sort === 'price' ? place.minPrice : place.lastModified;
  return sql`select ${place.creatorId}, ${key} from ${catalogLists} ${place} where ${place.list} = ${list} and ${after}${passing(hints, proofs)}
    order by ${ordered(query, sql`${place}.`)} limit ${maxFound(query)}`;
}

/** The filters as conditions on the lists of the creator. */
export const listsMatch = (query: Filters): SQL[] =>
  filters(query).map(({ lists }) => sql`${creator.lists} && ${lists}`);

/**
 * In a case, which the planner expects to be true of every second creator, so that it walks the list in its order. It expects the
 * bare conditions to be true of few creators, and would read and sort the whole list.
 */
function passing(hints: readonly SQL[], proofs: readonly SQL[]): SQL {
  if (hints.length === 0 && proofs.length === 0) return sql``;
  const all = (conditions: readonly SQL[]) => sql.join([sql`true`, ...conditions], sql` and `);
  return sql` and case when ${all(hints)} then ${all(proofs)} else false end`;
}

/** With offset 0 Postgres looks the creator's rows up. Without it the planner may read the table once for all of them. */
const holdsFor = (table: SQL, id: AnyColumn, conditions: readonly SQL[]): SQL =>
  sql`exists (select from ${table} where ${id} = ${place.creatorId} and ${sql.join([...conditions], sql` and `)} offset 0)`;

/** Walks several lists. A creator may be in more than one of them. */
export const alongAll = (query: Filters, names: SQL, walk: Omit<Walk, 'list'>): SQL => sql`
  select distinct w.* from unnest(${names}) as name(list) cross join lateral (${along(query, { ...walk, list: sql`name.list` })}) w
  order by ${ordered(query, sql`w.`)} limit ${maxFound(query)}`;

export const ordered = (query: Filters, of: SQL = sql``): SQL =>
  query.sort === 'price' ? sql`${of}min_price, ${of}creator_id` : sql`${of}last_modified desc, ${of}creator_id desc`;

const holds = (bits: SQL, selected: SQL): SQL => sql`${bits} & ${selected} = ${selected}`;
