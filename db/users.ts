import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Role } from '../schema/enums.ts';
import { refreshCatalog } from './catalog.ts';
import { array, type Db } from './client.ts';

/** What is needed of a user to decide a call. */
export interface UserRow {
  readonly id: number;
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly isSuspended: boolean;
  /** What was signed in before that is over; null when the password never changed. */
  readonly passwordChangedAt: Date | null;
  /** The address is verified, or an external issuer answers for the user. */
  readonly isVerified: boolean;
}

/** Whether a user counts as verified; `u` is its row. */
export const isVerified = sql`(u.email_verified or u.external_subject is not null)`;

const userColumns = sql`u.id::float8 as id, u.name as "displayName", u.roles, u.suspended_at is not null as "isSuspended",
  u.password_changed_at as "passwordChangedAt", ${isVerified} as "isVerified"`;

export async function readUser(db: Db, userId: number): Promise<UserRow | null> {
  const [user] = await db.rows<UserRow>(sql`select ${userColumns} from users u where id = ${userId}`);
  return user ?? null;
}

/** A user as an external issuer's token describes it. */
export interface ExternalUser {
  readonly subject: string;
  readonly displayName: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** Taken when somebody else has the address: nobody comes by another's account through a claim. */
  readonly otherEmail: string;
}

export async function readExternalUser(db: Db, subject: string): Promise<UserRow | null> {
  const [user] = await db.rows<UserRow>(sql`select ${userColumns} from users u where external_subject = ${subject}`);
  return user ?? null;
}

/** Does nothing when the subject is known already, as when two first tokens come at once. */
export async function insertExternalUser(db: Db, user: ExternalUser, now: Date): Promise<void> {
  await db.rows(sql`
    with taken as (select exists (select from users where email = ${user.email}) as is_taken)
    insert into users (name, email, email_verified, external_subject, created_at, updated_at)
    select ${user.displayName}, case when is_taken then ${user.otherEmail} else ${user.email} end,
           ${user.isEmailVerified}::boolean and not is_taken, ${user.subject}, ${now}::timestamptz, ${now}::timestamptz
    from taken
    on conflict do nothing`);
}

/** The roles that a user chooses, beside those that were granted; a new creator gets an empty profile and page. */
export const changeRoles = (userId: number, roles: readonly Role[], at: Date): SQL[] => [
  sql`update users set updated_at = ${at},
        roles = ${array(roles)}::text[] || array(select r from unnest(roles) r where r = 'STAFF')
      where id = ${userId}`,
  sql`insert into creators (user_id, created_at, updated_at)
      select id, ${at}::timestamptz, ${at}::timestamptz from users where id = ${userId} and 'CREATOR' = any (roles)
      on conflict do nothing`,
  sql`insert into creator_pages (creator_id, created_at, updated_at)
      select user_id, ${at}::timestamptz, ${at}::timestamptz from creators where user_id = ${userId}
      on conflict do nothing`,
  refreshCatalog(userId, at),
];

export const changeDisplayName = (userId: number, displayName: string, at: Date): SQL =>
  sql`update users set name = ${displayName}, updated_at = ${at} where id = ${userId}`;

export interface Suspension {
  readonly id: number;
  readonly suspendedAt: Date | null;
  readonly reason: string | null;
}

/** Suspends, or ends the suspension when there is no reason; a suspended user's sessions and page are gone with it. */
export const changeSuspension = (userId: number, reason: string | null, at: Date): SQL[] => [
  sql`with changed as (
        update users set suspension_reason = ${reason}, updated_at = ${at},
          suspended_at = case when ${reason}::text is null then null else coalesce(suspended_at, ${at}) end
        where id = ${userId} returning 1)
      select guard((select count(*) from changed) = 1, 'RESOURCE_NOT_FOUND')`,
  ...(reason === null ? [] : [sql`delete from sessions where user_id = ${userId}`]),
  refreshCatalog(userId, at),
];

export async function readSuspension(db: Db, userId: number): Promise<Suspension | null> {
  const [user] = await db.rows<Suspension>(sql`
    select id::float8 as id, suspended_at as "suspendedAt", suspension_reason as reason from users where id = ${userId}`);
  return user ?? null;
}

/** A password reset reached the user by mail: the address is its own. */
export const markVerified = (userId: number, at: Date): SQL =>
  sql`update users set email_verified = true, updated_at = ${at}
      where id = ${userId} and not email_verified and external_subject is null`;

/** Costs what a write costs, and leaves a row that the next sweep removes and nobody can use. */
export const writeNothing = (at: Date): SQL =>
  sql`insert into verifications (identifier, value, expires_at) values ('', '', ${at}::timestamptz - interval '1 second')`;

/** The public halves of the keys that our own tokens are signed with. An expired one outlives its last token. */
export const readSigningKeys = (db: Db, now: Date): Promise<SigningKey[]> =>
  db.rows<SigningKey>(sql`
    select id::text as kid, public_key as "publicKey", coalesce(alg, 'EdDSA') as alg from jwks
    where expires_at is null or expires_at > ${now}::timestamptz - interval '1 hour'`);

export interface SigningKey {
  readonly kid: string;
  readonly publicKey: string;
  readonly alg: string;
}

/** Deletes up to `most` rows that nobody can use any more; gives how many there were of each kind. */
export async function deleteExpired(db: Db, now: Date, most: number): Promise<Expired> {
  const [deleted] = await db.rows<Expired>(sql`
    with s as (delete from sessions where id = any (array(
           select id from sessions where expires_at < ${now} order by expires_at limit ${most})) returning 1),
         v as (delete from verifications where id = any (array(
           select id from verifications where expires_at < ${now} order by expires_at limit ${most})) returning 1),
         k as (delete from api_keys where id = any (array(
           select id from api_keys where deleted_at < ${now}::timestamptz - interval '30 days'
           order by deleted_at limit ${most})) returning 1)
    select (select count(*) from s)::int as sessions, (select count(*) from v)::int as verifications,
           (select count(*) from k)::int as "apiKeys"`);
  return deleted ?? { sessions: 0, verifications: 0, apiKeys: 0 };
}

export interface Expired {
  readonly sessions: number;
  readonly verifications: number;
  readonly apiKeys: number;
}
