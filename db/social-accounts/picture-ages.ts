import { and, eq, getTableName, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/enums.ts';
import { refreshCatalog } from '../catalog/refresh.ts';
import type { Db } from '../client.ts';
import { type Lendable, type Lent, type Loan, lend } from '../loans.ts';
import { build, guard, type RowOf, select } from '../query.ts';
import { creatorPages, creators } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';
import { avatars, socialAccounts } from '../tables/social-accounts.ts';

export interface DuePicture extends Lent {
  readonly ownerId: number;
  readonly handle: string;
  /** The account's id at its platform; null when the platform never gave one. */
  readonly externalId: string | null;
}

export const lendablePictures: Lendable = {
  table: getTableName(socialAccounts),
  dueAt: socialAccounts.pictureDueAt.name,
  failures: socialAccounts.pictureFailures.name,
};

const lent = alias(socialAccounts, 'lent');

/** Accounts of published creators whose pictures must be fetched again; see lend(). */
export function lendDuePictures(db: Db, loan: Loan, putOffUntil: Date): Promise<{ lent: DuePicture[]; seen: number }> {
  const due = sql`
    select ${socialAccounts.id}, ${socialAccounts.status} = 'ACTIVE' and ${socialAccounts.isVerified}
      and ${creatorPages.creatorId} is not null and ${users.id} is not null as is_lent
    from ${socialAccounts}
    left join ${creatorPages} on ${creatorPages.creatorId} = ${socialAccounts.ownerId} and ${creatorPages.status} = 'PUBLISHED'
    left join ${users} on ${users.id} = ${socialAccounts.ownerId} and ${users.suspendedAt} is null
    where ${socialAccounts.platform} = ${loan.platform} and ${socialAccounts.pictureDueAt} <= ${loan.at}
    order by ${socialAccounts.pictureDueAt} limit ${loan.most} for no key update of ${socialAccounts} skip locked`;
  const told = sql`${lent.ownerId}::float8 as "ownerId", ${lent.handle}, ${lent.externalId} as "externalId"`;
  return lend<DuePicture>(db, lendablePictures, { due, told, putOffUntil }, loan);
}

const oldFields = {
  id: avatars.id,
  objectKey: avatars.objectKey,
  accountId: socialAccounts.id,
  ownerId: socialAccounts.ownerId,
};

export type OldPicture = RowOf<typeof oldFields>;

/** Pictures of a platform that were fetched before `before`, the oldest first, at most `most`. */
export const readOldPictures = (db: Db, platform: Platform, before: Date, most: number): Promise<OldPicture[]> =>
  db.read(
    select(
      oldFields,
      sql`from ${avatars} join ${socialAccounts} on ${socialAccounts.id} = ${avatars.socialAccountId}
        where ${socialAccounts.platform} = ${platform} and ${avatars.storedAt} < ${before}
        order by ${avatars.storedAt} limit ${most}`,
    ),
  );

/** Removes the picture from account, profile and page. VERSION_CONFLICT ends the transaction when the picture was renewed since it was read. */
export const forgetPicture = ({ id, accountId, ownerId }: OldPicture, before: Date, at: Date): SQLWrapper[] => [
  sql`with old as (select from ${avatars} where ${avatars.id} = ${id} and ${avatars.storedAt} < ${before} for update)
    ${guard(sql`(select count(*) from old) = 1`, 'VERSION_CONFLICT')}`,
  build
    .update(socialAccounts)
    .set({ avatarUrl: null, pictureDueAt: null, updatedAt: at })
    .where(and(eq(socialAccounts.id, accountId), sql`right(${socialAccounts.avatarUrl}, 36) = ${id}::text`)),
  build
    .update(creators)
    .set({ avatarUrl: null, updatedAt: at })
    .where(and(eq(creators.userId, ownerId), sql`right(${creators.avatarUrl}, 36) = ${id}::text`)),
  refreshCatalog(ownerId, at),
];
