import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { array } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, json, jsonList, type RowOf, type TypeOf } from '../query.ts';
import { factories, factoryAccounts } from '../tables/factories.ts';
import { factoryAccountTags, tagGroupTags, tags } from '../tables/factory-tags.ts';
import { users } from '../tables/identity.ts';
import { walkedPage } from '../walks.ts';

const namedJson = json({ id: tags.id, name: tags.name });

/** A tag without its count, as JSON. */
export type NamedTag = TypeOf<typeof namedJson>;

/** The order of tags in each answer. */
const byName = sql`lower(${tags.name}), ${tags.id}`;

const listedFields = {
  id: tags.id,
  name: tags.name,
  accounts: sql<number>`(select count(*)::int from ${factoryAccountTags}
    join ${factoryAccounts} on ${factoryAccounts.id} = ${factoryAccountTags.accountId}
    join ${factories} on ${factories.id} = ${factoryAccounts.factoryId} and ${factories.deletedAt} is null
    where ${factoryAccountTags.tagId} = ${tags.id})`,
};

/** A tag with the number of accounts that have it. */
export type TagRecord = RowOf<typeof listedFields>;

/** The id of the tag of this owner whose name differs only in case, or null: a field of the facts. */
export const sameTag = (ownerId: number, name: string): SQL<number | null> =>
  sql`(select ${tags.id}::float8 from ${tags} where ${tags.ownerId} = ${ownerId} and lower(${tags.name}) = lower(${name}))`;

/** A tag of this owner, or null: a field of the facts. */
export const tagOf = (ownerId: number, id: number): SQL<TagRecord | null> =>
  sql`(select ${json(listedFields)} from ${tags} where ${tags.id} = ${id} and ${tags.ownerId} = ${ownerId})`;

/** The tags of this owner among these ids, sorted by name: a field of the facts. */
export const tagsAmong = (ownerId: number, ids: readonly number[]): SQL<readonly NamedTag[]> =>
  jsonList(
    namedJson,
    sql`from ${tags} where ${tags.ownerId} = ${ownerId} and ${tags.id} = any (${array(ids)}::bigint[])`,
    byName,
  );

/** The tags of a tag group, sorted by name, as JSON. */
export const tagsOfGroup = (groupId: SQLWrapper): SQL<readonly NamedTag[]> =>
  jsonList(
    namedJson,
    sql`from ${tagGroupTags} join ${tags} on ${tags.id} = ${tagGroupTags.tagId} where ${tagGroupTags.groupId} = ${groupId}`,
    byName,
  );

/** The tags of an account of a factory, sorted by name, as JSON. */
export const tagsOfAccount = (accountId: SQLWrapper): SQL<readonly NamedTag[]> =>
  jsonList(
    namedJson,
    sql`from ${factoryAccountTags} join ${tags} on ${tags.id} = ${factoryAccountTags.tagId} where ${factoryAccountTags.accountId} = ${accountId}`,
    byName,
  );

export interface NamePage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly at: Date;
}

/** The tags of this owner after the cursor, sorted by name, and one more than the limit: a field of the facts. A cursor that is none of them is INVALID_CURSOR. */
export const tagsPage = (ownerId: number, page: NamePage): SQL<readonly TagRecord[]> =>
  walkedPage(
    { subject: `owner:${ownerId}`, list: ['tags'], ...page },
    {
      id: tags.id,
      tables: sql`${tags}`,
      condition: sql`${tags.ownerId} = ${ownerId}`,
      order: byName,
      item: json(listedFields),
    },
  );

/** All tags of this owner, sorted by name: a field of the facts. */
export const allTagsOf = (ownerId: number): SQL<readonly TagRecord[]> =>
  jsonList(json(listedFields), sql`from ${tags} where ${tags.ownerId} = ${ownerId}`, byName);

/**
 * Locks the row of the owner. Each commit that changes tags, tag groups or the tags of an account begins with it, so that commits of one owner
 * cannot exceed a limit, and a tag cannot be deleted while a group or an account gets it.
 */
export const lockOwner = (ownerId: number): SQL =>
  sql`select from ${users} where ${users.id} = ${ownerId} for no key update`;

/** Inserts a tag. The limit `tags` refuses it when its owner would have more than `limit`. */
export const insertTag = (tag: typeof tags.$inferInsert, limit: number): SQLWrapper[] => [
  lockOwner(tag.ownerId),
  build.insert(tags).values(tag),
  guard(sql`(select count(*) <= ${limit} from ${tags} where ${tags.ownerId} = ${tag.ownerId})`, limitCode('tags')),
];

/** Deletes a tag, also from accounts and groups. Its links are locked before its row, as by a commit that inserts a link. */
export const deleteTag = (ownerId: number, id: number): SQLWrapper[] => [
  lockOwner(ownerId),
  build.delete(factoryAccountTags).where(eq(factoryAccountTags.tagId, id)),
  build.delete(tagGroupTags).where(eq(tagGroupTags.tagId, id)),
  changesOne(build.delete(tags).where(and(eq(tags.id, id), eq(tags.ownerId, ownerId)))),
];
