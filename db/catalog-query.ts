import { type SQL, sql } from 'drizzle-orm/sql/sql';

/** A question to the catalog; null where it does not filter. */
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

/**
 * How many creators are looked for: one more than the page holds. Written into the statement, since a plan for any
 * limit (as prepared statements get after a while) would read whole lists.
 */
export const mostFound = (query: CatalogQuery): SQL => sql.raw(String(Math.trunc(query.limit) + 1));
