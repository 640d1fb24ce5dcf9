import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { stories } from '../../schema/metrics/stories.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { array } from '../client.ts';
import type { Leasable } from '../leases.ts';
import { type DueWork, type HeldRows, isFree, longestDue } from '../platform-work.ts';
import { build, excluded, insertSelect, iso, json, onConflictUpdate, type TypeOf } from '../query.ts';
import { isAccountUsable, isGrantUsable, ownerOfSocialAccount } from '../social-accounts/grant-access.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaigns } from '../tables/campaigns.ts';
import { channels } from '../tables/channels.ts';
import { socialGrants } from '../tables/connections.ts';
import { deliverables } from '../tables/deliverables.ts';
import { deliverableScans as scans } from '../tables/metrics.ts';
import { postMeasurements as measurements, posts } from '../tables/posts.ts';
import { serviceListings } from '../tables/pricing.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import {
  accountOfChannel,
  channelPlatform,
  isGivenUp,
  isPublishedElsewhere,
  isUnbound,
  nextAccount,
  unseen,
} from './publishers.ts';

/** Makes the delivered posts of these assignments due now; posts that are already measured keep their time if their account stays. */
export const trackPosts = (assignmentIds: SQL, at: SQL<Date>): SQL => trackPostsIf(sql``, assignmentIds, at);

/** Makes the story of a deliverable due now, before its assignment is submitted: it is shown for a day, and other results may take longer. */
export const trackStory = (
  { id, assignmentId }: { readonly id: number; readonly assignmentId: number },
  at: Date,
): SQL => trackPostsIf(sql` and ${deliverables.id} = ${id}`, sql`array[${assignmentId}]::bigint[]`, sql`${at}`);

const trackPostsIf = (condition: SQL, assignmentIds: SQL, at: SQL<Date>): SQL => {
  const delivered = sql`
    select ${deliverables.id} as deliverable_id, ${channelPlatform} as platform, ${deliverables.contentId} as content_id,
      ${accountOfChannel} as account_id
    from ${placementAssignments} join ${deliverables} on ${deliverables.assignmentId} = ${placementAssignments.id}
    left join ${serviceListings} on ${serviceListings.id} = ${placementAssignments.serviceListingId}
    left join ${channels} on ${channels.id} = ${serviceListings.channelId}
    where ${placementAssignments.id} = any (${assignmentIds}) and ${deliverables.kind} = 'PUBLIC'
      and ${deliverables.contentId} is not null and ${channelPlatform} is not null${condition}`;
  const values = {
    platform: sql`platform`,
    contentId: sql`content_id`,
    socialAccountId: sql`max(account_id)`,
    dueAt: sql`${at}::timestamptz`,
    createdAt: sql`${at}::timestamptz`,
  };
  // Ordered as inLockOrder.
  const inserted = insertSelect(posts, values, sql`from delivered group by 1, 2 order by 1, 2`);
  const updated = onConflictUpdate(posts, [posts.platform, posts.contentId], {
    dueAt: sql`case when ${posts.socialAccountId} is distinct from ${nextAccount} then ${excluded(posts.dueAt)}
      else coalesce(${posts.dueAt}, ${excluded(posts.dueAt)}) end`,
    socialAccountId: nextAccount,
  });
  const named = insertSelect(
    scans,
    {
      deliverableId: sql`delivered.deliverable_id`,
      platform: sql`delivered.platform`,
      contentId: sql`delivered.content_id`,
      postId: sql`tracked.id`,
      socialAccountId: sql`delivered.account_id`,
      deliveredAt: sql`${at}::timestamptz`,
    },
    sql`from delivered join tracked using (platform, content_id)`,
  );
  const renamed = onConflictUpdate(scans, [scans.deliverableId, scans.contentId], {
    postId: excluded(scans.postId),
    socialAccountId: sql`coalesce(${excluded(scans.socialAccountId)}, ${scans.socialAccountId})`,
  });
  return sql`with delivered as materialized (${delivered}),
    tracked as (${inserted} ${updated} returning ${posts.id}, ${posts.platform}, ${posts.contentId}) ${named} ${renamed}`;
};

