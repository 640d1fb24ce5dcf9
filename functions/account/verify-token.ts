import type { Db } from '../../db/client.ts';
import type { Actor } from '../context.ts';
import type { Settings } from '../env.ts';

export interface VerifiedToken {
  readonly actor: Actor;
  /** The scopes of the token's `scope` claim, or null when it has none. */
  readonly scopes: readonly string[] | null;
}

/** Whom the token stands for, or null when it is missing, malformed, forged or expired. */
export async function verifyToken(
  _db: Db,
  _settings: Settings,
  _token: string,
  _now: Date,
): Promise<VerifiedToken | null> {
  return null;
}
