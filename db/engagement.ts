import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { videoTypes } from '../schema/engagement.ts';
import { type Platform, platforms } from '../schema/enums.ts';
import { array } from './client.ts';

/** Whether a service of this type is delivered by videos. */
export const isVideo = (type: SQL): SQL => sql`${type} = any (${array(videoTypes)}::text[])`;

/** From when on what was told of a platform's posts is shown to whoever asks; null where nothing of it is. */
export type ShownSince = (platform: Platform) => Date | null;

/**
 * Two aggregates of the `scan`s of one post: counted, its last complete measurement, and saved, its last known saves; null where
 * there is none that is shown. Each begins with its time, so that the greatest is the last. Of some that were made so, the greatest
 * is it too.
 */
export const lastKnown = (since: ShownSince): SQL => sql`
  max(case when ${isShown('counted_at', since)} then array[${millis('counted_at')}, scan.views, scan.likes, scan.comments] end) as counted,
  max(case when ${isShown('saves_at', since)} then array[${millis('saves_at')}, scan.saves] end) as saved`;

function isShown(at: 'counted_at' | 'saves_at', since: ShownSince): SQL {
  const limits = platforms.map((platform) => sql`when ${platform} then ${since(platform)}::timestamptz`);
  return sql`scan.${sql.raw(at)} >= case scan.platform ${sql.join(limits, sql` `)} end`;
}

/**
 * An aggregate, as json in the shape of EngagementSums, of any relation `post` that has one row for each accepted video post
 * with counted and saved. A post that several results name is one row: with the greatest counted and the greatest saved.
 */
export const engagementSums: SQL = sql`json_build_object(
  'views', coalesce(sum(post.counted[2]), 0)::text, 'likes', coalesce(sum(post.counted[3]), 0)::text,
  'comments', coalesce(sum(post.counted[4]), 0)::text, 'saves', sum(post.saved[2])::text,
  'measuredPosts', count(post.counted), 'savesPosts', count(post.saved), 'totalPosts', count(*),
  'updatedAt', iso(to_timestamp(min(post.counted[1]) / 1000.0)), 'savesUpdatedAt', iso(to_timestamp(min(post.saved[1]) / 1000.0)))`;

function millis(column: 'counted_at' | 'saves_at'): SQL {
  return sql`(date_part('epoch', scan.${sql.raw(column)}) * 1000)::bigint`;
}
