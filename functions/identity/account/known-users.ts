import type { Db } from '../../../db/client.ts';
import { type UserRow, userWithId } from '../../../db/identity/users.ts';
import { isolateCache } from '../../isolate-cache.ts';
import { isTrusted } from '../trust.ts';

const seen = isolateCache<number, { readonly user: UserRow; readonly readAt: number }>(5_000);

/** A user as this isolate last read it. */
export interface SeenUser {
  readonly user: UserRow;
  /** It was read within the last second. */
  readonly isProven: boolean;
}

export function seenUser(userId: number, now: Date): SeenUser | null {
  const known = seen.get(userId);
  return known ? { user: known.user, isProven: isTrusted(known.readAt, now) } : null;
}

/** The user as of at most a second ago, or null when there is none. */
export async function userById(db: Db, userId: number, now: Date): Promise<UserRow | null> {
  const known = seenUser(userId, now);
  if (known?.isProven) return known.user;
  const [user] = await db.read(userWithId(userId));
  return acceptUser(userId, user, now);
}

/** The user whose row has just been read, if there is one. */
export function acceptUser(userId: number, user: UserRow | undefined, readAt: Date): UserRow | null {
  seen.delete(userId);
  if (user === undefined) return null;
  seen.set(userId, { user, readAt: readAt.getTime() });
  return user;
}

/** After an own change: this isolate shows it at once, the others within a second. */
export function forgetUser(userId: number): void {
  seen.delete(userId);
}
