import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { refreshCatalog } from '../catalog/refresh.ts';
import { array, type Db, jsonb } from '../client.ts';
import type { Leasable } from '../leases.ts';
import { type DueWork, type HeldRows, isFree, longestDue } from '../platform-work.ts';
import { build, guard, json, type RowOf, select, type TypeOf } from '../query.ts';
import { creatorPages, creators } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';
import { avatars, socialAccounts } from '../tables/social-accounts.ts';
import type { ProfileTimes } from './account-changes.ts';
import { ownerOfSocialAccount } from './grant-access.ts';
import { isConnected } from './profile-ages.ts';

export const leasablePictures: Leasable = {
  table: socialAccounts,
  id: socialAccounts.id,
  leasedUntil: socialAccounts.pictureDueAt,
  failures: socialAccounts.pictureFailures,
};

const hasPicture: SQL<boolean> = sql`${socialAccounts.avatarUrl} is not null`;

interface DuePictures {
  readonly at: Date;
  readonly leaseEnd: Date;
  /** Platforms whose pictures are fetched again after a while, with the next time of an account that is not asked now. */
  readonly putOffUntil: Readonly<Partial<Record<Platform, Date>>>;
  /** Platforms that show a profile only under the grant of its account. */
  readonly byGrant: readonly Platform[];
}

/**
 * A condition: the account has a public page, and the platform can be asked for its profile and picture. An account without a picture is included
 * only while it has no connection, because under a connection the profile is read with the audience.
 */
const isShown = (
  byGrant: readonly Platform[],
): SQL => sql`(${socialAccounts.status} = 'ACTIVE' and ${socialAccounts.isVerified}
  and exists (select from ${creatorPages}
    where ${creatorPages.creatorId} = ${socialAccounts.ownerId} and ${creatorPages.status} = 'PUBLISHED')
  and exists (select from ${users} where ${users.id} = ${socialAccounts.ownerId} and ${users.suspendedAt} is null)
  and (${socialAccounts.platform} <> all (${array(byGrant)}::text[]) or ${isConnected})
  and (${hasPicture} or not ${isConnected}))`;

/** Accounts of published creators whose profiles and pictures must be read again. */
export const duePictures = ({ at, leaseEnd, putOffUntil, byGrant }: DuePictures): DueWork<'PICTURES'> => ({
  name: 'PICTURES',
  leasable: leasablePictures,
  isMoney: false,
  ownerOf: ({ id }) => ownerOfSocialAccount(id),
  due: (page) => {
    const accountId = sql`case when ${socialAccounts.platform} = any (${array(byGrant)}::text[]) then ${socialAccounts.id} end`;
    const later = sql`(${jsonb(putOffUntil)}->>${socialAccounts.platform})::timestamptz`;
    const until = sql`case when ${isShown(byGrant)} then ${leaseEnd}::timestamptz else ${later} end`;
    return sql`select ${socialAccounts.id}, ${socialAccounts.platform}, ${accountId} as account_id, ${until} as until
      from ${longestDue(leasablePictures, socialAccounts.platform, { ...page, at }, sql`${later} is not null`)}`;
  },
});

/** Makes the profiles of accounts due now that have expired and were not read again, because the accounts could not be used. */
export const recallProfiles = (accountIds: SQL, at: Date): SQLWrapper =>
  build
    .update(socialAccounts)
    .set({ pictureDueAt: at })
    .where(
      sql`${socialAccounts.id} in (${accountIds}) and ${socialAccounts.profileAt} is null and ${isFree(leasablePictures, at)}`,
    );

const pictureJson = json({
  id: socialAccounts.id,
  failures: socialAccounts.pictureFailures,
  ownerId: socialAccounts.ownerId,
  handle: socialAccounts.handle,
  /** The account's id at its platform; null when the platform never gave one. */
  externalId: socialAccounts.externalId,
  /** False: only its profile is read. */
  hasPicture,
});
export type HeldPicture = TypeOf<typeof pictureJson>;

/** The accounts of a message whose pictures may still be fetched. */
export const heldPictures = (ids: readonly number[], leaseEnd: Date, byGrant: readonly Platform[]): HeldRows => ({
  leasable: leasablePictures,
  ids,
  leaseEnd,
  item: pictureJson,
  condition: isShown(byGrant),
});

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

/** Pictures that their accounts have not shown for at least an hour, at most `limit`. */
export const readUnshownPictures = (
  db: Db,
  at: Date,
  limit: number,
): Promise<{ readonly id: string; readonly objectKey: string }[]> =>
  db.read(
    select(
      { id: avatars.id, objectKey: avatars.objectKey },
      sql`from ${avatars} join ${socialAccounts} on ${socialAccounts.id} = ${avatars.socialAccountId}
        where right(${socialAccounts.avatarUrl}, 36) is distinct from ${avatars.id}::text
          and ${avatars.storedAt} < ${new Date(at.getTime() - 3_600_000)} limit ${limit}`,
    ),
  );

/** Removes the picture from account, profile and page. VERSION_CONFLICT ends the transaction when the picture was renewed since it was read. */
export const removePicture = (
  { id, accountId, ownerId }: OldPicture,
  before: Date,
  { at, nextAt }: ProfileTimes,
): SQLWrapper[] => [
  sql`with old as (select from ${avatars} where ${avatars.id} = ${id} and ${avatars.storedAt} < ${before} for update)
    ${guard(sql`(select count(*) from old) = 1`, 'VERSION_CONFLICT')}`,
  build
    .update(socialAccounts)
    .set({ avatarUrl: null, pictureDueAt: nextAt, updatedAt: at })
    .where(and(eq(socialAccounts.id, accountId), sql`right(${socialAccounts.avatarUrl}, 36) = ${id}::text`)),
  build
    .update(creators)
    .set({ avatarUrl: null, updatedAt: at })
    .where(and(eq(creators.userId, ownerId), sql`right(${creators.avatarUrl}, 36) = ${id}::text`)),
  refreshCatalog(ownerId, at),
];
