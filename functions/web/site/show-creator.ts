import { type GuestVersion, getCreatorPage } from '../../catalog/index.ts';
import type { GuestCtx } from '../../context.ts';
import { digest } from '../ui/rendered.ts';
import { renderCreator } from './creator-page.tsx';
import { pageIn } from './shown-page.ts';

/**
 * The page of a published creator as HTML, or that the known one still holds. Its tag is that of the data and that of the
 * bytes: Postgres is asked by the first, and who renders differently has another second.
 */
export async function showCreator(ctx: GuestCtx, publicId: string, knownEtag: string | null): Promise<GuestVersion> {
  const knownData = knownEtag?.slice(1).split('.')[0];
  const { generations, etag, body } = await getCreatorPage(ctx, publicId, knownData ? `"${knownData}"` : null);
  if (body === null) return { generations, etag: knownEtag ?? etag, body };
  const html = renderCreator(pageIn(body), ctx.settings.BASE_URL);
  return { generations, etag: `"${etag.slice(1, -1)}.${digest(html)}"`, body: html };
}
