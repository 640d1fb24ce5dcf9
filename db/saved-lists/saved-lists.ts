import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { SavedCreatorView } from '../../schema/saved-lists/saved-lists.ts';
import { entryOf } from '../catalog/entries.ts';
import { isListed } from '../catalog/refresh.ts';
import { array } from '../client.ts';
import { publicIdAt } from '../creators/addresses.ts';
import { limitCode } from '../failures.ts';
import { build, changesOne, guard, iso, json, jsonList, type Query, select, type TypeOf } from '../query.ts';
import { creators } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';
import { savedCreators, savedLists } from '../tables/saved-lists.ts';
import { walkedPage } from '../walks.ts';

const listFields = {
  id: savedLists.id,
  name: savedLists.name,
  creators: sql<number>`(select count(*)::int from ${savedCreators} where ${savedCreators.listId} = ${savedLists.id})`,
  createdAt: savedLists.createdAt,
  updatedAt: savedLists.updatedAt,
};
const listJson = json(listFields);

/** A list, as JSON. */
export type SavedListRecord = TypeOf<typeof listJson>;

const isOwn = (ownerId: number, listId: number): SQL =>
  sql`${savedLists.id} = ${listId} and ${savedLists.ownerId} = ${ownerId}`;

/** A list of this owner, or null: a field of the facts. */
export const savedListOf = (ownerId: number, listId: number): SQL<SavedListRecord | null> =>
  sql`(select ${listJson} from ${savedLists} where ${isOwn(ownerId, listId)})`;

/** The id of a creator with a public page, or null: a field of the facts. */
export const listedCreator = (publicId: string | null): SQL<number | null> =>
  sql`(select ${creators.userId}::float8 from ${creators} where ${creators.publicId} = ${publicId}::uuid and ${isListed(creators.userId)})`;

/** Whether the list has the creator: a field of the facts. */
export const hasSaved = (listId: SQLWrapper | number, publicId: string): SQL<boolean> =>
  sql`exists (select from ${savedCreators} join ${creators} on ${creators.userId} = ${savedCreators.creatorId}
    where ${savedCreators.listId} = ${listId} and ${creators.publicId} = ${publicId}::uuid)`;

interface NewList {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly at: Date;
}

/** Inserts a list. The limit `saved_lists` refuses it when the owner would have more than `limit`. */
export const insertList = ({ id, ownerId, name, at }: NewList, limit: number): readonly SQLWrapper[] => [
  sql`select from ${users} where ${users.id} = ${ownerId} for no key update`,
  build.insert(savedLists).values({ id, ownerId, name, createdAt: at, updatedAt: at }),
  guard(
    sql`(select count(*) <= ${limit} from ${savedLists} where ${savedLists.ownerId} = ${ownerId})`,
    limitCode('saved_lists'),
  ),
];

export const renameList = (ownerId: number, listId: number, name: string, at: Date): SQL =>
  changesOne(build.update(savedLists).set({ name, updatedAt: at }).where(isOwn(ownerId, listId)));

export const deleteList = (ownerId: number, listId: number): SQL =>
  changesOne(build.delete(savedLists).where(isOwn(ownerId, listId)));

/** Adds a creator, if the list still exists. The limit `saved_creators` refuses one more than `limit`. */
export const saveCreator = (listId: number, creatorId: number, at: Date, limit: number): readonly SQLWrapper[] => [
  changesOne(build.update(savedLists).set({ updatedAt: at }).where(eq(savedLists.id, listId))),
  build.insert(savedCreators).values({ listId, creatorId, savedAt: at }).onConflictDoNothing(),
  guard(
    sql`(select count(*) <= ${limit} from ${savedCreators} where ${savedCreators.listId} = ${listId})`,
    limitCode('saved_creators'),
  ),
];

export const removeCreator = (listId: number, publicId: string, at: Date): readonly SQLWrapper[] => [
  changesOne(build.update(savedLists).set({ updatedAt: at }).where(eq(savedLists.id, listId))),
  changesOne(
    build
      .delete(savedCreators)
      .where(
        and(
          eq(savedCreators.listId, listId),
          sql`${savedCreators.creatorId} = (select ${creators.userId} from ${creators} where ${creators.publicId} = ${publicId}::uuid)`,
        ),
      ),
  ),
];

interface ListsPage {
  readonly creator?: string | undefined;
  readonly cursor?: number | undefined;
  readonly limit: number;
  readonly at: Date;
}

const listedJson = (creator: string | undefined) =>
  json({
    ...listFields,
    hasCreator: creator === undefined ? sql<boolean | null>`null::boolean` : hasSaved(savedLists.id, creator),
  });

/** The lists of an owner after the cursor, newest first, and one more than the limit: a field of the facts. A cursor that is none of them is INVALID_CURSOR. */
export const listsPage = (ownerId: number, { creator, ...page }: ListsPage) =>
  walkedPage(
    { subject: `owner:${ownerId}`, list: ['saved-lists'], ...page },
    {
      id: savedLists.id,
      tables: sql`${savedLists}`,
      condition: sql`${savedLists.ownerId} = ${ownerId}`,
      order: sql`${savedLists.id} desc`,
      item: listedJson(creator),
    },
  );

const savedFields = {
  publicId: creators.publicId,
  savedAt: sql<string>`${iso(savedCreators.savedAt)}`,
  entry: entryOf(savedCreators.creatorId),
};

interface SavedCreatorsPage {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly at: Date;
}

/**
 * The creators of a list after the cursor, the last saved one first, and one more than the limit, as one row; no row if the owner has no such list. A
 * cursor that is none of its creators is INVALID_CURSOR.
 */
export function savedCreatorsPage(
  ownerId: number,
  listId: number,
  page: SavedCreatorsPage,
): Query<{ readonly creators: readonly SavedCreatorView[] }> {
  const saved = walkedPage(
    { subject: `owner:${ownerId}`, list: ['saved-creators', listId], ...page },
    {
      id: creators.publicId,
      tables: sql`${savedCreators} join ${creators} on ${creators.userId} = ${savedCreators.creatorId}`,
      condition: sql`${savedCreators.listId} = ${listId}`,
      order: sql`${savedCreators.savedAt} desc, ${savedCreators.creatorId} desc`,
      item: json(savedFields),
    },
  );
  return select({ creators: saved }, sql`from ${savedLists} where ${isOwn(ownerId, listId)}`);
}

/** The entries of the creators with these publicIds and names: a field of the facts. A creator who does not exist has none. */
export const comparedEntries = (publicIds: readonly string[], names: readonly string[]) =>
  jsonList(
    json({ publicId: creators.publicId, entry: entryOf(creators.userId) }),
    sql`from ${creators} where ${creators.publicId} in (
      select unnest(${array(publicIds)}::uuid[])
      union select (${publicIdAt(sql`wanted.name`)})::uuid from unnest(${array(names)}::text[]) as wanted(name))`,
  );
