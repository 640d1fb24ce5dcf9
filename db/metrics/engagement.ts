import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type EngagementSums, videoTypes } from '../../schema/metrics/engagement.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { array } from '../client.ts';
import { iso, json } from '../query.ts';
import { deliverableScans } from '../tables/metrics.ts';

/** A condition: services of this type are delivered as videos. */
export const isVideo = (type: SQL): SQL => sql`${type} = any (${array(videoTypes)}::text[])`;

/** The earliest time of the metrics of a platform's posts that the reader may see; null where the reader may see none. */
export type ShownSince = (platform: Platform) => Date | null;

/**
 * Two aggregates of the scans of one post: `counted`, its last complete measurement, and `saved`, its last known saves; null where the
 * reader may see none. Each array begins with its time, so that the maximum is the latest, also of several such maxima.
 */
export function lastKnown(since: ShownSince): SQL {
  const { countsMeasuredAt, views, likes, comments, savesMeasuredAt, saves } = deliverableScans;
  return sql`
    max(case when ${isShown(countsMeasuredAt, since)} then array[${millis(countsMeasuredAt)}, ${views}, ${likes}, ${comments}] end) as counted,
    max(case when ${isShown(savesMeasuredAt, since)} then array[${millis(savesMeasuredAt)}, ${saves}] end) as saved`;
}

const isShown = (at: AnyPgColumn, since: ShownSince): SQL => sql`${at} >= ${limitOf(deliverableScans.platform, since)}`;

/** The earliest time of the metrics that the reader may see, for the platform of the row; null where the reader may see none. */
export function limitOf(platform: AnyPgColumn, since: ShownSince): SQL {
  const limits = platforms.map((name) => sql`when ${name} then ${since(name)}::timestamptz`);
  return sql`case ${platform} ${sql.join(limits, sql` `)} end`;
}

const millis = (at: AnyPgColumn): SQL => sql`(date_part('epoch', ${at}) * 1000)::bigint`;

/**
 * An aggregate, as JSON, of any relation `post` that has one row with `platform`, `counted` and `saved` for each accepted video post. A
 * post that several deliverables name is one row, with its greatest `counted` and its greatest `saved`.
 */
export const engagementSums: SQL<PlacementSums> = json({
  views: sql<string>`coalesce(sum(post.counted[2]), 0)::text`,
  likes: sql<string>`coalesce(sum(post.counted[3]), 0)::text`,
  comments: sql<string>`coalesce(sum(post.counted[4]), 0)::text`,
  saves: sql<string | null>`sum(post.saved[2])::text`,
  measuredPosts: sql<number>`count(post.counted)`,
  savesPosts: sql<number>`count(post.saved)`,
  totalPosts: sql<number>`count(*)`,
  updatedAt: sql<string | null>`${iso(sql`to_timestamp(min(post.counted[1]) / 1000.0)`)}`,
  savesUpdatedAt: sql<string | null>`${iso(sql`to_timestamp(min(post.saved[1]) / 1000.0)`)}`,
  platforms: sql<
    readonly Platform[]
  >`coalesce(jsonb_agg(distinct post.platform) filter (where post.counted is not null), '[]')`,
});

/** The sums of placements, and the platforms whose views they add up. */
export interface PlacementSums extends EngagementSums {
  readonly platforms: readonly Platform[];
}
