import { alias } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { centsToUsdt } from '../../schema/shared/money.ts';
import { catalogServices } from '../tables/catalog.ts';
import type { Filters } from './query.ts';

/** An alias for a service of the creator. */
export const service = alias(catalogServices, 's');

/** Lists of the index, as a text[]. A creator matches when it is in one of them. */
export interface Filter {
  readonly lists: SQL;
  /** The filter names only one list. */
  readonly isOne: boolean;
}

const inOne = (list: SQL): Filter => ({ lists: sql`array[${list}]`, isOne: true });

/** The lists that a creator must be in, likely short ones first. */
export function filters(query: Filters): Filter[] {
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

/** Postgres folds the case in the same way as for the index. */
function inAny(name: string, values: readonly string[] | null): Filter[] {
  if (values === null) return [];
  const lists = values.map((value) => sql`${`${name}=`}::text || lower(${value})`);
  return [{ lists: sql`array[${sql.join(lists, sql`, `)}]`, isOne: values.length === 1 }];
}

/** The conditions that one service must fulfil together, unless a single list has them already. */
export function serviceConditions(query: Filters): SQL[] {
  const { platform, format, audienceGeo, minPriceCents, maxPriceCents } = query;
  const isInOneList =
    minPriceCents === null &&
    maxPriceCents === null &&
    (audienceGeo === null || (platform === null && format === null)) &&
    (platform === null || !format?.includes('.'));
  return isInOneList ? [] : conditionsOfService(query);
}

/** The conditions of the filters on a service. */
export function conditionsOfService(query: Filters): SQL[] {
  const { platform, format, audienceGeo, minPriceCents, maxPriceCents } = query;
  const [type, variant] = format?.split('.') ?? [];
  return [
    ...(platform === null ? [] : [sql`${service.platform} = ${platform}`]),
    ...(type === undefined ? [] : [sql`${service.type} = ${type}`]),
    ...(variant === undefined ? [] : [sql`${service.variant} = ${variant}`]),
    ...(audienceGeo === null ? [] : [sql`${audienceGeo} = any (${service.countries})`]),
    ...(minPriceCents === null ? [] : [sql`${service.basePrice} >= ${centsToUsdt(minPriceCents)}::bigint`]),
    ...(maxPriceCents === null ? [] : [sql`${service.basePrice} <= ${centsToUsdt(maxPriceCents)}::bigint`]),
  ];
}
