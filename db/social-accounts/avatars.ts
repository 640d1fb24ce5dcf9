import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { generations } from '../catalog/generations.ts';
import { isListed, refreshCatalog } from '../catalog/refresh.ts';
import { type Db, jsonb } from '../client.ts';
import { atOnceOr, type Leasable, type Lease, leaseOne } from '../leases.ts';
import { build, changesOne, countChanged, facts, json, maybe, query, select, type TypeOf } from '../query.ts';
import { picturesInUse } from '../tables/catalog.ts';
import { creators } from '../tables/creators.ts';
import { avatars, socialAccounts } from '../tables/social-accounts.ts';
import { isConnected } from './profile-ages.ts';

/** A picture from a platform, checked and stored. It never changes under its id. */
export type NewPicture = Required<
  Pick<typeof avatars.$inferInsert, 'id' | 'objectKey' | 'contentType' | 'size' | 'sha256'>
>;

/** A picture of an account here. */
export interface NewAvatar extends NewPicture {
  readonly socialAccountId: number;
}

/** The id in the address of the picture that an account shows. */
const shownByAccount = sql`right(${socialAccounts.avatarUrl}, 36)`;

const askable: Leasable<typeof socialAccounts> = {
  table: socialAccounts,
  id: socialAccounts.id,
  leasedUntil: socialAccounts.pictureLeasedUntil,
  availableAt: atOnceOr(socialAccounts.pictureLeasedUntil),
};

/** Leases the account for a request of its owner. False when another request has the lease. It is not released: it is the pause. */
export const leasePicture = async (db: Db, accountId: number, lease: Lease): Promise<boolean> =>
  (await countChanged(db, leaseOne(askable, accountId, lease))) === 1;

/** The time at which a picture was fetched, and the time to fetch it again. */
export interface PictureFetch {
  readonly at: Date;
  readonly dueAt: Date;
  /** True when the creator requested it: it also becomes the profile's picture. Otherwise it only replaces this account's picture there. */
  readonly isChosen: boolean;
  /** True when it was fetched under the grant of the account. */
  readonly isByGrant: boolean;
}

/**
 * Assigns the picture to the account and its owner. ACCOUNT_ACCESS_DENIED unless the account is still this owner's, active and verified, and the
 * grant that fetched the picture has not ended.
 */
export const assignAvatar = (
  ownerId: number,
  avatar: NewAvatar,
  url: string,
  { at, dueAt, isChosen, isByGrant }: PictureFetch,
): SQLWrapper[] => [
  // First, so that the next statements see the end of a grant that this waits for.
  sql`select from ${socialAccounts} where ${socialAccounts.id} = ${avatar.socialAccountId} for no key update`,
  build.insert(avatars).values({ ...avatar, storedAt: at }),
  changesOne(
    build
      .update(socialAccounts)
      .set({ avatarUrl: url, pictureDueAt: dueAt, pictureFailures: 0, updatedAt: at })
      .where(
        and(
          eq(socialAccounts.id, avatar.socialAccountId),
          eq(socialAccounts.ownerId, ownerId),
          eq(socialAccounts.status, 'ACTIVE'),
          socialAccounts.isVerified,
          sql`(not ${isByGrant}::boolean or ${isConnected})`,
        ),
      ),
    'ACCOUNT_ACCESS_DENIED',
  ),
  build
    .update(creators)
    .set({ avatarUrl: url, updatedAt: at })
    .where(
      and(
        eq(creators.userId, ownerId),
        sql`(${isChosen}::boolean or exists (select from ${avatars}
          where ${avatars.socialAccountId} = ${avatar.socialAccountId} and ${avatars.id}::text = right(${creators.avatarUrl}, 36)))`,
      ),
    ),
  refreshCatalog(ownerId, at),
];

