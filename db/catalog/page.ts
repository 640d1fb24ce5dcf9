import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { CatalogText, CreatorPageText } from '../../schema/catalog/catalog.ts';
import type { Db } from '../client.ts';
import { one, type Query, select } from '../query.ts';
import { functionRead } from '../stored.ts';
import { catalogDue, catalogPages } from '../tables/catalog.ts';
import { type FilterParameters, filterParameters } from './filters.ts';
import { generations } from './generations.ts';
import type { CatalogQuery } from './query.ts';

export type { CatalogQuery } from './query.ts';

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

/** One page of the catalog. Nothing of it is read when the generation is the known one. */
export const catalogPage = (
  query: CatalogQuery,
  knownGeneration: string | null = null,
): Query<CatalogAnswer<CatalogText>> =>
  pageOfParameters({
    ...filterParameters(query),
    q: query.q,
    sort: query.sort,
    cursor: query.cursor,
    limit: Math.trunc(query.limit),
    knownGeneration,
  });

interface PageParameters extends FilterParameters {
  readonly q: string | null;
  readonly sort: string;
  readonly cursor: string | null;
  readonly limit: number;
  readonly knownGeneration: string | null;
}

const pageFields = {
  generations: sql<string>`generations`,
  isKnown: sql<boolean>`is_known`,
  etag: sql<string | null>`etag`,
  body: sql<CatalogText | null>`body`,
};

const pageOfParameters = functionRead<PageParameters, typeof pageFields>(
  'catalog_read',
  [
    'q',
    'folded',
    'exact',
    'platform',
    'type',
    'variant',
    'country',
    'minPrice',
    'maxPrice',
    'sort',
    'cursor',
    'limit',
    'knownGeneration',
  ],
  pageFields,
);
