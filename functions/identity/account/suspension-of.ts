import type { Db } from '../../../db/client.ts';
import { readSuspension } from '../../../db/identity/users.ts';
import { AccountSuspended } from '../../../schema/identity/suspension.ts';

/** The refusal of a suspended user, with the reason. */
export async function suspensionOf(db: Db, userId: number): Promise<AccountSuspended> {
  const { reason = null } = (await readSuspension(db, userId)) ?? {};
  return new AccountSuspended(reason);
}
