import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { refreshCatalog } from '../catalog/refresh.ts';
import type { Db } from '../client.ts';
import { type Acquired, acquire, available, type Leasable, type PlatformLease } from '../leases.ts';
import { build, guard, type RowOf, select } from '../query.ts';
import { creatorPages, creators } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';
import { avatars, socialAccounts } from '../tables/social-accounts.ts';

export const leasablePictures: Leasable = {
  table: socialAccounts,
  id: socialAccounts.id,
  leasedUntil: socialAccounts.pictureDueAt,
  failures: socialAccounts.pictureFailures,
};

const pictureFields = {
  id: socialAccounts.id,
  failures: socialAccounts.pictureFailures,
  ownerId: socialAccounts.ownerId,
  handle: socialAccounts.handle,
  /** The account's id at its platform; null when the platform never gave one. */
  externalId: socialAccounts.externalId,
};

export type DuePicture = RowOf<typeof pictureFields>;

/** Leases accounts of published creators whose pictures must be fetched again; see acquire(). */
export function leaseDuePictures(db: Db, lease: PlatformLease, putOffUntil: Date): Promise<Acquired<DuePicture>> {
  const due = sql`
    select ${socialAccounts.id}, ${socialAccounts.status} = 'ACTIVE' and ${socialAccounts.isVerified}
      and ${creatorPages.creatorId} is not null and ${users.id} is not null as is_leased
    from ${socialAccounts}
    left join ${creatorPages} on ${creatorPages.creatorId} = ${socialAccounts.ownerId} and ${creatorPages.status} = 'PUBLISHED'
    left join ${users} on ${users.id} = ${socialAccounts.ownerId} and ${users.suspendedAt} is null
    where ${socialAccounts.platform} = ${lease.platform} and ${available(leasablePictures, lease)}`;
  return acquire(db, leasablePictures, { due, fields: pictureFields, putOffUntil }, lease);
}

const oldFields = {
  id: avatars.id,
  objectKey: avatars.objectKey,
  accountId: socialAccounts.id,
  ownerId: socialAccounts.ownerId,
};

export type OldPicture = RowOf<typeof oldFields>;

/** Pictures of a platform that were fetched before `before`, the oldest first, at most `limit`. */
export const readOldPictures = (db: Db, platform: Platform, before: Date, limit: number): Promise<OldPicture[]> =>
  db.read(
    select(
      oldFields,
      sql`from ${avatars} join ${socialAccounts} on ${socialAccounts.id} = ${avatars.socialAccountId}
        where ${socialAccounts.platform} = ${platform} and ${avatars.storedAt} < ${before}
        order by ${avatars.storedAt} limit ${limit}`,
    ),
  );

/** Removes the picture from account, profile and page. VERSION_CONFLICT ends the transaction when the picture was renewed since it was read. */
export const removePicture = ({ id, accountId, ownerId }: OldPicture, before: Date, at: Date): SQLWrapper[] => [
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
