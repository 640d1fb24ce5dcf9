import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import type { Db } from '../client.ts';
import { build, changesOne, maybe, query, select } from '../query.ts';
import type { NewPicture } from '../social-accounts/avatars.ts';
import { factories, factoryAccounts, factoryPosts } from '../tables/factories.ts';
import { avatars } from '../tables/social-accounts.ts';

/** What shows a picture of a factory: an account, or a post of the account. */
export interface FactoryPicture {
  readonly of: 'ACCOUNT' | 'POST';
  /** The id of the account or the post. */
  readonly id: number;
  readonly accountId: number;
}

/** The time of a fetch, and the time of the next one. */
export interface Fetched {
  readonly at: Date;
  readonly dueAt: Date;
}

const shownBy = {
  ACCOUNT: {
    table: factoryAccounts,
    id: factoryAccounts.id,
    url: factoryAccounts.avatarUrl,
    dueAt: factoryAccounts.pictureDueAt,
  },
  POST: { table: factoryPosts, id: factoryPosts.id, url: factoryPosts.coverUrl, dueAt: factoryPosts.coverDueAt },
} as const;

/** A condition on the account or the post: its picture is fetched now. Without one, it is fetched at once, and after a failure at its time. */
const isDue = (of: FactoryPicture['of'], at: Date): SQL<boolean> =>
  sql`coalesce(${shownBy[of].dueAt} <= ${at}::timestamptz, ${shownBy[of].url} is null)`;

/** Whether the picture of an account is fetched now: a field of a row of factory_accounts. */
export const isPictureDue = (at: Date): SQL<boolean> => isDue('ACCOUNT', at);

/** The newest posts of an account that have covers. */
const maxCovers = 60;

/** Whether the cover of a post is fetched now: a field of a row of factory_posts. Only the newest posts of an account have covers. */
export const isCoverDue = (at: Date): SQL<boolean> =>
  sql`(${isDue('POST', at)} and ${factoryPosts.id} in (${covered(sql`${factoryAccounts.id}`)}))`;

/** The newest posts of an account, which have covers. */
const covered = (accountId: SQL): SQL => sql`select newest.id from ${factoryPosts} newest
  where newest.account_id = ${accountId} order by newest.published_at desc, newest.id desc limit ${maxCovers}`;

/** Stores a picture and shows it, unless its account or post was removed. The sweep deletes the former one. */
export const assignPicture = (
  { of, id, accountId }: FactoryPicture,
  picture: NewPicture,
  url: string,
  { at, dueAt }: Fetched,
): SQLWrapper[] => [
  build.insert(avatars).values({ ...picture, factoryAccountId: accountId, storedAt: at }),
  changesOne(shown({ of, id }, { url, dueAt })),
];

/** If the account or the post already shows this picture (by SHA-256), marks it as fetched and returns its address; null otherwise. */
export async function renewFactoryPicture(
  db: Db,
  { of, id }: FactoryPicture,
  sha256: Uint8Array,
  { at, dueAt }: Fetched,
): Promise<string | null> {
  const { table, url, dueAt: due } = shownBy[of];
  // The account or the post before the picture, as by the triggers that release a picture.
  const held = sql`select ${shownBy[of].id} as id, ${url} as url from ${table} where ${shownBy[of].id} = ${id} for no key update`;
  const renewed = sql`update ${avatars} set ${sql.identifier(avatars.storedAt.name)} = ${at} from held
    where ${avatars.id} = right(held.url, 36)::uuid and ${avatars.sha256} = ${sha256} returning held.id as id`;
  const row = await maybe(
    db,
    query(
      { url: sql<string>`${url}` },
      (
        columns,
      ) => sql`with held as materialized (${held}), same as (${renewed}) update ${table} set ${sql.identifier(due.name)} = ${dueAt}::timestamptz
        from same where ${shownBy[of].id} = same.id returning ${columns}`,
    ),
  );
  return row?.url ?? null;
}

