import { and, eq, isNull, not, type SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, changesOne, guard, maybe, one, type RowOf, select } from '../query.ts';
import { accounts, users } from '../tables/identity.ts';
import { endResetTokens } from './users.ts';

const credential = sql<string>`coalesce((select ${accounts.password} from ${accounts}
  where ${accounts.userId} = ${users.id} and ${accounts.providerId} = 'credential'), '')`;

const ownerFields = {
  id: users.id,
  email: users.email,
  isVerified: users.emailVerified,
  isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
  /** The hash of the password, or an empty text without one. */
  hash: credential,
  /** When the user asked for another address, in milliseconds since 1970; null without a request that goes on. */
  requestedAtMs: sql<number | null>`(extract(epoch from ${users.addressRequestedAt}) * 1000)::float8`,
};

export type LinkOwner = RowOf<typeof ownerFields>;

/** The user of a link that proves an address. */
export const readLinkOwner = (db: Db, userId: number): Promise<LinkOwner | null> =>
  maybe(db, select(ownerFields, sql`from ${users} where ${users.id} = ${userId} and ${users.deletedAt} is null`));

/**
 * Verifies the address. VERSION_CONFLICT ends the transaction when address or password have changed: another sign-up may have replaced the one
 * that the link belongs to. The update locks the user first, so that the condition reads the password that the lock protects.
 */
export const confirmAddress = (owner: LinkOwner, at: Date): SQLWrapper[] => [
  changesOne(
    build
      .update(users)
      .set({ emailVerified: true, updatedAt: at })
      .where(and(isAsRead(owner), not(users.emailVerified))),
  ),
  hasSamePassword(owner),
];

/** Notes that a user with this address asks for another one, which ends the links of former requests. */
export const requestAddress = (userId: number, email: string, at: Date): SQLWrapper =>
  build
    .update(users)
    .set({ addressRequestedAt: at })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.deletedAt)));

/** Whether the address has an account that nobody has used: it is free for a user who proves it. */
export const isUnused = async (db: Db, email: string): Promise<boolean> =>
  (await one(db, select({ isUnused: sql<boolean>`unused_account(${email}) is not null` }))).isUnused;

/**
 * Gives the user the address, which ends the links for it, and an account of it that nobody has used. Links for new passwords that the former
 * address has received end, too.
 */
export const changeAddress = (owner: LinkOwner, email: string, at: Date): SQLWrapper[] => [
  sql`select end_unused_account(${email}, ${at}::timestamptz)`,
  changesOne(
    build
      .update(users)
      .set({ email, emailVerified: true, addressRequestedAt: null, updatedAt: at })
      .where(and(isAsRead(owner), sql`${users.addressRequestedAt} = ${new Date(owner.requestedAtMs ?? 0)}`)),
  ),
  hasSamePassword(owner),
  endResetTokens(owner.id),
];

const isAsRead = ({ id, email }: LinkOwner) =>
  and(eq(users.id, id), eq(users.email, email), isNull(users.deletedAt), isNull(users.suspendedAt));

const hasSamePassword = ({ id, hash }: LinkOwner) =>
  guard(sql`exists (select from ${users} where ${users.id} = ${id} and ${credential} = ${hash})`, 'VERSION_CONFLICT');

interface SignUp {
  readonly userId: number;
  readonly name: string;
  readonly hash: string;
}

/**
 * Replaces password and name of a user whose address nobody has proven. A new row of the password sends no email about a change. VERSION_CONFLICT
 * ends the transaction when the address has been proven meanwhile.
 */
export const replaceSignUp = ({ userId, name, hash }: SignUp, at: Date): SQLWrapper[] => [
  changesOne(
    build
      .update(users)
      .set({ name, updatedAt: at })
      .where(
        and(
          ...[eq(users.id, userId), not(users.emailVerified), isNull(users.externalSubject)],
          ...[isNull(users.deletedAt), isNull(users.suspendedAt)],
        ),
      ),
  ),
  build.delete(accounts).where(eq(accounts.userId, userId)),
  build.insert(accounts).values({
    ...{ userId, accountId: String(userId), providerId: 'credential', password: hash },
    ...{ createdAt: at, updatedAt: at },
  }),
];

/** Whether the user still has this address. A link for a new password may have been requested just before it changed. */
export const hasAddress = async (db: Db, userId: number, email: string): Promise<boolean> =>
  (await readLinkOwner(db, userId))?.email === email;
