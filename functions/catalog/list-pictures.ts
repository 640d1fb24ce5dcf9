import { readPictures } from '../../db/catalog/pictures.ts';
import type { GuestCtx } from '../context.ts';

/** The addresses of the pictures of published creators, by publicId. The entries of the catalog have none, but its web page shows them. */
export const listPictures = (ctx: GuestCtx, publicIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  readPictures(ctx.db, publicIds);
