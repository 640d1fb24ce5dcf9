import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { generations, isAnswering, refreshCatalog } from './catalog.ts';
import { type Db, jsonb, row } from './client.ts';

/** A picture that was taken from a platform, checked and stored. It never changes under its id. */
export interface AvatarRow {
  readonly id: string;
  readonly socialAccountId: number;
  readonly objectKey: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

/** True when nobody asked for the account's picture since then: the caller does now. */
export async function claimAsk(db: Db, socialAccountId: number, at: Date, notSince: Date): Promise<boolean> {
  const claimed = await db.rows(sql`
    update social_accounts set picture_asked_at = ${at}
    where id = ${socialAccountId} and (picture_asked_at is null or picture_asked_at <= ${notSince}) returning 1`);
  return claimed.length === 1;
}

/** When a picture was fetched, and when to fetch it again; `dueAt` is null where the picture may be kept for good. */
export interface Turn {
  readonly at: Date;
  readonly dueAt: Date | null;
  /** The creator has asked for it: it becomes the profile's. Otherwise it only replaces this account's own picture there. */
  readonly isChosen: boolean;
}

/**
 * The picture is the account's and its owner's from now on, or nothing changed: the account must still be this owner's,
 * active and verified.
 */
export const takeAvatar = (ownerId: number, avatar: AvatarRow, url: string, { at, dueAt, isChosen }: Turn): SQL[] => [
  sql`insert into avatars (id, social_account_id, object_key, content_type, size, sha256, stored_at)
      values (${avatar.id}, ${avatar.socialAccountId}, ${avatar.objectKey}, ${avatar.contentType}, ${avatar.size},
        decode(${avatar.sha256}, 'hex'), ${at})`,
  sql`with changed as (
        update social_accounts set avatar_url = ${url}, picture_due_at = ${dueAt}, picture_failures = 0, updated_at = ${at}
        where id = ${avatar.socialAccountId} and owner_id = ${ownerId} and status = 'ACTIVE'
          and is_verified returning 1)
      select guard((select count(*) from changed) = 1, 'ACCOUNT_ACCESS_DENIED')`,
  sql`update creators c set avatar_url = ${url}, updated_at = ${at} where user_id = ${ownerId} and (${isChosen}::boolean or exists (
        select from avatars a where a.social_account_id = ${avatar.socialAccountId} and a.id::text = right(c.avatar_url, 36)))`,
  refreshCatalog(ownerId, at),
];

/** If the account already has this picture (by SHA-256), marks it as fetched at `at` and gives its address; null otherwise. */
export async function renewAvatar(
  db: Db,
  socialAccountId: number,
  sha256: string,
  { at, dueAt, isChosen }: Turn,
): Promise<string | null> {
  const [renewed] = await db.rows<{ url: string }>(sql`
    with same as (
      update avatars a set stored_at = ${at} from social_accounts s, creators c
      where s.id = ${socialAccountId} and a.social_account_id = s.id and right(s.avatar_url, 36) = a.id::text
        and c.user_id = s.owner_id and (c.avatar_url = s.avatar_url or not ${isChosen}::boolean)
        and a.sha256 = decode(${sha256}, 'hex') and s.status = 'ACTIVE' and s.is_verified returning a.social_account_id as id)
    update social_accounts s set picture_due_at = ${dueAt}, picture_failures = 0 from same where s.id = same.id returning s.avatar_url as url`);
  return renewed?.url ?? null;
}

/** A picture is in use while its account has no newer one and is active and verified, and its owner is a creator who is not suspended. */
const isInUse = sql`right(s.avatar_url, 36) = a.id::text and s.status = 'ACTIVE' and s.is_verified
  and u.suspended_at is null and 'CREATOR' = any (u.roles)`;

export interface StoredPicture {
  readonly objectKey: string;
  readonly contentType: string;
}

/** Per platform: the earliest time at which a picture may have been fetched to be shown. */
export type KeptSince = Readonly<Record<string, Date>>;

const pictureOf = (id: string, keptSince: KeptSince, condition: SQL): SQL => sql`(
  select json_build_object('objectKey', a.object_key, 'contentType', a.content_type)
  from avatars a join social_accounts s on s.id = a.social_account_id join users u on u.id = s.owner_id
  where a.id = ${id} and a.stored_at > (${jsonb(keptSince)}->>s.platform)::timestamptz and ${isInUse} and ${condition})`;

export interface ShownAvatar {
  readonly generations: string;
  readonly picture: StoredPicture | null;
}

/** The picture, null while its owner's page does not answer, with the generation in which this is true. */
export const readShownAvatar = (db: Db, id: string, keptSince: KeptSince): Promise<ShownAvatar> =>
  row(
    db,
    sql`select ${generations} as generations, ${pictureOf(id, keptSince, isAnswering(sql`s.owner_id`))} as picture`,
  );

/** The picture for its owner and for previews, even if the page does not answer; null when the picture is not in use. */
export const readOwnAvatar = async (db: Db, id: string, keptSince: KeptSince): Promise<StoredPicture | null> =>
  (await row<Pick<ShownAvatar, 'picture'>>(db, sql`select ${pictureOf(id, keptSince, sql`true`)} as picture`)).picture;

export async function isStored(db: Db, id: string): Promise<boolean> {
  return (await db.rows(sql`select from avatars where id = ${id}`)).length === 1;
}

/** The pictures of an account that another one has replaced. */
export const readReplaced = (db: Db, socialAccountId: number): Promise<{ id: string; objectKey: string }[]> =>
  db.rows(sql`select a.id, a.object_key as "objectKey" from avatars a join social_accounts s on s.id = a.social_account_id
    where s.id = ${socialAccountId} and right(s.avatar_url, 36) <> a.id::text`);

export const deleteAvatar = (id: string): SQL => sql`delete from avatars where id = ${id}`;
