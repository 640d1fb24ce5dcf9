import { readCreatorPage } from '../../db/catalog/page.ts';
import type { CreatorPageText } from '../../schema/catalog/catalog.ts';
import { notFound } from '../../schema/shared/errors.ts';
import type { GuestCtx } from '../context.ts';
import type { GuestVersion } from './version.ts';

/** The page of a published creator with an available service; without a body when the caller's version is current. */
export async function getCreatorPage(
  ctx: Pick<GuestCtx, 'db'>,
  publicId: string,
  knownEtag: string | null,
): Promise<GuestVersion<CreatorPageText>> {
  const answer = await readCreatorPage(ctx.db, publicId, knownEtag?.slice(1, -1) ?? null);
  if (answer.etag === null) throw notFound();
  return { generations: answer.generations, etag: `"${answer.etag}"`, body: answer.body };
}
