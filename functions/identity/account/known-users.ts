import type { Db } from '../../../db/client.ts';
import { type UserRow, userWithId } from '../../../db/identity/users.ts';
import type { Query } from '../../../db/query.ts';
import { isolateCache } from '../../isolate-cache.ts';
import { isTrusted } from '../trust.ts';

/** A user, as what a caller presents proves it. */
export interface KnownBy {
  /** The same for each call that proves the user in the same way. */
  readonly name: string;
  /** The statement of the proof: no row, or the user. */
  query(now: Date): Query<UserRow>;
}

export const byId = (userId: number): KnownBy => ({ name: String(userId), query: () => userWithId(userId) });

const seen = isolateCache<string, { readonly user: UserRow; readonly readAt: number }>(5_000);

/** A user as this isolate last read it. */
export interface SeenUser {
  readonly user: UserRow;
  /** It was read within the last second. */
  readonly isProven: boolean;
}

export function seenUser({ name }: KnownBy, now: Date): SeenUser | null {
  const known = seen.get(name);
  return known ? { user: known.user, isProven: isTrusted(known.readAt, now) } : null;
}

/** The user as of at most a second ago, or null when there is none. */
export async function provenUser(db: Db, by: KnownBy, now: Date): Promise<UserRow | null> {
  const known = seenUser(by, now);
  if (known?.isProven) return known.user;
  const [user] = await db.read(by.query(now));
  return acceptUser(by, user, now);
}

/** The user whose row has just been read, if there is one. */
export function acceptUser({ name }: KnownBy, user: UserRow | undefined, readAt: Date): UserRow | null {
  seen.delete(name);
  if (user === undefined) return null;
  seen.set(name, { user, readAt: readAt.getTime() });
  return user;
}

/** After an own change: this isolate shows it at once, the others within a second. */
export function forgetUser(userId: number): void {
  for (const [name, { user }] of [...seen]) if (user.id === userId) seen.delete(name);
}
