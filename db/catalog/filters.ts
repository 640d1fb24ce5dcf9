import { centsToUsdt } from '../../schema/shared/money.ts';
import type { CatalogQuery } from './query.ts';

/** The separators that catalog_read expects. They cannot be part of a value: there they become another control character. */
const [betweenFilters, betweenAlternatives, instead] = ['\u001e', '\u001f', '\u001d'];

/** The filters of a query as parameters of catalog_read. */
export interface FilterParameters {
  /** The lists of filters whose case Postgres folds, in the same way as for the index. */
  readonly folded: string;
  readonly exact: string;
  readonly platform: string | null;
  readonly type: string | null;
  readonly variant: string | null;
  readonly minPrice: bigint | null;
  readonly maxPrice: bigint | null;
}

export function filterParameters(query: CatalogQuery): FilterParameters {
  const { platform, format, topic, geo, language } = query;
  const [type = null, variant = null] = format?.split('.') ?? [];
  return {
    folded: joined([inAny('topic', topic), inAny('geo', geo), inAny('language', language)]),
    exact: joined(listsOfServices(query, type, variant)),
    platform,
    type,
    variant,
    minPrice: query.minPriceCents === null ? null : centsToUsdt(query.minPriceCents),
    maxPrice: query.maxPriceCents === null ? null : centsToUsdt(query.maxPriceCents),
  };
}

/** A list contains each platform with its types: its name replaces both. */
const listsOfServices = (
  { platform, format, audienceGeo, channelType }: CatalogQuery,
  type: string | null,
  variant: string | null,
): (string | null)[] => [
  audienceGeo === null ? null : `audienceGeo=${audienceGeo}`,
  platform === null || type === null ? null : `platform=${platform}&format=${type}`,
  format === null || (platform !== null && variant === null) ? null : `format=${format}`,
  platform === null || format !== null ? null : `platform=${platform}`,
  channelType === null ? null : `channelType=${channelType}`,
];

const inAny = (name: string, values: readonly string[] | null): string | null =>
  values === null ? null : values.map((value) => `${name}=${withoutSeparators(value)}`).join(betweenAlternatives);

const withoutSeparators = (value: string): string =>
  value.replaceAll(betweenFilters, instead).replaceAll(betweenAlternatives, instead);

const joined = (filters: readonly (string | null)[]): string =>
  filters.filter((filter) => filter !== null).join(betweenFilters);
