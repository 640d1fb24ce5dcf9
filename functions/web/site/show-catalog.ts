import type { CatalogInput } from '../../../schema/catalog/catalog-query.ts';
import { parsed } from '../../../schema/shared/json-text.ts';
import { type GuestVersion, listCreatorsAndCounts } from '../../catalog/index.ts';
import type { GuestCtx } from '../../context.ts';
import { etagOf } from '../../platform/hash.ts';
import { type Typed, valuesOf } from './catalog-form.ts';
import { renderCatalog } from './catalog-page.tsx';

/** One page of the catalog as HTML; without a body when nothing has changed since the known generation. */
export async function showCatalog(
  ctx: GuestCtx,
  input: CatalogInput,
  typed: Typed,
  knownGeneration: string | null,
): Promise<GuestVersion> {
  const version = await listCreatorsAndCounts(ctx, input, knownGeneration);
  if (version.body === null) return version;
  const page = parsed(version.body);
  const body = renderCatalog({
    baseUrl: ctx.settings.BASE_URL,
    values: { ...valuesOf(input), ...typed },
    requested: valuesOf(input),
    cursor: input.cursor,
    page,
    counts: version.counts,
  });
  return { generations: version.generations, etag: await etagOf(body), body };
}
