import type { Table } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { CatalogText, CreatorPageText } from '../../schema/catalog/catalog.ts';
import type { Db } from '../client.ts';
import { one, type Query, select, query as statement } from '../query.ts';
import { constant, type ParametersOf, preparedQuery } from '../statements.ts';
import { catalogCreators, catalogDue, catalogFormer, catalogPages } from '../tables/catalog.ts';
import { walk } from './driver.ts';
import { entryOf } from './entry.ts';
import { counters, generations } from './generations.ts';
import { creator, listsMatch, ordered } from './lists.ts';
import type { CatalogQuery, Filters, PlacedQuery } from './query.ts';
import { search } from './search.ts';

export type { CatalogQuery } from './query.ts';

// Entries may have twelve audiences: a page of them has fewer entries.
const pageBytes = sql.raw(String(1024 * 1024 - 1_024));

/** An answer to a guest, out of one snapshot. */
export interface CatalogAnswer<Body extends string> {
  /** The epoch and the counters of catalog_generations. */
  readonly generations: string;
  /** The caller's version is current: etag and body are omitted. */
  readonly isKnown: boolean;
  /** Null, like the body, when there is no answer: the cursor was never a creator, or there is no page. */
  readonly etag: string | null;
  /** The finished JSON. */
  readonly body: Body | null;
}

/** One page of the catalog, in one statement; nothing of it is read when the generation is the known one. */
export const readCatalogPage = (
  db: Db,
  query: CatalogQuery,
  knownGeneration: string | null,
): Promise<CatalogAnswer<CatalogText>> => one(db, catalogPage(query, knownGeneration));

/** A creator's page, or only that the known version is still valid. */
export const readCreatorPage = (
  db: Db,
  publicId: string,
  knownEtag: string | null,
): Promise<CatalogAnswer<CreatorPageText>> =>
  one(
    db,
    select(
      {
        generations,
        isKnown: sql<boolean>`(p.etag = ${knownEtag}::text) is true`,
        etag: sql<string | null>`p.etag`,
        body: sql<CreatorPageText | null>`case when p.etag is distinct from ${knownEtag}::text then '{"data":' || p.page || '}' end`,
      },
      sql`from (select) one left join (${pageOf(publicId)}) p on true`,
    ),
  );

/** Rows (etag, page): the stored page, or a page computed now for a creator who is marked in catalog_due. */
const pageOf = (publicId: string): SQL => sql`
  select ${catalogPages.etag}, ${catalogPages.page} from ${catalogPages}
  where ${catalogPages.publicId} = ${publicId}::uuid
    and not exists (select from ${catalogDue} where ${catalogDue.creatorId} = ${catalogPages.creatorId})
  union all
  select md5(live.page), live.page
  from ${catalogDue} cross join lateral catalog_page_now(${catalogDue.creatorId}, ${catalogDue.at}) live(page)
  where ${catalogDue.publicId} = ${publicId}::uuid and live.page is not null`;

const entryIfDue = constant(sql`else catalog_entry_now(${catalogDue.creatorId}, ${catalogDue.at}) end as entry,
  ${creator.publicId}, f.n
  from found f join ${catalogCreators} ${creator} on ${creator.creatorId} = f.creator_id
    left join ${catalogDue} on ${catalogDue.creatorId} = ${creator.creatorId}`);

interface Position {
  readonly cursor: string | null;
  readonly knownGeneration: string | null;
}

type PageAt = (position: Position) => Query<CatalogAnswer<CatalogText>>;

/** The rendered statements of this isolate, by their filters. To render one takes 0.1 to 0.3 ms. */
const rendered = new Map<string, PageAt>();
const maxRendered = 500;

/** One page of the catalog. Nothing of it is read when the generation is the known one. */
export function catalogPage(
  { cursor, ...filters }: CatalogQuery,
  knownGeneration: string | null = null,
): Query<CatalogAnswer<CatalogText>> {
  const key = JSON.stringify({ ...filters, isFirst: cursor === null }, bigintAsText);
  const page = rendered.get(key) ?? pageOfFilters(filters, cursor === null);
  if (rendered.size >= maxRendered) rendered.clear();
  rendered.set(key, page);
  return page({ cursor, knownGeneration });
}

const bigintAsText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

const pageOfFilters = (filters: Filters, isFirst: boolean): PageAt =>
  preparedQuery(({ cursor, knownGeneration }: ParametersOf<Position>) =>
    composed({ ...filters, cursor: isFirst ? null : cursor }, knownGeneration),
  );

function composed(query: PlacedQuery, knownGeneration: SQL<string | null>): Query<CatalogAnswer<CatalogText>> {
  const limit = sql`${query.limit}::int`;
  const found =
    query.q === null
      ? sql`select row_number() over (order by ${ordered(query)}) as n, creator_id from (${walk(query)}) walked`
      : search(query, query.q);
  return statement(
    {
      generations: sql<string>`generation.text`,
      isKnown: sql<boolean>`(generation.sum = ${knownGeneration}::text) is true`,
      etag: sql<string | null>`md5(answer.body)`,
      body: sql<CatalogText | null>`answer.body`,
    },
    (columns) => sql`with generation as materialized (${counters}),
      place as materialized (${place(query)}),
      found as materialized (${found}),
      entries as materialized (
        select case when ${catalogDue.creatorId} is null then ${entryOf(query)} ${entryIfDue}),
      -- A creator who is not shown any more has no entry, and counts for the limit: a cursor may be there.
      page as materialized (select *, coalesce(sum(octet_length(entry)) over (order by n), 0) as bytes from entries),
      shown as materialized (select * from page where n = 1 or (n <= ${limit} and bytes <= ${pageBytes})),
      answer as materialized (select case when exists (select from place) then '{"data":['
        || coalesce((select string_agg(entry, ',' order by n) from shown), '') || '],"nextCursor":'
        || coalesce((select '"' || public_id || '"' from shown where n = (select max(n) from shown)
                     and n < (select max(n) from page)), 'null')
        || '}' end as body
        from generation where sum is distinct from ${knownGeneration}::text)
      select ${columns} from generation left join answer on true`,
  );
}

/**
 * The place of the cursor's creator; without a cursor, the place before everyone. A creator whom the filters do not select any more, or
 * who has left, has the place from before its last change. If they did not select it then either, its present place counts: entries
 * may be repeated, none is lost.
 */
function place(query: PlacedQuery): SQL {
  if (query.cursor === null)
    return sql`select 'infinity'::timestamptz as last_modified, 0::bigint as min_price,
      ${query.sort === 'price' ? sql`0::bigint` : sql`9223372036854775807`} as creator_id`;
  const isIn = sql.join([sql`true`, ...listsMatch(query)], sql` and `);
  const at = (state: number, table: Table) => sql`
    select ${creator.lastModified}, ${creator.minPrice}, ${creator.creatorId}, (${isIn}) as is_in, ${state}::int as state
    from ${table} ${creator} where ${creator.publicId} = ${query.cursor}::uuid`;
  return sql`select * from (${at(1, catalogCreators)} union all ${at(2, catalogFormer)}) states
    order by is_in desc, state limit 1`;
}
