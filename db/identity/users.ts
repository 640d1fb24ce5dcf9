import { and, eq, isNull, not, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Role } from '../../schema/shared/enums.ts';
import { refreshCatalog } from '../catalog/refresh.ts';
import { array, type Db } from '../client.ts';
import { build, changesOne, insertSelect, maybe, one, type Query, type RowOf, select } from '../query.ts';
import { creatorPages, creators } from '../tables/creators.ts';
import { jwks, users, verifications } from '../tables/identity.ts';
import { suspendedSessions } from '../tables/suspended-sessions.ts';
import { isOpen } from './sessions.ts';
import { isInUse } from './signing-keys.ts';

/** The user's address is verified, or an external issuer vouches for the user: a condition. */
export const isVerified = sql<boolean>`(${users.emailVerified} or ${users.externalSubject} is not null)`;

const userFields = {
  id: users.id,
  displayName: users.name,
  roles: users.roles,
  isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
  isVerified,
};

/** The fields of a user that decide a call. */
export type UserRow = RowOf<typeof userFields>;

/** No row, or one. A deleted user has none. */
export const userWithId = (userId: number): Query<UserRow> =>
  select(userFields, sql`from ${users} where ${users.id} = ${userId} and ${users.deletedAt} is null`);

export interface TokenIds {
  readonly userId: number;
  readonly sessionId: number;
  /** The key that has signed the token. */
  readonly keyId: number;
}

/**
 * The user of a token: no row once its session has ended or its key was deleted. A suspension has ended the sessions of its user, whose
 * tokens are still known as those of a suspended user.
 */
export const userOfToken = ({ userId, sessionId, keyId }: TokenIds, now: Date): Query<UserRow> =>
  select(
    userFields,
    sql`from ${users} where ${users.id} = ${userId} and ${users.deletedAt} is null
      and (${users.suspendedAt} is not null or ${isOpen({ userId, sessionId, at: now })})
      and exists (select from ${jwks} where ${jwks.id} = ${keyId} and ${isInUse(now)})`,
  );

export const readUser = (db: Db, userId: number): Promise<UserRow | null> => maybe(db, userWithId(userId));

/** A user as the token of an external issuer describes it. */
export interface ExternalUser {
  readonly subject: string;
  readonly displayName: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** Stored when another user has the address: a claim never gives access to an account of another user. */
  readonly otherEmail: string;
}

export const readExternalUser = (db: Db, subject: string): Promise<UserRow | null> =>
  maybe(db, select(userFields, sql`from ${users} where ${users.externalSubject} = ${subject}`));

/** Does nothing when the subject already has a user, for example when its first two tokens arrive at once. */
export async function insertExternalUser(db: Db, user: ExternalUser, now: Date): Promise<void> {
  const values = {
    name: user.displayName,
    email: sql`case when is_taken then ${user.otherEmail} else ${user.email} end`,
    emailVerified: sql`${user.isEmailVerified}::boolean and not is_taken`,
    externalSubject: user.subject,
    createdAt: now,
    updatedAt: now,
  };
  await db.transaction([
    sql`with taken as (select exists (select from ${users} where ${users.email} = ${user.email}) as is_taken)
      ${insertSelect(users, values, sql`from taken`)}
      on conflict do nothing`,
  ]);
}

/** Whether the user exists and is not deleted: a field of the facts. */
export const isUser = (userId: number): SQL<boolean> =>
  sql`exists (select from ${users} where ${users.id} = ${userId} and ${users.deletedAt} is null)`;

/** Stores the roles that a user chose, beside those that were granted; a new creator gets an empty profile and page. */
export const changeRoles = (userId: number, roles: readonly Role[], at: Date): SQLWrapper[] => [
  build
    .update(users)
    .set({
      updatedAt: at,
      roles: sql`${array(roles)}::text[] || array(select r from unnest(${users.roles}) r where r = 'STAFF')`,
    })
    .where(eq(users.id, userId)),
  sql`${insertSelect(
    creators,
    { userId: users.id, createdAt: at, updatedAt: at },
    sql`from ${users} where ${users.id} = ${userId} and 'CREATOR' = any (${users.roles})`,
  )} on conflict do nothing`,
  sql`${insertSelect(
    creatorPages,
    { creatorId: creators.userId, createdAt: at, updatedAt: at },
    sql`from ${creators} where ${creators.userId} = ${userId}`,
  )} on conflict do nothing`,
  refreshCatalog(userId, at),
];

export const changeDisplayName = (userId: number, displayName: string, at: Date): SQLWrapper =>
  build.update(users).set({ name: displayName, updatedAt: at }).where(eq(users.id, userId));

/** A user who received an email to reset the password has proven the address. */
export const markVerified = (userId: number, at: Date): SQLWrapper =>
  build
    .update(users)
    .set({ emailVerified: true, updatedAt: at })
    .where(and(eq(users.id, userId), not(users.emailVerified), isNull(users.externalSubject)));

/** Whether a link for a new password still works. `identifier`: as better-auth stores it. */
export const isResetOpen = async (db: Db, identifier: string, at: Date): Promise<boolean> =>
  (
    await one(
      db,
      select({
        isOpen: sql<boolean>`exists (select from ${verifications}
          where ${verifications.identifier} = ${identifier} and ${verifications.expiresAt} > ${at})`,
      }),
    )
  ).isOpen;

/** Ends the links for new passwords that were sent. The table has only these tokens; their value is the id of the user. */
export const endResetTokens = (userId: number): SQLWrapper =>
  build.delete(verifications).where(eq(verifications.value, String(userId)));

/**
 * Suspends the user, or ends the suspension when there is no reason. A suspension ends the sessions and hides the page.
 * RESOURCE_NOT_FOUND ends the transaction when there is no such user.
 */
export const changeSuspension = (userId: number, reason: string | null, at: Date): SQLWrapper[] => [
  changesOne(
    build
      .update(users)
      .set({
        suspensionReason: reason,
        updatedAt: at,
        suspendedAt: reason === null ? null : sql`coalesce(${users.suspendedAt}, ${at})`,
      })
      .where(eq(users.id, userId)),
    'RESOURCE_NOT_FOUND',
  ),
  reason === null
    ? build.delete(suspendedSessions).where(eq(suspendedSessions.userId, userId))
    : sql`select suspend_sessions(${userId}::bigint)`,
  refreshCatalog(userId, at),
];

const suspensionFields = { id: users.id, suspendedAt: users.suspendedAt, reason: users.suspensionReason };

export type Suspension = RowOf<typeof suspensionFields>;

export const readSuspension = (db: Db, userId: number): Promise<Suspension | null> =>
  maybe(db, select(suspensionFields, sql`from ${users} where ${users.id} = ${userId}`));
