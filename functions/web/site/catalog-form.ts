import { type CatalogInput, catalogQuery } from '../../../schema/catalog/catalog-query.ts';
import { decimalOf } from '../../../schema/shared/money.ts';
import { issuesBesidesCursor } from '../../../schema/shared/refused-values.ts';

export const fields = [
  ...(['q', 'platform', 'format', 'channelType', 'topic', 'language'] as const),
  ...(['geo', 'audienceGeo', 'minPrice', 'maxPrice', 'verified', 'minFollowers', 'minViews', 'minEr', 'sort'] as const),
];
export type Field = (typeof fields)[number];
export type Values = Readonly<Partial<Record<Field, string>>>;

export type Form =
  | { readonly input: CatalogInput; readonly errors: null; readonly typed: Typed }
  /** The input as typed, to be corrected. */
  | { readonly input: null; readonly errors: Values; readonly values: Values };

/** The search text as typed; the catalog request folds its case. */
export type Typed = Pick<Values, 'q'>;

const pageSize = 24;

/** Parses the form of the HTML catalog into a catalog request: the filters of the API, with prices in USDT. Empty fields are ignored. */
export function readForm(params: URLSearchParams): Form {
  const values: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    // A field may be repeated: its values are alternatives.
    const value = params.getAll(field).filter(Boolean).join(',').trim().slice(0, 1_000);
    if (value) values[field] = value;
  }
  const { minPrice, maxPrice, ...same } = values;
  const cursor = params.get('cursor');
  const parsed = catalogQuery().safeParse({
    ...same,
    ...(minPrice !== undefined && { minPriceCents: centsOf(minPrice) }),
    ...(maxPrice !== undefined && { maxPriceCents: centsOf(maxPrice) }),
    ...(cursor && { cursor }),
    limit: String(pageSize),
  });
  if (parsed.success) {
    const typed = parsed.data.q === undefined || values.q === undefined ? {} : { q: values.q };
    return { input: canonicalRequest(parsed.data), errors: null, typed };
  }
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, code } of issuesBesidesCursor(parsed.error)) {
    const field = fieldOf(String(path[0]));
    if (field === undefined) continue;
    const isOrder = field === 'minPrice' && code === 'custom' && isPrice(minPrice) && isPrice(maxPrice);
    errors[field] ??= isOrder ? 'The lowest price is above the highest.' : hints[field];
  }
  return { input: null, errors, values };
}

/** The fields that repeat the request, without the cursor. */
export function valuesOf(input: CatalogInput): Values {
  const { q, channelType, minPriceCents, maxPriceCents, verified, minFollowers, minViews, minEr } = input;
  const { platform, format, topic, language, geo, audienceGeo } = input;
  const given = {
    ...{ q, platform: platform?.join(','), format: format?.join(','), channelType },
    ...{ topic: topic?.join(','), language: language?.join(','), geo: geo?.join(',') },
    ...{ audienceGeo: audienceGeo?.join(','), verified: verified && 'true' },
    ...{ minFollowers: minFollowers?.toString(), minViews: minViews?.toString(), minEr: minEr?.toString() },
    minPrice: minPriceCents === undefined ? undefined : usdtOf(minPriceCents),
    maxPrice: maxPriceCents === undefined ? undefined : usdtOf(maxPriceCents),
    sort: input.sort === standardSort(input) ? undefined : input.sort,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The URL of the catalog with these fields. */
export function addressOf(values: Values, cursor?: string): string {
  const query = new URLSearchParams(Object.entries({ ...values, ...(cursor && { cursor }) }));
  return query.size === 0 ? '/creators' : `/creators?${query}`;
}

/** Relevance without a search is activity, so both give the same page. */
const canonicalRequest = (input: CatalogInput): CatalogInput =>
  input.sort === 'relevance' && input.q === undefined ? { ...input, sort: 'activity' } : input;

const standardSort = ({ q }: CatalogInput) => (q === undefined ? 'activity' : 'relevance');

const isPrice = (text = '') => /^\d{1,9}(\.\d{1,2})?$/.test(text);

/** "99.5" is 9950 cents. An invalid price is passed on, so that the schema refuses it. */
function centsOf(usdt: string): string {
  if (!isPrice(usdt)) return 'no price';
  const [whole = '', fraction = ''] = usdt.split('.');
  return BigInt(whole + fraction.padEnd(2, '0')).toString();
}

const usdtOf = (cents: bigint): string => decimalOf({ raw: `${cents}`, decimals: 2 }).replace(/\.00$/, '');

const fieldOf = (name: string): Field | undefined => fields.find((field) => field === name || `${field}Cents` === name);

const hints: Readonly<Record<Field, string>> = {
  q: 'Use at most 200 characters.',
  platform: 'Choose at most five of the platforms.',
  format: 'Choose at most five of the formats.',
  channelType: 'Choose one of the kinds.',
  topic: 'Use at most 40 characters.',
  language: 'Use language codes such as en, pt.',
  geo: 'Use country codes such as DE, AT.',
  audienceGeo: 'Use country codes of two letters, such as DE, AT.',
  verified: 'Choose true, or nothing.',
  minFollowers: 'Choose one of the numbers.',
  minViews: 'Choose one of the numbers.',
  minEr: 'Choose one of the rates.',
  minPrice: 'Use a number with at most two decimals, such as 250 or 99.50.',
  maxPrice: 'Use a number with at most two decimals, such as 250 or 99.50.',
  sort: 'Choose one of the orders.',
};