/** Fetches a picture at that time, and not before. */
export const postponePicture = ({ of, id }: FactoryPicture, until: Date): SQL => {
  const { table, dueAt } = shownBy[of];
  return sql`update ${table} set ${sql.identifier(dueAt.name)} = ${until} where ${shownBy[of].id} = ${id}`;
};

/** Removes the covers of all posts of an account but the newest. */
export const forgetOlderCovers = (accountId: number): SQL[] => [
  sql`select from ${factories} where ${factories.id} = (select ${factoryAccounts.factoryId} from ${factoryAccounts}
    where ${factoryAccounts.id} = ${accountId}) for no key update`,
  sql`update ${factoryPosts} set cover_url = null, cover_due_at = null
    where ${factoryPosts.accountId} = ${accountId} and ${factoryPosts.coverUrl} is not null and ${factoryPosts.id} not in (${covered(sql`${accountId}`)})`,
];

const shown = (
  { of, id }: Pick<FactoryPicture, 'of' | 'id'>,
  { url, dueAt }: { readonly url: string; readonly dueAt: Date | null },
): SQL => {
  const columns = shownBy[of];
  return sql`update ${columns.table} set ${sql.identifier(columns.url.name)} = ${url}, ${sql.identifier(columns.dueAt.name)} = ${dueAt}::timestamptz
    where ${columns.id} = ${id}`;
};

export interface ShownPicture {
  readonly id: string;
  readonly accountId: number;
}

const shownFields = { id: avatars.id, accountId: sql<number>`${avatars.factoryAccountId}::float8` };

/** Pictures of factories from a platform that were fetched before `before`, at most `limit`. */
export const readOldFactoryPictures = (
  db: Db,
  platform: Platform,
  before: Date,
  limit: number,
): Promise<ShownPicture[]> =>
  db.read(
    select(
      shownFields,
      sql`from ${avatars} join ${factoryAccounts} on ${factoryAccounts.id} = ${avatars.factoryAccountId}
        where ${factoryAccounts.platform} = ${platform} and ${avatars.storedAt} < ${before} and not ${avatars.isReleased}
        order by ${avatars.storedAt} limit ${limit}`,
    ),
  );

/** Pictures of factories that were fetched under grants that have ended or that their owners do not share, at most `limit`. */
export const readUngrantedPictures = (db: Db, limit: number): Promise<ShownPicture[]> =>
  db.read(
    select(
      shownFields,
      sql`from ${factoryAccounts} join ${factories} on ${factories.id} = ${factoryAccounts.factoryId}
        join ${avatars} on ${avatars.factoryAccountId} = ${factoryAccounts.id} and not ${avatars.isReleased}
        where ${factoryAccounts.socialAccountId} is not null
          and not exists (select from social_grants g join social_accounts s on s.id = g.social_account_id
            where g.social_account_id = ${factoryAccounts.socialAccountId} and g.status = 'ACTIVE'
              and (s.owner_id = ${factories.ownerId} or g.shared_at is not null))
        limit ${limit}`,
    ),
  );

/** Removes a picture from what shows it. Each statement is a commit of its own, because it locks the row of an account or of a post. */
export const forgetPicture = ({ id, accountId }: ShownPicture): SQL[] => [
  sql`update ${factoryAccounts} set avatar_url = null, picture_due_at = null
    where ${factoryAccounts.id} = ${accountId} and right(${factoryAccounts.avatarUrl}, 36) = ${id}::text`,
  sql`update ${factoryPosts} set cover_url = null, cover_due_at = null
    where ${factoryPosts.accountId} = ${accountId} and right(${factoryPosts.coverUrl}, 36) = ${id}::text`,
];

/** Pictures of factories that nothing shows any more, at most `limit`. */
export const readReleasedPictures = (
  db: Db,
  limit: number,
): Promise<{ readonly id: string; readonly objectKey: string }[]> =>
  db.read(
    select(
      { id: avatars.id, objectKey: avatars.objectKey },
      sql`from ${avatars} where ${avatars.isReleased} order by ${avatars.id} limit ${limit}`,
    ),
  );
