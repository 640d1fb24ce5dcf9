import { type CatalogAnswer, type CatalogQuery, catalogPage, readCatalogPage } from '../../db/catalog/page.ts';
import type { CatalogText } from '../../schema/catalog/catalog.ts';
import type { CatalogInput } from '../../schema/catalog/catalog-query.ts';
import type { FilterCounts } from '../../schema/catalog/filter-counts.ts';
import { missing, Refusal } from '../../schema/shared/errors.ts';
import type { GuestCtx } from '../context.ts';
import { filterCounts, filterCountsOf } from './count-filters.ts';
import { searchWords } from './search-words.ts';
import type { GuestVersion } from './version.ts';

/** One page of the published creators that match the query; without a body when nothing has changed since the known generation. */
export async function listCreators(
  ctx: GuestCtx,
  input: CatalogInput,
  knownGeneration: string | null,
): Promise<GuestVersion<CatalogText>> {
  return versionOf(await readCatalogPage(ctx.db, cacheKeyOf(input), knownGeneration));
}

/** The same page with the counts of the filters, for people. */
export async function listCreatorsAndCounts(
  ctx: GuestCtx,
  input: CatalogInput,
  knownGeneration: string | null,
): Promise<GuestVersion<CatalogText> & { readonly counts: FilterCounts }> {
  const page = catalogPage(cacheKeyOf(input), knownGeneration);
  const [[answer], rows] = await ctx.db.readBoth(page, filterCounts());
  return { ...versionOf(answer ?? missing('the page of the catalog')), counts: filterCountsOf(rows) };
}

function versionOf({ generations, isKnown, etag, body }: CatalogAnswer<CatalogText>): GuestVersion<CatalogText> {
  if (!isKnown && body === null) throw new Refusal('INVALID_CURSOR');
  return { generations, etag: `"${etag}"`, body };
}

/** Availability is not a filter: the catalog contains only available services. */
const cacheKeyOf = (input: CatalogInput): CatalogQuery => ({
  q: input.q === undefined ? null : searchWords(input.q),
  channelType: input.channelType ?? null,
  platform: input.platform ?? null,
  format: input.format ?? null,
  topic: input.topic ?? null,
  language: input.language ?? null,
  geo: input.geo ?? null,
  audienceGeo: input.audienceGeo ?? null,
  isVerified: input.verified ?? false,
  minFollowers: input.minFollowers ?? null,
  minViews: input.minViews ?? null,
  minEr: input.minEr ?? null,
  minPriceCents: input.minPriceCents ?? null,
  maxPriceCents: input.maxPriceCents ?? null,
  sort: input.sort,
  limit: input.limit,
  cursor: input.cursor ?? null,
});
