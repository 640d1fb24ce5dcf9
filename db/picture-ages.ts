import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../schema/enums.ts';
import { refreshCatalog } from './catalog.ts';
import type { Db } from './client.ts';
import { type Lendable, type Lent, type Loan, lend } from './loans.ts';

export interface DuePicture extends Lent {
  readonly ownerId: number;
  readonly handle: string;
  /** The account's id at its platform; null when the platform never gave one. */
  readonly externalId: string | null;
}

export const lendablePictures: Lendable = {
  table: 'social_accounts',
  dueAt: 'picture_due_at',
  failures: 'picture_failures',
};

/** Accounts of published creators whose pictures must be fetched again; see lend(). */
export function lendDuePictures(db: Db, loan: Loan, putOffUntil: Date): Promise<{ lent: DuePicture[]; seen: number }> {
  const due = sql`
    select s.id, s.status = 'ACTIVE' and s.is_verified and p.creator_id is not null and u.id is not null as is_lent
    from social_accounts s
    left join creator_pages p on p.creator_id = s.owner_id and p.status = 'PUBLISHED'
    left join users u on u.id = s.owner_id and u.suspended_at is null
    where s.platform = ${loan.platform} and s.picture_due_at <= ${loan.at}
    order by s.picture_due_at limit ${loan.most} for no key update of s skip locked`;
  const told = sql`lent.owner_id::float8 as "ownerId", lent.handle, lent.external_id as "externalId"`;
  return lend<DuePicture>(db, lendablePictures, { due, told, putOffUntil }, loan);
}

/** Pictures of a platform that were fetched before `before`, the oldest first, at most `most`. */
export const readOldPictures = (db: Db, platform: Platform, before: Date, most: number): Promise<OldPicture[]> =>
  db.rows(sql`
    select a.id, a.object_key as "objectKey", s.id::float8 as "accountId", s.owner_id::float8 as "ownerId"
    from avatars a join social_accounts s on s.id = a.social_account_id
    where s.platform = ${platform} and a.stored_at < ${before} order by a.stored_at limit ${most}`);

export interface OldPicture {
  readonly id: string;
  readonly objectKey: string;
  readonly accountId: number;
  readonly ownerId: number;
}

/** Removes the picture from account, profile and page. A picture that was renewed meanwhile ends the transaction. */
export const forgetPicture = ({ id, accountId, ownerId }: OldPicture, before: Date, at: Date): SQL[] => [
  sql`with old as (select from avatars where id = ${id} and stored_at < ${before} for update)
      select guard((select count(*) from old) = 1, 'VERSION_CONFLICT')`,
  sql`update social_accounts set avatar_url = null, picture_due_at = null, updated_at = ${at}
      where id = ${accountId} and right(avatar_url, 36) = ${id}::text`,
  sql`update creators set avatar_url = null, updated_at = ${at} where user_id = ${ownerId} and right(avatar_url, 36) = ${id}::text`,
  refreshCatalog(ownerId, at),
];
