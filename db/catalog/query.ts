import { type SQL, sql } from 'drizzle-orm/sql/sql';

/** The filters, the order and the page of a catalog request; null where it has none. */
export interface CatalogQuery {
  readonly q: string | null;
  readonly channelType: string | null;
  readonly platform: string | null;
  /** A service type, alone or with a variant after a dot. */
  readonly format: string | null;
  readonly topic: readonly string[] | null;
  readonly language: readonly string[] | null;
  readonly geo: readonly string[] | null;
  readonly audienceGeo: string | null;
  readonly minPriceCents: bigint | null;
  readonly maxPriceCents: bigint | null;
  readonly sort: 'price' | 'relevance' | 'activity';
  readonly limit: number;
  /** The publicId of the last creator of the previous page. */
  readonly cursor: string | null;
}

/** What a page selects and how it orders. */
export type Filters = Omit<CatalogQuery, 'cursor'>;

/** The filters of a page and its cursor, as an expression. */
export interface PlacedQuery extends Filters {
  readonly cursor: SQL | null;
}

/**
 * The number of creators to find: one more than the page has. It is a literal in the statement, because the plan of a prepared statement
 * with a parameter would read whole lists.
 */
export const maxFound = (query: Filters): SQL => sql.raw(String(Math.trunc(query.limit) + 1));
