import type { Db } from '../../../db/client.ts';
import { readUser, type UserRow } from '../../../db/identity/users.ts';
import { isolateCache } from '../../isolate-cache.ts';

// An isolate caches a user for one second, so a suspension takes effect everywhere within a second.
const trustMs = 1_000;
const known = isolateCache<number, { readonly user: UserRow; readonly readAt: number }>(5_000);

/** The user as of at most a second ago, or null when there is none. */
export async function userById(db: Db, userId: number, now: Date): Promise<UserRow | null> {
  const seen = known.get(userId);
  if (seen && now.getTime() - seen.readAt < trustMs) return seen.user;
  const user = await readUser(db, userId);
  known.delete(userId);
  if (user) remember(user, now);
  return user;
}

export function remember(user: UserRow, readAt: Date): void {
  known.set(user.id, { user, readAt: readAt.getTime() });
}

/** After an own change: this isolate shows it at once, the others within a second. */
export function forgetUser(userId: number): void {
  known.delete(userId);
}
