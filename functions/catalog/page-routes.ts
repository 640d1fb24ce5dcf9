import { GetCreatorPage } from '../../schema/catalog/catalog.ts';
import { notFound } from '../../schema/shared/errors.ts';
import { on } from '../http/route.ts';

/** What pages of the cabinet read of the catalog. `guest` serves these operations to callers of the API, from a cache. */
export const catalogReads = {
  runs: [
    on(GetCreatorPage, async (ctx, { params }) => {
      // Only pages of the cabinet need it: the start of the edge function does not evaluate it.
      const { getCreatorPage } = await import('./get-creator-page.ts');
      const { body } = await getCreatorPage(ctx, params.publicId, null);
      if (body === null) throw notFound();
      return JSON.parse(body);
    }),
  ],
};
