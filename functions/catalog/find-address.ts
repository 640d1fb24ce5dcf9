import { readAddress } from '../../db/creators/addresses.ts';
import { notFound } from '../../schema/shared/errors.ts';
import type { GuestCtx } from '../context.ts';

/** The publicId of the published creator who has chosen this address. */
export async function findAddress(
  { db }: Pick<GuestCtx, 'db'>,
  name: string,
): Promise<{ readonly generations: string; readonly publicId: string }> {
  const { generations, publicId } = await readAddress(db, name);
  if (publicId === null) throw notFound();
  return { generations, publicId };
}
