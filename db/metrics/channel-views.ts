import { and, eq, gt, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Visibility } from '../../schema/metrics/readings.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { firstVersionWithEr } from '../../schema/social-accounts/sharing-text.ts';
import { array, jsonb } from '../client.ts';
import { isHeld, type Leasable } from '../leases.ts';
import { type DueWork, type HeldRows, longestDue } from '../platform-work.ts';
import { build, excluded, insertSelect, iso, json, jsonList, onConflictUpdate, type TypeOf } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { socialGrants } from '../tables/connections.ts';
import { creatorPages } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';
import { channelPosts } from '../tables/metrics.ts';
import { postMeasurements as measurements, posts } from '../tables/posts.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import type { ReadBy } from './tracked-posts.ts';

/** The number of latest posts that the average views are computed from, as in the view shown_channels. */
export const countedPosts = 5;

export const leasableChannels: Leasable = {
  table: channels,
  id: channels.id,
  leasedUntil: channels.viewsDueAt,
  failures: channels.viewsFailures,
};

interface DueChannels extends ReadBy {
  readonly at: Date;
  readonly leaseEnd: Date;
  /** Platforms whose averages everyone may see. Those that are read under grants need the consent of the account's owner, too. */
  readonly shown: readonly Platform[];
  /** The next time of a channel that is not measured now. */
  readonly putOffUntil: Date;
}

const account = sql`${socialAccounts.id} = ${channels.socialAccountId} and ${socialAccounts.status} = 'ACTIVE'
  and ${socialAccounts.isVerified} and ${socialAccounts.ownerId} = ${channels.creatorId} and ${socialAccounts.externalId} is not null`;

/** A condition: the views of the channel are public, and the platform can be asked for them. */
const isMeasured = ({ byGrant, shown }: Pick<DueChannels, 'byGrant' | 'shown'>): SQL => sql`(
  ${channels.kind} = 'NATIVE' and ${channels.status} = 'ACTIVE' and ${channels.platform} = any (${array(shown)}::text[])
  and exists (select from ${creatorPages}
    where ${creatorPages.creatorId} = ${channels.creatorId} and ${creatorPages.status} = 'PUBLISHED')
  and exists (select from ${users} where ${users.id} = ${channels.creatorId} and ${users.suspendedAt} is null)
  and exists (select from ${socialAccounts} where ${account})
  and (${channels.platform} <> all (${array(byGrant)}::text[]) or exists (select from ${socialGrants}
    where ${socialGrants.socialAccountId} = ${channels.socialAccountId} and ${socialGrants.status} = 'ACTIVE' and ${socialGrants.sharedAt} is not null)))`;

/** Native channels of published creators whose views are due. */
export const dueChannels = ({ at, leaseEnd, putOffUntil, ...by }: DueChannels): DueWork<'CHANNELS'> => ({
  name: 'CHANNELS',
  leasable: leasableChannels,
  isMoney: false,
  ownerOf: ({ id }) => sql`(select ${channels.creatorId} from ${channels} where ${channels.id} = ${id})`,
  due: (page) => {
    const accountId = sql`case when ${channels.platform} = any (${array(by.byGrant)}::text[]) then ${channels.socialAccountId} end`;
    const until = sql`case when ${isMeasured(by)} then ${leaseEnd}::timestamptz else ${putOffUntil}::timestamptz end`;
    const isActive = sql`${channels.kind} = 'NATIVE' and ${channels.status} = 'ACTIVE'`;
    return sql`select ${channels.id}, ${channels.platform}, ${accountId} as account_id, ${until} as until
      from ${longestDue(leasableChannels, channels.platform, { ...page, at }, isActive)}`;
  },
});

const channelJson = (freshSince: Date) =>
  json({
    id: channels.id,
    failures: channels.viewsFailures,
    creatorId: channels.creatorId,
    /** At its platform. */
    externalId: sql<string>`${socialAccounts.externalId}`,
    /** Posts of the account that were measured a short time ago for other reasons, by the same credential. */
    fresh: jsonList(
      json({
        contentId: posts.contentId,
        publishedAt: posts.publishedAt,
        visibility: sql<Visibility>`${posts.visibility}`,
        views: sql<number | null>`latest.views`,
        likes: sql<number | null>`latest.likes`,
        comments: sql<number | null>`latest.comments`,
        measuredAt: sql<string>`${iso(sql`latest.measured_at`)}`,
      }),
      sql`from ${posts} cross join lateral (select * from ${measurements}
          where ${measurements.postId} = ${posts.id} order by ${measurements.measuredAt} desc limit 1) latest
        where ${posts.socialAccountId} = ${channels.socialAccountId} and latest.measured_at > ${freshSince}
          and ${posts.publishedAt} is not null and coalesce(latest.reasons->>'views', '') <> 'UNAVAILABLE'`,
    ),
  });
export type HeldChannel = TypeOf<ReturnType<typeof channelJson>>;

/** The channels of a message that may still be measured. */
export const heldChannels = (
  ids: readonly number[],
  leaseEnd: Date,
  by: Pick<DueChannels, 'byGrant' | 'shown'>,
  freshSince: Date,
): HeldRows => ({
  leasable: leasableChannels,
  ids,
  leaseEnd,
  item: channelJson(freshSince),
  joins: sql`join ${socialAccounts} on ${account}`,
  condition: isMeasured(by),
});

