import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { videoTypes } from '../schema/engagement.ts';
import { array } from './client.ts';

/** Whether a service of this type is delivered by videos. */
export const isVideo = (type: SQL): SQL => sql`${type} = any (${array(videoTypes)}::text[])`;

/**
 * An aggregate, as json in the shape of EngagementSums, of any relation `post` that has one row for each accepted video post:
 * its id, views, likes, comments and counted_at of its last complete measurement, saves and saves_at of its last known saves;
 * null where there is none.
 */
export const engagementSums: SQL = sql`json_build_object(
  'views', coalesce(sum(post.views), 0)::text, 'likes', coalesce(sum(post.likes), 0)::text,
  'comments', coalesce(sum(post.comments), 0)::text, 'saves', sum(post.saves)::text,
  'measuredPosts', count(post.counted_at), 'savesPosts', count(post.saves_at), 'totalPosts', count(post.id),
  'updatedAt', iso(min(post.counted_at)), 'savesUpdatedAt', iso(min(post.saves_at)))`;
