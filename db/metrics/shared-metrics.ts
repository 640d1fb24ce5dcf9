import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { isWaiting } from '../platform-work.ts';
import { build } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { channelPosts, deliverableScans as scans } from '../tables/metrics.ts';
import { postMeasurements as measurements, posts } from '../tables/posts.ts';
import { leasableChannels, viewsOnRequest } from './channel-views.ts';

const unseen = {
  ...{ views: null, likes: null, comments: null, countsMeasuredAt: null },
  ...{ saves: null, savesMeasuredAt: null },
};

/**
 * Hides from others what was read under the grant of an account: its owner has withdrawn the consent, or the grant has ended. The commit also
 * refreshes the catalog.
 */
export const hideFromOthers = (socialAccountId: number): SQLWrapper[] => [
  build
    .update(scans)
    .set(unseen)
    .where(
      sql`${scans.postId} in (select ${measurements.postId} from ${measurements} where ${measurements.grantAccountId} = ${socialAccountId})`,
    ),
  build
    .delete(channelPosts)
    .where(
      and(
        eq(channelPosts.isByGrant, true),
        sql`${channelPosts.channelId} in (select ${channels.id} from ${channels} where ${channels.socialAccountId} = ${socialAccountId})`,
      ),
    ),
];

/** Makes the average views of the channels of accounts due now, or an hour after the last measurement. Leased ones stay leased. */
export const measureChannelsOf = (accountIds: SQL, at: Date): SQLWrapper =>
  build
    .update(channels)
    .set({ viewsDueAt: viewsOnRequest(channels.viewsMeasuredAt, at) })
    .where(
      and(
        sql`${channels.socialAccountId} in (${accountIds})`,
        eq(channels.status, 'ACTIVE'),
        isWaiting(leasableChannels, at),
      ),
    );

/**
 * Shows others again what was read under the grant of an account since it was connected: the last known metrics with their own times. Average
 * views are measured again.
 */
export const showToOthers = (socialAccountId: number, connectedAt: Date, at: Date): SQLWrapper[] => [
  measureChannelsOf(sql`${socialAccountId}`, at),
  showDeliveries(socialAccountId, connectedAt),
];

function showDeliveries(socialAccountId: number, connectedAt: Date): SQLWrapper {
  const latest = (isKnown: SQLWrapper) => sql`lateral (select * from ${measurements}
    where ${measurements.postId} = ${posts.id} and ${measurements.grantAccountId} = ${socialAccountId} and ${measurements.measuredAt} >= ${connectedAt} and ${isKnown}
    order by ${measurements.measuredAt} desc limit 1)`;
  const isComplete = sql`num_nulls(${measurements.views}, ${measurements.likes}, ${measurements.comments}) = 0`;
  const hasSaves = sql`${measurements.saves} is not null`;
  return build
    .update(scans)
    .set({
      ...{ views: sql`known.views`, likes: sql`known.likes`, comments: sql`known.comments` },
      countsMeasuredAt: sql`known.counted_at`,
      ...{ saves: sql`known.saves`, savesMeasuredAt: sql`known.saved_at` },
    })
    .from(
      sql`(select ${posts.id} as post_id, counted.views, counted.likes, counted.comments, counted.measured_at as counted_at,
          saved.saves, saved.measured_at as saved_at
        from ${posts} left join ${latest(isComplete)} counted on true left join ${latest(hasSaves)} saved on true
        where ${posts.socialAccountId} = ${socialAccountId} and (counted.post_id is not null or saved.post_id is not null)) known`,
    )
    .where(sql`${scans.postId} = known.post_id`);
}
