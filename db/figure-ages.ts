import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../schema/enums.ts';
import { refreshFigures } from './catalog/refresh.ts';
import { type Db, row } from './client.ts';
import { countedPosts } from './metrics/channel-views.ts';

/** Figures that are too old: those of before, `most` of them at a time, the oldest first. */
export interface TooOld {
  readonly platform: Platform;
  readonly source: string;
  readonly before: Date;
  readonly most: number;
}

/** Measurements of delivered posts are gone; gives how many. */
export async function forgetMeasurements(db: Db, { source, before, most }: TooOld): Promise<number> {
  const { gone } = await row<{ gone: number }>(
    db,
    sql`select forget_measurements(${source}, ${before}, ${most}) as gone`,
  );
  return gone;
}

/** What was last known of delivered posts is unknown again, the counters and the saves each by their own time; gives how many. */
export async function forgetLastKnown(db: Db, tooOld: TooOld): Promise<number> {
  const counted = await db.rows(
    sql`update deliverable_scans set views = null, likes = null, comments = null, counted_at = null
        where id = any (array(${oldScans('counted_at', tooOld)})) returning 1`,
  );
  const saved = await db.rows(
    sql`update deliverable_scans set saves = null, saves_at = null where id = any (array(${oldScans('saves_at', tooOld)})) returning 1`,
  );
  return Math.max(counted.length, saved.length);
}

const oldScans = (at: 'counted_at' | 'saves_at', { platform, before, most }: TooOld): SQL => {
  const column = sql.raw(at);
  return sql`select id from deliverable_scans where platform = ${platform} and ${column} < ${before}
    order by ${column} limit ${most} for no key update skip locked`;
};

interface OldChannel {
  readonly id: number;
  readonly creatorId: number;
  readonly isShown: boolean;
}

/** Posts of channels are gone with their views, those of the channels with the oldest, and the catalog shows them no more; gives how many. */
export async function forgetChannelPosts(db: Db, { platform, before, most }: TooOld, at: Date): Promise<number> {
  const channels = await db.rows<OldChannel>(sql`
    with old as (
      select distinct p.channel_id from (
        select post.channel_id from channel_posts post join channels ch on ch.id = post.channel_id and ch.platform = ${platform}
        where post.measured_at < ${before} order by post.measured_at limit ${most}) p)
    select ch.id::float8 as id, ch.creator_id::float8 as "creatorId", exists (
      select from (select measured_at from channel_posts where channel_id = ch.id and is_public
        order by published_at desc, external_id desc limit ${countedPosts}) latest where latest.measured_at < ${before}) as "isShown"
    from old join channels ch on ch.id = old.channel_id order by ch.id`);
  for (const { id, creatorId, isShown } of channels)
    await db.transaction([
      sql`delete from channel_posts where channel_id = ${id} and measured_at < ${before}`,
      // What falls out of the latest ones is no news of its creator.
      ...(isShown ? [refreshFigures(creatorId, at)] : []),
    ]);
  return channels.length;
}
