import { readAddressOwner } from '../../../db/identity/address-owner.ts';
import type { AuthCtx } from '../../context.ts';
import { log } from '../../log.ts';

/** Operators find attacked accounts by it. The log has no addresses. */
export const logRefusedSignIn = ({ requestId }: Pick<AuthCtx, 'requestId'>, userId: number | null): void =>
  log('warn', 'sign-in.refused', { requestId, userId });

/** The user with this address, or null. */
export const userIdOf = async ({ db }: Pick<AuthCtx, 'db'>, email: string): Promise<number | null> =>
  (await readAddressOwner(db, email))?.id ?? null;
