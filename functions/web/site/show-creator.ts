import { parsed } from '../../../schema/shared/json-text.ts';
import { type GuestVersion, getCreatorPage } from '../../catalog/index.ts';
import type { GuestCtx } from '../../context.ts';
import { digest } from '../../platform/hash.ts';
import { renderCreator } from './creator-page.tsx';

/**
 * The page of a published creator as HTML; without a body when the caller's version is current. Its ETag combines a tag of the data and one
 * of the bytes: the first is for the query, the second changes with the rendering.
 */
export async function showCreator(ctx: GuestCtx, publicId: string, knownEtag: string | null): Promise<GuestVersion> {
  const knownData = knownEtag?.slice(1).split('.')[0];
  const { generations, etag, body } = await getCreatorPage(ctx, publicId, knownData ? `"${knownData}"` : null);
  if (body === null) return { generations, etag: knownEtag ?? etag, body };
  const html = renderCreator(parsed(body).data, ctx.settings.BASE_URL);
  return { generations, etag: `"${etag.slice(1, -1)}.${await digest(html)}"`, body: html };
}
