import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { array } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, json, jsonList, type Query, select, type TypeOf } from '../query.ts';
import { factories } from '../tables/factories.ts';
import { tagGroups, tagGroupTags, tags } from '../tables/factory-tags.ts';
import { walkedPage } from '../walks.ts';
import { heldFactory, isFactoryOf } from './factories.ts';
import { lockOwner, type NamePage, tagsOfGroup } from './tags.ts';

const groupJson = json({ id: tagGroups.id, name: tagGroups.name, tags: tagsOfGroup(tagGroups.id) });

/** A tag group with its tags, as JSON. */
export type TagGroupRecord = TypeOf<typeof groupJson>;

/** A factory of an owner. */
export interface OwnFactory {
  readonly ownerId: number;
  readonly factoryId: number;
}

/** A tag group of a factory, or null: a field of the facts. */
export const groupOf = (factoryId: number, id: number): SQL<TagGroupRecord | null> =>
  sql`(select ${groupJson} from ${tagGroups} where ${tagGroups.id} = ${id} and ${tagGroups.factoryId} = ${factoryId})`;

/** All groups of a factory, sorted by name: a field of the facts. */
export const allGroupsOf = (factoryId: number): SQL<readonly TagGroupRecord[]> =>
  jsonList(
    groupJson,
    sql`from ${tagGroups} where ${tagGroups.factoryId} = ${factoryId}`,
    sql`lower(${tagGroups.name}), ${tagGroups.id}`,
  );

/** The id of another group of the factory whose name differs only in case, or null: a field of the facts. */
export const sameGroup = (factoryId: number, name: string, ownId: number | null = null): SQL<number | null> =>
  sql`(select ${tagGroups.id}::float8 from ${tagGroups} where ${tagGroups.factoryId} = ${factoryId}
    and lower(${tagGroups.name}) = lower(${name}) and ${tagGroups.id} is distinct from ${ownId}::bigint)`;

/**
 * The groups of the owner's factory after the cursor, sorted by name, and one more than the limit, as one row; no row if the owner has no such
 * factory. A cursor that is none of its groups is INVALID_CURSOR.
 */
export function groupsPage(factory: OwnFactory, page: NamePage): Query<{ readonly groups: readonly TagGroupRecord[] }> {
  const groups = walkedPage(
    { subject: `factory:${factory.factoryId}`, list: ['tag-groups'], ...page },
    {
      id: tagGroups.id,
      tables: sql`${tagGroups}`,
      condition: sql`${tagGroups.factoryId} = ${factory.factoryId}`,
      order: sql`lower(${tagGroups.name}), ${tagGroups.id}`,
      item: groupJson,
    },
  );
  return select({ groups }, sql`from ${factories} where ${isFactoryOf(factory.ownerId, factory.factoryId)}`);
}

export interface NewTagGroup extends OwnFactory {
  readonly id: number;
  readonly name: string;
  readonly tagIds: readonly number[];
  readonly createdAt: Date;
}

/** Inserts a group, if its factory and all its tags exist. The limit `tag_groups` refuses it when the factory would have more than `limit`. */
export const insertGroup = ({ tagIds, ...group }: NewTagGroup, limit: number): SQLWrapper[] => {
  const { id, factoryId, ownerId, name, createdAt } = group;
  return [
    ...lockFactory(group),
    build.insert(tagGroups).values({ id, factoryId, name, createdAt }),
    addTags(id, ownerId, tagIds),
    guard(
      sql`(select count(*) <= ${limit} from ${tagGroups} where ${tagGroups.factoryId} = ${factoryId})`,
      limitCode('tag_groups'),
    ),
  ];
};

/** Replaces the name and the tags of a group, if its factory and all the tags exist. */
export const replaceGroup = ({ tagIds, ...group }: Omit<NewTagGroup, 'createdAt'>): SQLWrapper[] => [
  ...lockFactory(group),
  changesOne(build.update(tagGroups).set({ name: group.name }).where(isGroup(group))),
  build.delete(tagGroupTags).where(eq(tagGroupTags.groupId, group.id)),
  addTags(group.id, group.ownerId, tagIds),
];

/** Deletes a group. Its tags remain. */
export const deleteGroup = (group: OwnFactory & { readonly id: number }): SQLWrapper[] => [
  ...lockFactory(group),
  build.delete(tagGroupTags).where(eq(tagGroupTags.groupId, group.id)),
  changesOne(build.delete(tagGroups).where(isGroup(group))),
];

const isGroup = ({ id, factoryId }: { readonly id: number; readonly factoryId: number }) =>
  and(eq(tagGroups.id, id), eq(tagGroups.factoryId, factoryId));

/** Locks the owner, then the factory, which must still exist. */
const lockFactory = ({ ownerId, factoryId }: OwnFactory): SQLWrapper[] => [lockOwner(ownerId), heldFactory(factoryId)];

/** Adds tags to a group, in the order of their ids. All of them must still exist. */
const addTags = (groupId: number, ownerId: number, tagIds: readonly number[]): SQL =>
  sql`with added as (
      insert into ${tagGroupTags} (${sql.identifier('group_id')}, ${sql.identifier('tag_id')})
      select ${groupId}, ${tags.id} from ${tags} where ${tags.ownerId} = ${ownerId} and ${tags.id} = any (${array(tagIds)}::bigint[])
      order by ${tags.id} returning 1)
    ${guard(sql`(select count(*) from added) = ${tagIds.length}`, 'VERSION_CONFLICT')}`;
