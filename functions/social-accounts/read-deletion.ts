import { readDeletion } from '../../db/social-accounts/platform-events.ts';
import type { ApiCtx } from '../context.ts';

/** When the deletion with this confirmation code was made; null if none is known. */
export async function readDeletedAt({ db }: Pick<ApiCtx, 'db'>, code: string): Promise<Date | null> {
  if (!/^[0-9a-f]{32}$/.test(code)) return null;
  return (await readDeletion(db, code))?.at ?? null;
}
