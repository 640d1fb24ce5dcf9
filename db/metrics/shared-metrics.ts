import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { isFree } from '../platform-work.ts';
import { build } from '../query.ts';
import { isGrantUsable } from '../social-accounts/grant-access.ts';
import { channels } from '../tables/channels.ts';
import { socialGrants } from '../tables/connections.ts';
import { channelPosts, deliverableScans as scans } from '../tables/metrics.ts';
import { postMeasurements as measurements, posts } from '../tables/posts.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { leasableChannels, viewsOnRequest } from './channel-views.ts';
import { isPublishedElsewhere, unseen } from './publishers.ts';

/**
 * Hides from others what was read under the grants of accounts: the owner has withdrawn the consent, the grant has ended, or the account cannot
 * be used. The commit also refreshes the catalog.
 */
export const hideFromOthers = (accountIds: SQL): SQLWrapper[] => [
  build
    .update(scans)
    .set(unseen)
    .where(
      sql`${scans.postId} in (select ${measurements.postId} from ${measurements} where ${measurements.grantAccountId} in (${accountIds}))`,
    ),
  build
    .delete(channelPosts)
    .where(
      and(
        eq(channelPosts.isByGrant, true),
        sql`${channelPosts.channelId} in (select ${channels.id} from ${channels} where ${channels.socialAccountId} in (${accountIds}))`,
      ),
    ),
  followAccounts(accountIds),
];

/** Updates the sums of campaigns to the metrics of these accounts that their advertisers may see now. */
export const followAccounts = (accountIds: SQL): SQL =>
  sql`select campaign_follow_accounts(array(${idsOf(accountIds)}))`;

/** The ids as a select, also of a single id. */
const idsOf = (accountIds: SQL): SQL =>
  sql`select ${socialAccounts.id} from ${socialAccounts} where ${socialAccounts.id} in (${accountIds})`;

/** Makes the average views of the channels of accounts due now, or an hour after the last measurement. Leased ones stay leased. */
export const measureChannelsOf = (accountIds: SQL, at: Date): SQLWrapper =>
  build
    .update(channels)
    .set({
      viewsDueAt: sql`case when ${channels.viewsDueAt} <= ${at} then ${channels.viewsDueAt} else ${viewsOnRequest(channels.viewsMeasuredAt, at)} end`,
    })
    .where(
      and(
        sql`${channels.socialAccountId} in (${accountIds})`,
        eq(channels.status, 'ACTIVE'),
        isFree(leasableChannels, at),
      ),
    );

/** Shows others again what was read under the grants of accounts. Average views are measured again. */
export const showToOthers = (accountIds: SQL, at: Date): SQLWrapper[] => [
  measureChannelsOf(accountIds, at),
  ...showPosts(accountIds),
];

/**
 * Shows others again the last known metrics of posts, with their own times, that were read under the grants of accounts since they were connected.
 * Nothing is shown without a consent, or while the account cannot be used.
 */
export const showPosts = (accountIds: SQL): SQLWrapper[] => [showDeliveries(accountIds), followAccounts(accountIds)];

function showDeliveries(accountIds: SQL): SQLWrapper {
  const latest = (isKnown: SQLWrapper) => sql`lateral (select * from ${measurements}
    where ${measurements.postId} = ${posts.id} and ${measurements.grantAccountId} = ${socialGrants.socialAccountId}
      and ${measurements.measuredAt} >= ${socialGrants.connectedAt} and ${isKnown}
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
      sql`(select ${posts.id} as post_id, ${posts.ownerExternalId} as owner_external_id, counted.views, counted.likes, counted.comments, counted.measured_at as counted_at,
          saved.saves, saved.measured_at as saved_at
        from ${socialGrants} join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}
        join ${posts} on ${posts.socialAccountId} = ${socialAccounts.id}
        left join ${latest(isComplete)} counted on true left join ${latest(hasSaves)} saved on true
        where ${socialAccounts.id} in (${accountIds}) and ${isGrantUsable} and ${socialGrants.sharedAt} is not null
          and (counted.post_id is not null or saved.post_id is not null)) known`,
    )
    .where(
      sql`${scans.postId} = known.post_id and not ${isPublishedElsewhere(scans.socialAccountId, sql`known.owner_external_id`)}`,
    );
}
