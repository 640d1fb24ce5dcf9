import { findAddress, type GuestVersion } from '../../catalog/index.ts';
import type { GuestCtx } from '../../context.ts';

/** The path of the page with this short address. */
export async function showAddress(ctx: GuestCtx, name: string): Promise<GuestVersion> {
  const { generations, publicId } = await findAddress(ctx, name);
  return { generations, etag: `"${publicId}"`, body: `/creators/${publicId}` };
}
