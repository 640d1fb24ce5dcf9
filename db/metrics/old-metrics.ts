import { and, eq, lt } from 'drizzle-orm';
import type { AnyPgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { refreshMetrics } from '../catalog/refresh.ts';
import type { Db } from '../client.ts';
import { build, countChanged, one, query, select } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { channelPosts, deliverableScans } from '../tables/metrics.ts';
import { countedPosts } from './channel-views.ts';

/** Metrics of a platform that were measured before a time: at most `limit` of them, oldest first. */
export interface TooOld {
  readonly platform: Platform;
  readonly source: string;
  readonly before: Date;
  readonly limit: number;
}

/** Deletes measurements of posts, at most a batch of each table, and returns the larger number. */
export async function deleteOldMeasurements(db: Db, { source, before, limit }: TooOld): Promise<number> {
  const { deleted } = await one(
    db,
    select({
      // The table of the previous version can still hold measurements.
      deleted: sql<number>`greatest(delete_old_post_measurements(${source}, ${before}, ${limit}),
        delete_old_measurements(${source}, ${before}, ${limit}))`,
    }),
  );
  return deleted;
}

/** Deletes measurements that were read under grants that have ended, and returns their number, at most `limit`. */
export const deleteMeasurementsOfEndedGrants = async (db: Db, limit: number): Promise<number> =>
  (await one(db, select({ deleted: sql<number>`delete_measurements_of_ended_grants(${limit})` }))).deleted;

/**
 * Deletes metrics of campaigns that are too old: from at most `limit` posts, and all old days of the campaigns that a batch of `limit` old
 * days belongs to. Returns the larger number.
 */
export async function deleteOldCampaignMetrics(db: Db, { platform, before, limit }: TooOld): Promise<number> {
  const posts = await one(
    db,
    select({ deleted: sql<number>`delete_old_campaign_metrics(${platform}, ${before}, ${limit})` }),
  );
  const days = await one(
    db,
    select({ deleted: sql<number>`delete_old_campaign_days(${platform}, ${before}, ${limit})` }),
  );
  return Math.max(posts.deleted, days.deleted);
}

/** An account of a factory, and the time before which what was read of it is deleted; null: all. */
export interface AccountToForget {
  readonly id: number;
  readonly before: Date | null;
}

/** Accounts of factories of which something was read before a time, at most `limit`. */
export const accountsWithOldMetrics = (
  db: Db,
  { platform, before, limit }: Omit<TooOld, 'source'>,
): Promise<AccountToForget[]> =>
  db.read(
    select(
      { id: sql<number>`account::float8`, before: sql<Date>`${before}::timestamptz` },
      sql`from factory_accounts_with_old_metrics(${platform}, ${before}, ${limit}) account`,
    ),
  );

/** Accounts of factories that were read under grants that may not be used any more, at most `limit`. */
export const accountsWithEndedGrants = (db: Db, limit: number): Promise<AccountToForget[]> =>
  db.read(
    select(
      { id: sql<number>`account::float8`, before: sql<Date | null>`since` },
      sql`from factory_accounts_with_ended_grants(${limit})`,
    ),
  );

/** Deletes what was read of an account of a factory, in one commit. */
export const forgetFactoryAccount = (db: Db, { id, before }: AccountToForget): Promise<void> =>
  db.transaction([sql`select factory_forget_account(${id}, ${before}::timestamptz)`]);

/** Deletes an account of a deleted factory, and returns whether there was one. */
export const deleteAccountOfDeletedFactory = async (db: Db, at: Date): Promise<boolean> =>
  (await one(db, select({ isDeleted: sql<boolean>`delete_account_of_deleted_factory(${at}::timestamptz)` }))).isDeleted;

/** Deletes rows of one account that was removed from a factory, at most `limit` of each table, and returns whether there was one. */
export const deleteRowsOfRemovedAccount = async (db: Db, limit: number): Promise<boolean> =>
  (await one(db, select({ isDeleted: sql<boolean>`delete_rows_of_removed_account(${limit})` }))).isDeleted;

/** The accounts after this id, at most `limit`, for which campaigns still store metrics that were read under an ended or renewed grant. */
export const accountsToForget = (db: Db, { afterId, limit }: { readonly afterId: number; readonly limit: number }) =>
  db.read(
    select(
      { id: sql<number>`account::float8` },
      sql`from campaign_accounts_to_forget() where account > ${afterId} order by account limit ${limit}`,
    ),
  );

/** Deletes from campaigns what was read under the ended grant of an account. */
export const deleteCampaignMetricsOf = (db: Db, accountId: number): Promise<void> =>
  db.transaction([sql`select delete_campaign_metrics_of_ended_grant(${accountId})`]);

/** Starts to track posts that were delivered under the previous version, at most `limit`, and returns their number. */
export const adoptDeliveredPosts = async (db: Db, limit: number): Promise<number> =>
  (await one(db, select({ adopted: sql<number>`adopt_delivered_posts(${limit})` }))).adopted;

/** Drops the monthly partitions before this time that are empty. */
export const dropEmptyPartitions = (db: Db, before: Date): Promise<void> =>
  db.transaction([sql`select drop_empty_measurement_partitions(${before}::timestamptz)`]);

/** Drops the monthly partitions of readings of factories before this time. The days of their posts remain. */
export const dropOldFactoryMeasurements = (db: Db, before: Date): Promise<void> =>
  db.transaction([sql`select drop_old_factory_measurements(${before}::timestamptz)`]);

/** Makes the partitions for measurements of this month and the next. */
export const makePartitions = (db: Db, at: Date): Promise<void> =>
  db.transaction([sql`select make_measurement_partitions(${at}::timestamptz)`]);

/** Clears the last known metrics of delivered posts, counts and saves each by their own time. Returns the number of posts. */
export async function clearOldScans(db: Db, tooOld: TooOld): Promise<number> {
  const cleared = { views: null, likes: null, comments: null, countsMeasuredAt: null };
  const counted = await clearScans(db, cleared, oldScans(deliverableScans.countsMeasuredAt, tooOld));
  const saved = await clearScans(
    db,
    { saves: null, savesMeasuredAt: null },
    oldScans(deliverableScans.savesMeasuredAt, tooOld),
  );
  return Math.max(counted, saved);
}

const clearScans = (db: Db, cleared: PgUpdateSetSource<typeof deliverableScans>, ids: SQL): Promise<number> =>
  countChanged(
    db,
    build.update(deliverableScans).set(cleared).where(sql`${deliverableScans.id} = any (array(${ids}))`),
  );

const oldScans = (at: AnyPgColumn, { platform, before, limit }: TooOld): SQL =>
  sql`select ${deliverableScans.id} from ${deliverableScans}
    where ${deliverableScans.platform} = ${platform} and ${at} < ${before}
    order by ${at} limit ${limit} for no key update skip locked`;

/**
 * Deletes posts of channels whose views were measured before a time, and updates the averages of the catalog that counted them. Returns the number
 * of channels.
 */
export async function deleteOldChannelPosts(db: Db, { platform, before, limit }: TooOld, at: Date): Promise<number> {
  const { channelId, measuredAt, publishedAt, externalId } = channelPosts;
  const latest = sql`select ${measuredAt} from ${channelPosts} where ${channelId} = ${channels.id} and ${channelPosts.isPublic}
    order by ${publishedAt} desc, ${externalId} desc limit ${countedPosts}`;
  const found = await db.read(
    query(
      {
        id: channels.id,
        creatorId: channels.creatorId,
        isCounted: sql<boolean>`exists (select from (${latest}) ${channelPosts} where ${measuredAt} < ${before})`,
      },
      (columns) => sql`
        with old as (
          select distinct ${channelId} from (
            select ${channelId} from ${channelPosts}
            join ${channels} on ${channels.id} = ${channelId} and ${channels.platform} = ${platform}
            where ${measuredAt} < ${before} order by ${measuredAt} limit ${limit}) ${channelPosts})
        select ${columns} from old join ${channels} on ${channels.id} = old.channel_id order by ${channels.id}`,
    ),
  );
  for (const { id, creatorId, isCounted } of found)
    await db.transaction([
      build.delete(channelPosts).where(and(eq(channelId, id), lt(measuredAt, before))),
      // A post that no average counts changes nothing in the catalog.
      ...(isCounted ? [refreshMetrics(creatorId, at)] : []),
    ]);
  return found.length;
}

/** Deletes the posts of all channels of a deleted creator, at most `limit` rows, and returns their number. */
export const deleteChannelPostsOf = (db: Db, creatorId: number, limit: number): Promise<number> =>
  countChanged(
    db,
    build.delete(channelPosts).where(
      sql`(${channelPosts.channelId}, ${channelPosts.externalId}) in (
        select ${channelPosts.channelId}, ${channelPosts.externalId} from ${channelPosts}
        join ${channels} on ${channels.id} = ${channelPosts.channelId} and ${channels.creatorId} = ${creatorId}
        order by ${channelPosts.channelId}, ${channelPosts.externalId} limit ${limit})`,
    ),
  );
