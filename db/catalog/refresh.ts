import { desc } from 'drizzle-orm';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, countChanged, select } from '../query.ts';
import { catalogCreators, catalogDue, catalogFiguresDue, catalogFormer } from '../tables/catalog.ts';

/** A statement of every commit that changes what the public sees of a creator. It comes last, because it locks a counter. */
export const refreshCatalog = (creatorId: number, at: Date): SQL =>
  sql`select catalog_refresh(${creatorId}::bigint, ${at}::timestamptz)`;

/** refreshCatalog after a measurement. The lists keep their generation until publishMetrics advances it. */
export const refreshMetrics = (creatorId: number, at: Date): SQL =>
  sql`select catalog_refresh_metrics(${creatorId}::bigint, ${at}::timestamptz)`;

/** Makes the lists show all new measurements, at most every five minutes. */
export const publishMetrics = (db: Db, at: Date): Promise<void> =>
  db.transaction([sql`select catalog_publish_metrics(${at}::timestamptz)`]);

/**
 * Deletes the former places of creators that are more than an hour old, with the words of creators who have left: cursors do not use
 * them any more. Returns the number of deleted places, at most `limit`.
 */
export function deleteFormerPlaces(db: Db, at: Date, limit: number): Promise<number> {
  const hourAgo = new Date(at.getTime() - 3_600_000);
  const old = sql`array(select ${catalogFormer.creatorId} from ${catalogFormer}
    where ${catalogFormer.until} < ${hourAgo} and ${catalogFormer.lists} <> '{}'
    order by ${catalogFormer.until} limit ${limit} for no key update skip locked)`;
  return countChanged(
    db,
    build.update(catalogFormer).set({ lists: [], words: [] }).where(sql`${catalogFormer.creatorId} = any (${old})`),
  );
}

/** A condition: the page of the creator answers now. */
export const isListed = (creatorId: SQLWrapper): SQL<boolean> => sql`(
  case when exists (select from ${catalogDue} where ${catalogDue.creatorId} = ${creatorId} and ${catalogDue.mayBeUnlisted})
    then catalog_is_listed_now(${creatorId})
    else exists (select from ${catalogCreators} where ${catalogCreators.creatorId} = ${creatorId}) end)`;

/** Creators whose catalog rows must be rebuilt, the last marked first, at most `limit`. */
export const readDueCreators = async (db: Db, limit: number): Promise<number[]> =>
  (
    await db.read(
      select({ id: catalogDue.creatorId }, sql`from ${catalogDue} order by ${desc(catalogDue.at)} limit ${limit}`),
    )
  ).map(({ id }) => id);

/** Rebuilds the rows of a marked creator, in a transaction of its own. */
export const refreshDueCreator = (creatorId: number): SQL => sql`select catalog_refresh_due(${creatorId}::bigint)`;

/** Creators with new figures from their orders, at most `limit`. */
export const readCreatorsWithNewFigures = async (db: Db, limit: number): Promise<number[]> =>
  (
    await db.read(
      select({ id: catalogFiguresDue.creatorId }, sql`from ${catalogFiguresDue} group by 1 order by 1 limit ${limit}`),
    )
  ).map(({ id }) => id);

/** Rebuilds the rows of a creator with new figures. Lists show them after publishMetrics. */
export const refreshFigures = (creatorId: number, at: Date): SQL =>
  sql`select catalog_refresh_figures(${creatorId}::bigint, ${at}::timestamptz)`;
