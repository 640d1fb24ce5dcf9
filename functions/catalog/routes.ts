import { GetCreatorPage, ListCatalog } from '../../schema/catalog/catalog.ts';
import type { CatalogInput } from '../../schema/catalog/catalog-query.ts';
import { ReadDictionaries } from '../../schema/catalog/dictionaries.ts';
import { CountCatalogFilters } from '../../schema/catalog/filter-counts.ts';
import type { CacheKey } from '../edge/cache-key.ts';
import { scopeOfCreator } from '../edge/generation.ts';
import { guestRead } from '../edge/guest-read.ts';
import { guestGroup, onGuest } from '../http/guest-route.ts';
import { limits } from '../http/rate-limit.ts';
import { catalogKey } from './cache-key.ts';
import { countFilters } from './count-filters.ts';
import { getCreatorPage } from './get-creator-page.ts';
import { listCreators } from './list-creators.ts';
import { readDictionaries } from './read-dictionaries.ts';

export const catalogRoutes = guestGroup(
  onGuest(ListCatalog, (ctx, request, { query }) =>
    guestRead(ctx, request, aboutCatalog(query), (known) => listCreators(ctx, query, known?.generation ?? null)),
  ),
  onGuest(CountCatalogFilters, (ctx, request) => guestRead(ctx, request, aboutFilters, () => countFilters(ctx))),
  onGuest(GetCreatorPage, (ctx, request, { params: { publicId } }) =>
    guestRead(ctx, request, aboutCreator(publicId), (known) => getCreatorPage(ctx, publicId, known?.etag ?? null)),
  ),
  onGuest(ReadDictionaries, (ctx, request) =>
    guestRead(ctx, request, dictionaries, () => readDictionaries(ctx.settings, limits)),
  ),
);

const json = { contentType: 'application/json', isOpen: true, headers: {} };

/** Only first pages are shared: later pages have few readers. */
const aboutCatalog = (query: CatalogInput): CacheKey => ({
  key: catalogKey(query),
  scope: 'all',
  ...json,
  isShared: query.cursor === undefined,
});

const aboutFilters: CacheKey = { key: 'catalog-filters', scope: 'all', ...json, isShared: true };

const aboutCreator = (publicId: string): CacheKey => ({
  key: `page?${publicId}`,
  scope: scopeOfCreator(publicId),
  ...json,
  isShared: true,
});

/** Not shared between isolates, because another deployment may have other dictionaries. */
const dictionaries: CacheKey = { key: 'dictionaries', scope: 'static', ...json, isShared: false };
