import { and, eq, gt, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { refreshMetrics } from '../catalog/refresh.ts';
import { array, type Db, jsonb } from '../client.ts';
import { type Acquired, acquire, available, type Leasable, type PlatformLease } from '../leases.ts';
import { build, excluded, insertSelect, onConflictUpdate, type RowOf } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { creatorPages } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';
import { channelPosts } from '../tables/metrics.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

/** The number of latest posts that the average views are computed from, as in the view shown_channels. */
export const countedPosts = 5;

export const leasableChannels: Leasable = {
  table: channels,
  id: channels.id,
  leasedUntil: channels.viewsDueAt,
  failures: channels.viewsFailures,
};

const channelFields = {
  id: channels.id,
  failures: channels.viewsFailures,
  creatorId: channels.creatorId,
  /** At its platform; a channel without one is not leased. */
  externalId: sql<string>`due.external_id`,
};

export type DueChannel = RowOf<typeof channelFields>;

/** Leases native channels of published creators whose views are due at one platform; see acquire(). */
export const leaseDueChannels = (db: Db, lease: PlatformLease, putOffUntil: Date): Promise<Acquired<DueChannel>> => {
  const due = sql`
    select ${channels.id}, ${socialAccounts.externalId} as external_id, ${socialAccounts.id} is not null
      and ${creatorPages.creatorId} is not null and ${users.id} is not null as is_leased
    from ${channels}
    left join ${socialAccounts} on ${socialAccounts.id} = ${channels.socialAccountId} and ${socialAccounts.status} = 'ACTIVE'
      and ${socialAccounts.isVerified} and ${socialAccounts.ownerId} = ${channels.creatorId}
      and ${socialAccounts.externalId} is not null
    left join ${creatorPages} on ${creatorPages.creatorId} = ${channels.creatorId} and ${creatorPages.status} = 'PUBLISHED'
    left join ${users} on ${users.id} = ${channels.creatorId} and ${users.suspendedAt} is null
    where ${channels.kind} = 'NATIVE' and ${channels.status} = 'ACTIVE' and ${channels.platform} = ${lease.platform}
      and ${available(leasableChannels, lease)}`;
  return acquire(db, leasableChannels, { due, fields: channelFields, putOffUntil }, lease);
};

/** Makes postponed channels due now, except those that merely back off: their creator has become visible. */
export const recallPutOff = (creatorId: number, at: Date, longestPause: Date): SQLWrapper =>
  build
    .update(channels)
    .set({ viewsDueAt: at })
    .where(
      and(
        eq(channels.creatorId, creatorId),
        eq(channels.kind, 'NATIVE'),
        eq(channels.status, 'ACTIVE'),
        gt(channels.viewsDueAt, longestPause),
      ),
    );

export interface MeasuredPost {
  readonly externalId: string;
  readonly publishedAt: Date;
  /** Null when the platform does not give them. */
  readonly views: number | null;
}

/** Stores the latest public posts with their measurement. Other posts as recent as these are not public any more. */
export function recordMeasurement(channel: DueChannel, posts: readonly MeasuredPost[], at: Date): SQL[] {
  const oldest = posts.length < countedPosts ? null : (posts.at(-1)?.publishedAt ?? null);
  const hidden = build
    .update(channelPosts)
    .set({ isPublic: false })
    .where(
      and(
        eq(channelPosts.channelId, channel.id),
        channelPosts.isPublic,
        sql`${channelPosts.externalId} <> all (${array(posts.map(({ externalId }) => externalId))}::text[])`,
        sql`(${oldest}::timestamptz is null or ${channelPosts.publishedAt} >= ${oldest}::timestamptz)`,
      ),
    );
  return [recordPosts(channel.id, posts, at), hidden.getSQL(), refreshMetrics(channel.creatorId, at)];
}

const recordPosts = (channelId: number, posts: readonly MeasuredPost[], measuredAt: Date): SQL => {
  const inserted = insertSelect(
    channelPosts,
    {
      channelId: sql`${channelId}::bigint`,
      externalId: sql`p."externalId"`,
      publishedAt: sql`p."publishedAt"`,
      views: sql`p.views`,
      measuredAt,
    },
    sql`from jsonb_to_recordset(${jsonb(posts)}) as p("externalId" text, "publishedAt" timestamptz, views bigint)`,
  );
  const updated = onConflictUpdate(channelPosts, [channelPosts.channelId, channelPosts.externalId], {
    views: excluded(channelPosts.views),
    measuredAt: excluded(channelPosts.measuredAt),
    isPublic: true,
    publishedAt: excluded(channelPosts.publishedAt),
  });
  return sql`${inserted} ${updated} where ${channelPosts.measuredAt} <= ${excluded(channelPosts.measuredAt)}`;
};
