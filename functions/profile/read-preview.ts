import { previewOf } from '../../db/profiles.ts';
import type { DraftPage } from '../../schema/catalog.ts';
import type { GuestCtx } from '../context.ts';
import { previewedBy } from './preview-token.ts';

/** The draft that a preview's address shows, as it is now; null when the address is not ours or no longer good. */
export async function readPreview(ctx: GuestCtx, token: string): Promise<DraftPage | null> {
  const publicId = await previewedBy(token, ctx.settings, ctx.now());
  if (publicId === null) return null;
  const [found] = await ctx.db.rows<{ page: string }>(previewOf(publicId));
  return found ? JSON.parse(found.page) : null;
}