/** The order in which every commit locks posts. */
export const inLockOrder = sql`${posts.platform}, ${posts.contentId}`;

export const leasablePosts: Leasable<typeof posts> = {
  table: posts,
  id: posts.id,
  leasedUntil: posts.dueAt,
  failures: posts.failures,
  lockOrder: inLockOrder,
};

/** How the posts of each platform are read: by the application's key, or under the grant of the account that published them. */
export interface ReadBy {
  readonly byKey: readonly Platform[];
  readonly byGrant: readonly Platform[];
}

interface DuePosts extends ReadBy {
  readonly at: Date;
  readonly leaseEnd: Date;
  /** Posts that were delivered before this time are not measured any more. */
  readonly trackedSince: Date;
  /** The next time of a post whose account cannot be asked now. */
  readonly putOffUntil: Date;
}

/**
 * A condition: a deliverable or a campaign needs the post. Delivered posts are measured from delivery on, also after the payment and while
 * changes are requested, and stories already while the work is going on. A post is not measured any more after a refund, when its deliverable names another post, or when it was delivered
 * before `trackedSince`. Posts of a campaign are measured until it ends, or until they are rejected.
 */
const isNeeded = (trackedSince: Date): SQL => sql`(exists (select from ${campaignPosts}
    join ${campaigns} on ${campaigns.id} = ${campaignPosts.campaignId}
    where ${campaignPosts.postId} = ${posts.id} and ${campaignPosts.status} <> 'REJECTED' and ${campaigns.status} in ('RUNNING', 'PAUSED'))
  or exists (select from ${scans}
  join ${deliverables} on ${deliverables.id} = ${scans.deliverableId} and ${deliverables.contentId} = ${scans.contentId}
  join ${placementAssignments} on ${placementAssignments.id} = ${deliverables.assignmentId}
  where ${scans.postId} = ${posts.id} and ${scans.deliveredAt} > ${trackedSince}
    and (${placementAssignments.status} in ('SUBMITTED', 'CHANGES_REQUESTED', 'DISPUTED', 'APPROVED', 'RESOLVED')
      or (${placementAssignments.status} = 'ACCEPTED' and ${posts.platform} = ${stories.platform} and ${posts.contentId} ~ ${stories.contentId.source}))))`;

/** A condition: the post can be read now. Posts of an account that is blocked, suspended, sold or deleted are not measured. */
const isReadable = ({ byKey, byGrant }: ReadBy): SQL => sql`case
  when ${posts.platform} = any (${array(byKey)}::text[]) then ${posts.socialAccountId} is null or exists (select from ${socialAccounts}
    where ${socialAccounts.id} = ${posts.socialAccountId} and ${isAccountUsable})
  when ${posts.platform} = any (${array(byGrant)}::text[]) then exists (select from ${socialGrants}
    join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}
    where ${socialGrants.socialAccountId} = ${posts.socialAccountId} and ${isGrantUsable})
  else false end`;

/** The posts that are due, with the account that must ask. */
export const duePosts = ({ at, leaseEnd, trackedSince, putOffUntil, ...by }: DuePosts): DueWork<'POSTS'> => ({
  name: 'POSTS',
  leasable: leasablePosts,
  isMoney: true,
  // The application asks for posts of many users at once.
  ownerOf: ({ accountId }) => ownerOfSocialAccount(accountId),
  due: (page) => {
    const account = sql`case when ${posts.platform} = any (${array(by.byGrant)}::text[]) then ${posts.socialAccountId} end`;
    const until = sql`case when not ${isNeeded(trackedSince)} then null
      when ${isReadable(by)} then ${leaseEnd}::timestamptz else ${putOffUntil}::timestamptz end`;
    return sql`select ${posts.id}, ${posts.platform}, ${account} as account_id, ${until} as until
      from ${longestDue(leasablePosts, posts.platform, { ...page, at })}`;
  },
});

