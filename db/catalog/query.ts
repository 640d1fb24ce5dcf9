/** The filters, the order and the page of a catalog request; null where it has none. */
export interface CatalogQuery {
  readonly q: string | null;
  readonly channelType: string | null;
  readonly platform: readonly string[] | null;
  /** Service types, each alone or with a variant after a dot. */
  readonly format: readonly string[] | null;
  readonly topic: readonly string[] | null;
  readonly language: readonly string[] | null;
  readonly geo: readonly string[] | null;
  readonly audienceGeo: readonly string[] | null;
  /** Only creators who have proven a channel. */
  readonly isVerified: boolean;
  /** A number of figureSteps. */
  readonly minFollowers: number | null;
  readonly minViews: number | null;
  /** A number of erSteps. */
  readonly minEr: number | null;
  readonly minPriceCents: bigint | null;
  readonly maxPriceCents: bigint | null;
  readonly sort: 'price' | 'relevance' | 'activity';
  readonly limit: number;
  /** The publicId of the last creator of the previous page. */
  readonly cursor: string | null;
}
