import { centsToUsdt } from '../../schema/shared/money.ts';
import type { CatalogQuery } from './query.ts';

/** The separators that catalog_read expects. They cannot be part of a value: there they become another control character. */
const [betweenFilters, betweenAlternatives, instead] = ['\u001e', '\u001f', '\u001d'];

/** The filters of a query as parameters of catalog_read. */
export interface FilterParameters {
  /** The lists of filters whose case Postgres folds, in the same way as for the index. */
  readonly folded: string;
  readonly exact: string;
  /** Alternatives of one service. */
  readonly platform: string | null;
  /** Service types, each alone or with a variant after a dot. */
  readonly type: string | null;
  /** Whether one of the types has a variant. */
  readonly variant: 'ANY' | null;
  readonly country: string | null;
  readonly minPrice: bigint | null;
  readonly maxPrice: bigint | null;
}

export function filterParameters(query: CatalogQuery): FilterParameters {
  const { platform, format, topic, geo, language } = query;
  return {
    folded: joined([inAny('topic', topic), inAny('geo', geo), inAny('language', language)]),
    exact: joined(listsOfServices(query)),
    platform: alternatives(platform),
    type: alternatives(format),
    variant: format?.some(hasVariant) === true ? 'ANY' : null,
    country: alternatives(query.audienceGeo),
    minPrice: query.minPriceCents === null ? null : centsToUsdt(query.minPriceCents),
    maxPrice: query.maxPriceCents === null ? null : centsToUsdt(query.maxPriceCents),
  };
}

const hasVariant = (format: string): boolean => format.includes('.');
const alternatives = (values: readonly string[] | null): string | null => values?.join(betweenAlternatives) ?? null;

/** A list contains each platform with its types: its name replaces both. */
const listsOfServices = (query: CatalogQuery): (string | null)[] => {
  const { platform, format, audienceGeo, channelType, isVerified, minFollowers, minViews, minEr } = query;
  const types = [...new Set(format?.map((one) => one.split('.')[0] ?? ''))];
  const pairs = platform?.flatMap((one) => types.map((type) => `platform=${one}&format=${type}`)) ?? [];
  return [
    inAny('audienceGeo', audienceGeo),
    pairs.length === 0 ? null : pairs.join(betweenAlternatives),
    platform !== null && format?.some(hasVariant) !== true ? null : inAny('format', format),
    format === null ? inAny('platform', platform) : null,
    channelType === null ? null : `channelType=${channelType}`,
    isVerified ? 'verified=true' : null,
    minFollowers === null ? null : `minFollowers=${minFollowers}`,
    minViews === null ? null : `minViews=${minViews}`,
    minEr === null ? null : `minEr=${minEr}`,
  ];
};

const inAny = (name: string, values: readonly string[] | null): string | null =>
  values === null ? null : values.map((value) => `${name}=${withoutSeparators(value)}`).join(betweenAlternatives);

const withoutSeparators = (value: string): string =>
  value.replaceAll(betweenFilters, instead).replaceAll(betweenAlternatives, instead);

const joined = (filters: readonly (string | null)[]): string =>
  filters.filter((filter) => filter !== null).join(betweenFilters);
