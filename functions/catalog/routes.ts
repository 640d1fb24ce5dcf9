import { GetCreatorPage, ListCatalog } from '../../schema/catalog.ts';
import { ReadDictionaries } from '../../schema/dictionaries.ts';
import { scopeOfCreator } from '../http/generation.ts';
import { guestRead, jsonType } from '../http/guest-read.ts';
import { limits } from '../http/rate-limit.ts';
import { type GuestRoute, onGuest } from '../http/route.ts';
import { getCreatorPage } from './get-creator-page.ts';
import { listCreators } from './list-creators.ts';
import { catalogKey } from './question.ts';
import { readDictionaries } from './read-dictionaries.ts';

export const catalogRoutes: readonly GuestRoute[] = [
  onGuest(ListCatalog, (ctx, request, { query }) =>
    guestRead(ctx, request, { key: catalogKey(query), scope: 'all', contentType: jsonType }, (known) =>
      listCreators(ctx, query, known?.generation ?? null),
    ),
  ),
  onGuest(GetCreatorPage, (ctx, request, { params: { publicId } }) =>
    guestRead(
      ctx,
      request,
      { key: `page?${publicId}`, scope: scopeOfCreator(publicId), contentType: jsonType },
      (known) => getCreatorPage(ctx, publicId, known?.etag ?? null),
    ),
  ),
  onGuest(ReadDictionaries, (ctx, request) =>
    guestRead(ctx, request, { key: 'dictionaries', scope: 'static', contentType: jsonType }, async () =>
      readDictionaries(ctx.settings, limits),
    ),
  ),
];
