import { notFound } from '../../../schema/shared/errors.ts';
import type { GuestCtx } from '../../context.ts';
import { readPreview } from '../../creators/profile/index.ts';
import { renderPreview } from './creator-page.tsx';

/** The current draft at a preview address. */
export async function showPreview(ctx: GuestCtx, token: string): Promise<string> {
  const page = await readPreview(ctx, token);
  if (page === null) throw notFound();
  return renderPreview(page, ctx.settings.BASE_URL);
}
