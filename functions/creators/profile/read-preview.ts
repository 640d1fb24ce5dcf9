import { previewOf } from '../../../db/creators/pages.ts';
import { maybe } from '../../../db/query.ts';
import type { DraftPage } from '../../../schema/catalog/catalog.ts';
import type { GuestCtx } from '../../context.ts';
import { addressForOwner } from '../../social-accounts/pictures/index.ts';
import { showPictures } from '../portfolio/index.ts';
import { publicIdOfToken } from './preview-token.ts';
import { viewDraft } from './view.ts';

/** The current draft at a preview address; null when the address is forged or expired. */
export async function readPreview(ctx: GuestCtx, token: string): Promise<DraftPage | null> {
  const publicId = await publicIdOfToken(token, ctx.settings, ctx.now());
  if (publicId === null) return null;
  const found = await maybe(ctx.db, previewOf(publicId));
  return found ? showDraft(ctx, found.page, false) : null;
}

/** A draft whose pictures its reader can open: by signed addresses unless the page is public. */
export async function showDraft(ctx: GuestCtx, draft: DraftPage, isPublic: boolean): Promise<DraftPage> {
  const [avatarUrl, portfolio] = await Promise.all([
    addressForOwner(ctx, { url: draft.avatarUrl, isPublic }),
    showPictures(ctx, draft.portfolio, isPublic),
  ]);
  return viewDraft(draft, { avatarUrl, portfolio });
}
