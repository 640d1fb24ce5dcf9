import type { CatalogInput } from '../../schema/catalog/catalog-query.ts';

/** The cache key of a parsed query: equivalent queries have equal keys. */
export function catalogKey({ availability: _, cursor, minPriceCents, maxPriceCents, ...input }: CatalogInput): string {
  const sort = input.sort === 'relevance' && input.q === undefined ? 'activity' : input.sort;
  return `catalog?${JSON.stringify(
    [
      input.q,
      input.channelType,
      input.platform,
      input.format,
      input.topic,
      input.language,
      input.geo,
      input.audienceGeo,
      input.verified,
      input.minFollowers,
      input.minViews,
      input.minEr,
      minPriceCents?.toString(),
      maxPriceCents?.toString(),
      sort,
      input.limit,
      cursor,
    ].map((value) => value ?? null),
  )}`;
}
