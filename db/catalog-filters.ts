import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { centsToUsdt } from '../schema/money.ts';
import type { CatalogQuery } from './catalog-query.ts';

/** Lists of the index, as a text[]: a creator must stand in one of them. */
export interface Filter {
  readonly lists: SQL;
  /** There is one list alone. */
  readonly isOne: boolean;
}

const inOne = (list: SQL): Filter => ({ lists: sql`array[${list}]`, isOne: true });

/** The lists that an answer must stand in, those first that are likely to be short. */
export function filters(query: CatalogQuery): Filter[] {
  const { platform, format } = query;
  const [type, variant] = format?.split('.') ?? [];
  return [
    ...inAny('topic', query.topic),
    ...(query.audienceGeo === null ? [] : [inOne(sql`${`audienceGeo=${query.audienceGeo}`}::text`)]),
    ...inAny('geo', query.geo),
    ...(platform !== null && type !== undefined ? [inOne(sql`${`platform=${platform}&format=${type}`}::text`)] : []),
    ...(format !== null && (platform === null || variant !== undefined)
      ? [inOne(sql`${`format=${format}`}::text`)]
      : []),
    ...inAny('language', query.language),
    ...(platform !== null && format === null ? [inOne(sql`${`platform=${platform}`}::text`)] : []),
    ...(query.channelType === null ? [] : [inOne(sql`${`channelType=${query.channelType}`}::text`)]),
  ];
}

/** Postgres folds the case, as it did for the list. */
function inAny(name: string, values: readonly string[] | null): Filter[] {
  if (values === null) return [];
  const lists = values.map((value) => sql`${`${name}=`}::text || lower(${value})`);
  return [{ lists: sql`array[${sql.join(lists, sql`, `)}]`, isOne: values.length === 1 }];
}

/** What one and the same service must fulfil, where the lists do not say it already. */
export function serviceConditions(query: CatalogQuery): SQL[] {
  const { platform, format, audienceGeo, minPriceCents, maxPriceCents } = query;
  const isInOneList =
    minPriceCents === null &&
    maxPriceCents === null &&
    (audienceGeo === null || (platform === null && format === null)) &&
    (platform === null || !format?.includes('.'));
  return isInOneList ? [] : wantedOfService(query);
}

/** What the filters say of the service `s`. */
export function wantedOfService(query: CatalogQuery): SQL[] {
  const { platform, format, audienceGeo, minPriceCents, maxPriceCents } = query;
  const [type, variant] = format?.split('.') ?? [];
  return [
    ...(platform === null ? [] : [sql`s.platform = ${platform}`]),
    ...(type === undefined ? [] : [sql`s.type = ${type}`]),
    ...(variant === undefined ? [] : [sql`s.variant = ${variant}`]),
    ...(audienceGeo === null ? [] : [sql`${audienceGeo} = any (s.countries)`]),
    ...(minPriceCents === null ? [] : [sql`s.base_price >= ${centsToUsdt(minPriceCents)}::bigint`]),
    ...(maxPriceCents === null ? [] : [sql`s.base_price <= ${centsToUsdt(maxPriceCents)}::bigint`]),
  ];
}