/** If the account already has this picture (by SHA-256), marks it as fetched at `at` and returns its address; null otherwise. */
export async function renewAvatar(
  db: Db,
  socialAccountId: number,
  sha256: Uint8Array,
  { at, dueAt, isChosen }: PictureFetch,
): Promise<string | null> {
  const renewed = build
    .update(avatars)
    .set({ storedAt: at })
    .from(sql`${socialAccounts}, ${creators}`)
    .where(
      and(
        eq(socialAccounts.id, socialAccountId),
        eq(avatars.socialAccountId, socialAccounts.id),
        sql`${shownByAccount} = ${avatars.id}::text`,
        eq(creators.userId, socialAccounts.ownerId),
        sql`(${creators.avatarUrl} = ${socialAccounts.avatarUrl} or not ${isChosen}::boolean)`,
        eq(avatars.sha256, sha256),
        eq(socialAccounts.status, 'ACTIVE'),
        socialAccounts.isVerified,
      ),
    );
  const next = build
    .update(socialAccounts)
    .set({ pictureDueAt: dueAt, pictureFailures: 0 })
    .from(sql`same`)
    .where(sql`${socialAccounts.id} = same.id`);
  const account = await maybe(
    db,
    query(
      { url: socialAccounts.avatarUrl },
      (columns) => sql`
        with same as (${renewed.getSQL()} returning ${avatars.socialAccountId} as id)
        ${next.getSQL()} returning ${columns}`,
    ),
  );
  return account?.url ?? null;
}

const pictureJson = json({ objectKey: picturesInUse.objectKey, contentType: picturesInUse.contentType });

export type StoredPicture = TypeOf<typeof pictureJson>;

/** For each platform: pictures that were fetched before this time must not be shown. A picture of a portfolio has no platform. */
export type KeptSince = Readonly<Record<string, Date>>;

const pictureOf = (id: string, keptSince: KeptSince, condition: SQL): SQL<StoredPicture | null> => sql`(
  select ${pictureJson} from ${picturesInUse} where ${picturesInUse.id} = ${id}
    and (${picturesInUse.platform} is null or ${picturesInUse.storedAt} > (${jsonb(keptSince)}->>${picturesInUse.platform})::timestamptz)
    and ${condition})`;

/** A picture that guests see, if there is one, and the generation of the catalog. */
export interface ShownAvatar {
  readonly generations: string;
  readonly picture: StoredPicture | null;
}

/** The picture, or null while its owner's page is not public, with the generation in which this is true. */
export const readShownAvatar = (db: Db, id: string, keptSince: KeptSince): Promise<ShownAvatar> =>
  facts(db, {
    generations,
    picture: pictureOf(id, keptSince, sql`not ${picturesInUse.isOfFactory} and ${isListed(picturesInUse.ownerId)}`),
  });

/** The picture for its owner and for previews, even if the page is not public; null when the picture is not in use. */
export const readOwnAvatar = async (db: Db, id: string, keptSince: KeptSince): Promise<StoredPicture | null> =>
  (await facts(db, { picture: pictureOf(id, keptSince, sql`true`) })).picture;

export const isStored = async (db: Db, id: string): Promise<boolean> =>
  (await maybe(db, select({ id: avatars.id }, sql`from ${avatars} where ${avatars.id} = ${id}`))) !== null;

/** The former pictures of an account. */
export const readReplaced = (
  db: Db,
  socialAccountId: number,
): Promise<{ readonly id: string; readonly objectKey: string }[]> =>
  db.read(
    select(
      { id: avatars.id, objectKey: avatars.objectKey },
      sql`from ${avatars} join ${socialAccounts} on ${socialAccounts.id} = ${avatars.socialAccountId}
        where ${socialAccounts.id} = ${socialAccountId} and ${shownByAccount} <> ${avatars.id}::text`,
    ),
  );

export const deleteAvatar = (id: string): SQLWrapper => build.delete(avatars).where(eq(avatars.id, id));

/** Shows the picture of an account on the profile of its owner, which has no other, while the account is ACTIVE; removes it otherwise. */
export const showPicture = (
  { id, ownerId, status }: { readonly id: number; readonly ownerId: number; readonly status: string },
  at: Date,
): SQLWrapper =>
  build
    .update(creators)
    .set({
      avatarUrl: status === 'ACTIVE' ? sql`coalesce(${creators.avatarUrl}, ${socialAccounts.avatarUrl})` : null,
      updatedAt: at,
    })
    .from(socialAccounts)
    .where(
      and(
        eq(creators.userId, ownerId),
        eq(socialAccounts.id, id),
        status === 'ACTIVE'
          ? sql`${creators.avatarUrl} is null`
          : sql`${creators.avatarUrl} = ${socialAccounts.avatarUrl}`,
      ),
    );
