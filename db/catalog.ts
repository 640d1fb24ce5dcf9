import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { walk } from './catalog-driver.ts';
import { entryOf } from './catalog-entry.ts';
import { listsMatch, ordered } from './catalog-index.ts';
import type { CatalogQuery } from './catalog-query.ts';
import { search } from './catalog-search.ts';
import { type Db, row } from './client.ts';

export type { CatalogQuery } from './catalog-query.ts';

// Entries may carry twelve audiences: a page of them ends early rather than grow.
const pageBytes = sql.raw(String(1024 * 1024 - 1_024));

/** An answer to a guest, out of one snapshot. */
export interface CatalogAnswer {
  /** The epoch and the counters of catalog_generations. */
  readonly generations: string;
  /** What the caller has already still holds: etag and body are left out. */
  readonly isKnown: boolean;
  /** Null, like the body, when there is nothing to answer with: the cursor was never a creator, or there is no page. */
  readonly etag: string | null;
  /** The finished JSON. */
  readonly body: string | null;
}

/** One page of the catalog, in one statement; nothing of it is read when the generation is the known one. */
export const readCatalogPage = (db: Db, query: CatalogQuery, knownGeneration: string | null): Promise<CatalogAnswer> =>
  row(db, catalogPage(query, knownGeneration));

/** A creator's page, or only that the known version still holds. */
export const readCreatorPage = (db: Db, publicId: string, knownEtag: string | null): Promise<CatalogAnswer> =>
  row(
    db,
    sql`select ${generations} as generations, (p.etag = ${knownEtag}::text) is true as "isKnown", p.etag,
        case when p.etag is distinct from ${knownEtag}::text then '{"data":' || p.page || '}' end as body
      from (select) one left join (${pageOf(publicId)}) p on true`,
  );

/** Rows (etag, page): the stored page, or a page computed now for a creator who is marked in catalog_due. */
const pageOf = (publicId: string): SQL => sql`
  select p.etag, p.page from catalog_pages p
  where p.public_id = ${publicId}::uuid and not exists (select from catalog_due d where d.creator_id = p.creator_id)
  union all
  select md5(live.page), live.page from catalog_due d cross join lateral catalog_page_now(d.creator_id, d.at) live(page)
  where d.public_id = ${publicId}::uuid and live.page is not null`;

export const readGenerations = async (db: Db): Promise<string> =>
  (await row<{ generations: string }>(db, sql`select ${generations} as generations`)).generations;

/** A statement of every commit that changes what the public sees of a creator. It comes last: it locks a counter. */
export const refreshCatalog = (creatorId: number, at: Date): SQL =>
  sql`select catalog_refresh(${creatorId}::bigint, ${at}::timestamptz)`;

/** refreshCatalog after a measurement. The lists keep their generation until tellFigures advances it. */
export const refreshFigures = (creatorId: number, at: Date): SQL =>
  sql`select catalog_refresh_figures(${creatorId}::bigint, ${at}::timestamptz)`;

/** Makes the lists show all new measurements, at most every five minutes. */
export const tellFigures = async (db: Db, at: Date): Promise<void> => {
  await db.rows(sql`select catalog_tell_figures(${at}::timestamptz)`);
};

/**
 * Deletes the former places of creators that are more than an hour old, with the words of creators who have left: a cursor cannot use them.
 * Gives the number of deleted places, at most `most`.
 */
export const forgetFormer = async (db: Db, at: Date, most: number): Promise<number> => {
  const hourAgo = new Date(at.getTime() - 3_600_000);
  const forgotten = await db.rows(sql`update catalog_former set lists = '{}', words = '{}'
    where creator_id = any (array(select creator_id from catalog_former where until < ${hourAgo} and lists <> '{}'
      order by until limit ${most} for no key update skip locked)) returning 1`);
  return forgotten.length;
};

/** The creator's page answers now: a condition. */
export const isAnswering = (creatorId: SQL): SQL => sql`(
  case when exists (select from catalog_due d where d.creator_id = ${creatorId} and d.may_leave) then catalog_answers_now(${creatorId})
    else exists (select from catalog_creators c where c.creator_id = ${creatorId}) end)`;

/** Creators whose catalog rows must be rebuilt, the last marked first, at most `most`. */
export const readDueCreators = async (db: Db, most: number): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(sql`select creator_id::float8 as id from catalog_due order by at desc limit ${most}`)
  ).map(({ id }) => id);

/** Rebuilds the rows of a marked creator, in a transaction of its own. */
export const refreshDueCreator = (creatorId: number): SQL => sql`select catalog_refresh_due(${creatorId}::bigint)`;

const epoch = sql`(select value from catalog_epochs)`;
const counters = sql`select ${epoch} || ',' || string_agg(value::text, ',' order by shard) as text,
  ${epoch} || '.' || sum(value) as sum from catalog_generations`;
/** The epoch and the counters of catalog_generations as text: a column. */
export const generations = sql`(select text from (${counters}) counters)`;

export function catalogPage(query: CatalogQuery, knownGeneration: string | null = null): SQL {
  const limit = sql`${query.limit}::int`;
  const found =
    query.q === null
      ? sql`select row_number() over (order by ${ordered(query)}) as n, creator_id from (${walk(query)}) walked`
      : search(query, query.q);
  return sql`with generation as materialized (${counters}),
    place as materialized (${place(query)}),
    found as materialized (${found}),
    entries as materialized (
      select case when d.creator_id is null then ${entryOf(query)} else catalog_entry_now(d.creator_id, d.at) end as entry, c.public_id, f.n
      from found f join catalog_creators c on c.creator_id = f.creator_id left join catalog_due d on d.creator_id = c.creator_id),
    -- Whoever is not shown any more has no entry, and still counts for the limit: a cursor may stand there.
    page as materialized (select *, coalesce(sum(octet_length(entry)) over (order by n), 0) as bytes from entries),
    shown as materialized (select * from page where n = 1 or (n <= ${limit} and bytes <= ${pageBytes})),
    answer as materialized (select case when exists (select from place) then '{"data":['
      || coalesce((select string_agg(entry, ',' order by n) from shown), '') || '],"nextCursor":'
      || coalesce((select '"' || public_id || '"' from shown where n = (select max(n) from shown)
                   and n < (select max(n) from page)), 'null')
      || '}' end as body
      from generation where sum is distinct from ${knownGeneration}::text)
    select generation.text as generations, (generation.sum = ${knownGeneration}::text) is true as "isKnown", md5(answer.body) as etag, answer.body
    from generation left join answer on true`;
}

/**
 * The position of the cursor's creator; without a cursor, before everyone. One that the filters select no more, or that has
 * left, counts at the position that it had before its last change. If they did not select it then either, the walk goes on
 * from where it stands now: entries may come again, none is lost.
 */
function place(query: CatalogQuery): SQL {
  if (query.cursor === null)
    return sql`select 'infinity'::timestamptz as last_modified, 0::bigint as min_price,
      ${query.sort === 'price' ? sql`0::bigint` : sql`9223372036854775807`} as creator_id`;
  const isIn = sql.join([sql`true`, ...listsMatch(query)], sql` and `);
  const at = (
    state: number,
    table: SQL,
  ) => sql`select c.last_modified, c.min_price, c.creator_id, (${isIn}) as is_in, ${state}::int as state
    from ${table} c where c.public_id = ${query.cursor}::uuid`;
  return sql`select * from (${at(1, sql`catalog_creators`)} union all ${at(2, sql`catalog_former`)}) states
    order by is_in desc, state limit 1`;
}
