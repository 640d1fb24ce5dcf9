import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { centsToUsdt } from '../schema/money.ts';
import type { CatalogQuery } from './catalog-query.ts';

/** The lists that an answer must stand in, those first that are likely to be short. */
export function lists(query: CatalogQuery): SQL[] {
  const { platform, format } = query;
  const [type, variant] = format?.split('.') ?? [];
  return [
    ...(query.topic === null ? [] : [sql`'topic=' || lower(${query.topic})`]),
    ...(query.audienceGeo === null ? [] : [sql`${`audienceGeo=${query.audienceGeo}`}::text`]),
    ...(query.geo === null ? [] : [sql`'geo=' || lower(${query.geo})`]),
    ...(platform !== null && type !== undefined ? [sql`${`platform=${platform}&format=${type}`}::text`] : []),
    ...(format !== null && (platform === null || variant !== undefined) ? [sql`${`format=${format}`}::text`] : []),
    ...(query.language === null ? [] : [sql`'language=' || lower(${query.language})`]),
    ...(platform !== null && format === null ? [sql`${`platform=${platform}`}::text`] : []),
    ...(query.channelType === null ? [] : [sql`${`channelType=${query.channelType}`}::text`]),
  ];
}

/** What one and the same service must fulfil, where the lists do not say it already. */
export function serviceConditions(query: CatalogQuery): SQL[] {
  const { platform, format, audienceGeo, minPriceCents, maxPriceCents } = query;
  const [type, variant] = format?.split('.') ?? [];
  const isInOneList =
    minPriceCents === null &&
    maxPriceCents === null &&
    (audienceGeo === null || (platform === null && format === null)) &&
    (platform === null || variant === undefined);
  if (isInOneList) return [];
  return [
    ...(platform === null ? [] : [sql`s.platform = ${platform}`]),
    ...(type === undefined ? [] : [sql`s.type = ${type}`]),
    ...(variant === undefined ? [] : [sql`s.variant = ${variant}`]),
    ...(audienceGeo === null ? [] : [sql`${audienceGeo} = any (s.countries)`]),
    ...(minPriceCents === null ? [] : [sql`s.base_price >= ${centsToUsdt(minPriceCents)}::bigint`]),
    ...(maxPriceCents === null ? [] : [sql`s.base_price <= ${centsToUsdt(maxPriceCents)}::bigint`]),
  ];
}