/**
 * When average views are measured that a user's action makes due: at once, or an hour after the last measurement. A measurement costs units of a
 * budget that all creators share.
 */
export const viewsOnRequest = (measuredAt: SQLWrapper, at: Date): SQL =>
  sql`greatest(${at}::timestamptz, ${measuredAt} + interval '1 hour')`;

/** Makes postponed channels due now, except those that merely back off: their creator has become visible, or has consented. */
export const recallPutOff = (creatorId: number, at: Date, intervalHours: number): SQLWrapper =>
  build
    .update(channels)
    .set({ viewsDueAt: at })
    .where(
      and(
        eq(channels.creatorId, creatorId),
        eq(channels.kind, 'NATIVE'),
        eq(channels.status, 'ACTIVE'),
        gt(channels.viewsDueAt, new Date(at.getTime() + intervalHours * 3_600_000)),
      ),
    );

export interface MeasuredPost {
  readonly externalId: string;
  readonly publishedAt: Date;
  /** Counts are null when the platform does not give them. */
  readonly views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly measuredAt: Date;
}

interface MeasuredViews {
  readonly leaseEnd: Date;
  readonly at: Date;
  readonly isByGrant: boolean;
  /** Posts that the platform lists, but of which it gave no usable reading. */
  readonly unread: readonly string[];
}

/**
 * Stores the latest public posts with their counts, newest first. Other posts as recent as these are not public any more. Posts without a reading
 * are an exception: they stay as they are.
 */
export function recordViews(
  channel: Pick<HeldChannel, 'id' | 'creatorId'>,
  latest: readonly MeasuredPost[],
  { leaseEnd, at, isByGrant, unread }: MeasuredViews,
): SQL[] {
  const oldest = latest.length < countedPosts ? null : (latest.at(-1)?.publishedAt ?? null);
  const isHeldNow = isStillMeasured(channel.id, isByGrant, leaseEnd);
  const kept = [...latest.map(({ externalId }) => externalId), ...unread];
  const hidden = build
    .update(channelPosts)
    .set({ isPublic: false })
    .where(
      and(
        eq(channelPosts.channelId, channel.id),
        channelPosts.isPublic,
        isHeldNow,
        sql`${channelPosts.externalId} <> all (${array(kept)}::text[])`,
        sql`(${oldest}::timestamptz is null or ${channelPosts.publishedAt} >= ${oldest}::timestamptz)`,
      ),
    );
  const measured = build
    .update(channels)
    .set({ viewsMeasuredAt: at })
    .where(and(eq(channels.id, channel.id), isHeldNow));
  return [recordPosts(channel.id, latest, { isByGrant, condition: isHeldNow }), hidden.getSQL(), measured.getSQL()];
}

/** A condition: the caller still has the lease of the channel, and its owner's consent where the views need it. */
const isStillMeasured = (id: number, isByGrant: boolean, leaseEnd: Date): SQL => sql`exists (select from ${channels}
  where ${isHeld(leasableChannels, { id, leasedUntil: leaseEnd })} and (not ${isByGrant}::boolean or exists (select from ${socialGrants}
    where ${socialGrants.socialAccountId} = ${channels.socialAccountId} and ${socialGrants.status} = 'ACTIVE' and ${socialGrants.sharedAt} is not null)))`;

/** A condition: the owner's consent includes the engagement rate. Posts of an owner with an earlier consent are stored with their views alone. */
const isErShared = (channelId: number): SQL => sql`exists (select from ${channels}
  join ${socialGrants} on ${socialGrants.socialAccountId} = ${channels.socialAccountId}
  where ${channels.id} = ${channelId} and ${socialGrants.sharingVersion} collate "C" >= ${firstVersionWithEr})`;

const recordPosts = (
  channelId: number,
  latest: readonly MeasuredPost[],
  { isByGrant, condition }: { readonly isByGrant: boolean; readonly condition: SQL },
): SQL => {
  const ifEr = (count: SQL) => sql`case when not ${isByGrant}::boolean or ${isErShared(channelId)} then ${count} end`;
  const inserted = insertSelect(
    channelPosts,
    {
      channelId: sql`${channelId}::bigint`,
      externalId: sql`p."externalId"`,
      publishedAt: sql`p."publishedAt"`,
      views: sql`p.views`,
      likes: ifEr(sql`p.likes`),
      comments: ifEr(sql`p.comments`),
      measuredAt: sql`p."measuredAt"`,
      isByGrant,
    },
    sql`from jsonb_to_recordset(${jsonb(latest)}) as p("externalId" text, "publishedAt" timestamptz, views bigint, likes bigint, comments bigint, "measuredAt" timestamptz)
      where ${condition}`,
  );
  const updated = onConflictUpdate(channelPosts, [channelPosts.channelId, channelPosts.externalId], {
    views: excluded(channelPosts.views),
    likes: excluded(channelPosts.likes),
    comments: excluded(channelPosts.comments),
    measuredAt: excluded(channelPosts.measuredAt),
    isPublic: true,
    isByGrant,
    publishedAt: excluded(channelPosts.publishedAt),
  });
  return sql`${inserted} ${updated} where ${channelPosts.measuredAt} <= ${excluded(channelPosts.measuredAt)}`;
};
