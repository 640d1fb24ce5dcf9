import { isResetOpen } from '../../../db/identity/users.ts';
import type { AuthCtx } from '../../context.ts';
import { sha256 } from '../../platform/hash.ts';

/** Whether the token of a link for a new password still works. better-auth stores its hash (`storeIdentifier` of auth.ts). */
export async function isOpenReset({ db, now }: Pick<AuthCtx, 'db' | 'now'>, token: string): Promise<boolean> {
  const hash = await sha256(`reset-password:${token}`);
  return isResetOpen(db, Buffer.from(hash).toString('base64url'), now());
}
