import type { CatalogInput } from '../../schema/catalog/catalog-query.ts';

/** The cache key of a parsed query: equal questions have equal keys, however they were written. */
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
      minPriceCents?.toString(),
      maxPriceCents?.toString(),
      sort,
      input.limit,
      cursor,
    ].map((value) => value ?? null),
  )}`;
}
