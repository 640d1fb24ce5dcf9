import { comparedEntries } from '../../db/saved-lists/saved-lists.ts';
import type { CatalogEntry } from '../../schema/catalog/catalog.ts';
import type { Ctx } from '../context.ts';

/** The current entries of these creators, in their order; null for one without a public page. */
export async function compareCreators(
  ctx: Ctx,
  publicIds: readonly string[],
): Promise<{ data: { publicId: string; entry: CatalogEntry | null }[] }> {
  const rows = await ctx.db.read(comparedEntries(publicIds));
  const entries = new Map(rows.map(({ publicId, entry }) => [publicId, entry]));
  return { data: publicIds.map((publicId) => ({ publicId, entry: entries.get(publicId) ?? null })) };
}