const postJson = json({
  id: posts.id,
  failures: posts.failures,
  /** The user whose account has published it; null: unknown here. */
  ownerId: ownerOfSocialAccount(sql`${posts.socialAccountId}`),
  contentId: posts.contentId,
  platform: posts.platform,
  mediaId: posts.mediaId,
  /** When its address was sent. */
  trackedAt: posts.createdAt,
  /** When the story was published; null: it is none, or no scan has seen it yet. */
  storyAt: sql<string | null>`case when ${posts.mediaType} = 'STORY' then ${iso(posts.publishedAt)} end`,
  /** A story whose views are known. */
  hasViews: sql<boolean>`coalesce(${posts.mediaType} = 'STORY', false) and exists (select from ${measurements}
    where ${measurements.postId} = ${posts.id} and ${measurements.views} is not null)`,
});
export type HeldPost = TypeOf<typeof postJson>;

/** The posts of a message that may still be measured. */
export const heldPosts = (ids: readonly number[], leaseEnd: Date, by: ReadBy): HeldRows => ({
  leasable: leasablePosts,
  ids,
  leaseEnd,
  item: postJson,
  condition: isReadable(by),
});

/** An account that its owner has just proven or connected. */
export interface ProvenAccount {
  readonly id: number;
  readonly ownerId: number;
  readonly platform: Platform;
  readonly handle: string;
}

/**
 * Binds the delivered posts of a channel of that name to the account, so that its grant reads them, and makes them due now. What the advertiser
 * saw of posts that another account published is cleared. It also locks the posts that recallPosts changes afterwards.
 */
export const bindPosts = ({ id, ownerId, platform, handle }: ProvenAccount, at: Date): SQLWrapper[] => {
  const delivered = sql`from ${placementAssignments}
    join ${deliverables} on ${deliverables.assignmentId} = ${placementAssignments.id}
    join ${scans} on ${scans.deliverableId} = ${deliverables.id} and ${scans.contentId} = ${deliverables.contentId}
    where ${placementAssignments.creatorId} = ${ownerId} and ${channelPlatform} = ${platform}
      and lower(${placementAssignments.channel}->>'handle') = lower(${handle})`;
  const isToBind = sql`${isUnbound} and ${posts.id} in (select ${scans.postId} ${delivered})`;
  // Two searches by indexes: with one condition Postgres would read all posts.
  const own = sql`select ${posts.id} from ${posts} where ${posts.socialAccountId} = ${id} and ${isFree(leasablePosts, at)}`;
  const locked = sql`select from ${posts}
    where ${posts.id} = any (array(${own} union select ${posts.id} from ${posts} where ${isToBind})) order by ${inLockOrder} for no key update`;
  const bound = build
    .update(posts)
    .set({ socialAccountId: id, dueAt: sql`case when ${posts.dueAt} is not null then ${at}::timestamptz end` })
    .where(sql`${posts.socialAccountId} is distinct from ${id}::bigint and ${isToBind}`);
  const expected = build
    .update(scans)
    .set({ socialAccountId: id })
    .where(
      sql`${scans.id} in (select ${scans.id} ${delivered}) and (${scans.socialAccountId} is null or ${isGivenUp(scans.socialAccountId)})`,
    );
  const cleared = build
    .update(scans)
    .set(unseen)
    .from(posts)
    .where(
      sql`${posts.id} = ${scans.postId} and ${scans.id} in (select ${scans.id} ${delivered}) and ${isPublishedElsewhere(scans.socialAccountId, posts.ownerExternalId)}`,
    );
  return [locked, bound, expected, cleared];
};

/** Makes posts due now that were postponed because their accounts could not be asked. Leased ones stay leased. */
export const recallPosts = (accountIds: SQL, at: Date): SQLWrapper =>
  build
    .update(posts)
    .set({ dueAt: at })
    .where(
      sql`${posts.id} = any (array(select ${posts.id} from ${posts}
        where ${posts.socialAccountId} in (${accountIds}) and ${isFree(leasablePosts, at)} order by ${inLockOrder} for no key update))`,
    );
