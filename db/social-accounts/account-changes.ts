import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { build, changesOne, guard } from '../query.ts';
import { users } from '../tables/identity.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { type AccountRecord, countAccounts, type ProvenProfile } from './accounts.ts';

type NewAccount = Required<Pick<typeof socialAccounts.$inferInsert, 'id' | 'ownerId' | 'platform' | 'handle'>>;

/** Inserts an account that its owner has not proven. */
export const insertClaim = (account: NewAccount, limit: number, at: Date): SQLWrapper[] =>
  withinLimit(
    account.ownerId,
    limit,
    build.insert(socialAccounts).values({ ...account, status: 'PENDING', createdAt: at, updatedAt: at }),
  );

/** Inserts one more account of an owner. The user is locked, so that parallel commits cannot exceed the limit. */
export const withinLimit = (ownerId: number, limit: number, insert: SQLWrapper): SQLWrapper[] => [
  sql`select from ${users} where ${users.id} = ${ownerId} for no key update`,
  insert,
  guard(sql`${countAccounts(ownerId)} <= ${limit}`, 'VERSION_CONFLICT'),
];

/** When a profile was read, and when it is read again. */
export interface ProfileTimes {
  readonly at: Date;
  readonly nextAt: Date;
}

/** Inserts an account that its owner has proven by a sign-in at the platform. */
export const insertVerifiedAccount = (account: NewAccount & ProvenProfile, { at, nextAt }: ProfileTimes): SQLWrapper =>
  build.insert(socialAccounts).values({
    ...account,
    profileAt: at,
    pictureDueAt: nextAt,
    status: 'ACTIVE',
    isVerified: true,
    verifiedVia: 'PLATFORM_API',
    verifiedAt: at,
    createdAt: at,
    updatedAt: at,
  });

/** Stores the status of an account, and its block and end, expecting the version before this one. */
export const changeAccount = (changed: AccountRecord, at: Date): SQL =>
  changesOne(
    build
      .update(socialAccounts)
      .set({
        status: changed.status,
        blockedAt: changed.blockedAt === null ? null : new Date(changed.blockedAt),
        blockReason: changed.blockReason,
        endedAt: changed.endedAt === null ? null : new Date(changed.endedAt),
        version: changed.version,
        updatedAt: at,
      })
      .where(and(eq(socialAccounts.id, changed.id), eq(socialAccounts.version, changed.version - 1))),
  );

/**
 * Makes a PENDING account of this version the owner's. A second proof of one account violates social_accounts_proven, which ends the
 * transaction.
 */
export const proveAccount = (
  { id, version }: Pick<AccountRecord, 'id' | 'version'>,
  profile: ProvenProfile,
  verifiedVia: 'BIO_CODE' | 'PLATFORM_API',
  { at, nextAt }: ProfileTimes,
): SQL =>
  changesOne(
    build
      .update(socialAccounts)
      .set({
        ...profile,
        profileAt: at,
        pictureDueAt: nextAt,
        status: 'ACTIVE',
        isVerified: true,
        verifiedVia,
        verifiedAt: at,
        version: version + 1,
        updatedAt: at,
      })
      .where(and(eq(socialAccounts.id, id), eq(socialAccounts.version, version), eq(socialAccounts.status, 'PENDING'))),
  );

/** Stores the profile of an account that is already proven. */
export const renewProfile = (
  { id, version }: AccountRecord,
  profile: ProvenProfile,
  { at, nextAt }: ProfileTimes,
): SQL =>
  changesOne(
    build
      .update(socialAccounts)
      .set({
        ...profile,
        profileAt: at,
        pictureDueAt: sql`coalesce(${socialAccounts.pictureDueAt}, ${nextAt}::timestamptz)`,
        version: version + 1,
        updatedAt: at,
      })
      .where(and(eq(socialAccounts.id, id), eq(socialAccounts.version, version), eq(socialAccounts.status, 'ACTIVE'))),
  );
