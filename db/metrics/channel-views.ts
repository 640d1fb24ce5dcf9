import { and, eq, getTableName, gt, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { refreshFigures } from '../catalog/refresh.ts';
import { array, type Db, jsonb } from '../client.ts';
import { type Lendable, type Lent, type Loan, lend } from '../loans.ts';
import { build, excluded, insertSelect, onConflictUpdate } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { creatorPages } from '../tables/creators.ts';
import { users } from '../tables/identity.ts';
import { channelPosts } from '../tables/metrics.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

/** The number of latest posts that the average views are computed from, as in the view shown_channels. */
export const countedPosts = 5;

export interface DueChannel extends Lent {
  readonly creatorId: number;
  /** At its platform. */
  readonly externalId: string;
}

export const lendableChannels: Lendable = {
  table: getTableName(channels),
  dueAt: channels.viewsDueAt.name,
  failures: channels.viewsFailures.name,
};

/** Native channels of published creators whose views are due at one platform; see lend(). */
export const lendDueChannels = (
  db: Db,
  loan: Loan,
  putOffUntil: Date,
): Promise<{ lent: DueChannel[]; seen: number }> => {
  const due = sql`
    select ${channels.id}, ${socialAccounts.externalId} as external_id, ${socialAccounts.id} is not null
      and ${creatorPages.creatorId} is not null and ${users.id} is not null as is_lent
    from ${channels}
    left join ${socialAccounts} on ${socialAccounts.id} = ${channels.socialAccountId} and ${socialAccounts.status} = 'ACTIVE'
      and ${socialAccounts.isVerified} and ${socialAccounts.ownerId} = ${channels.creatorId}
      and ${socialAccounts.externalId} is not null
    left join ${creatorPages} on ${creatorPages.creatorId} = ${channels.creatorId} and ${creatorPages.status} = 'PUBLISHED'
    left join ${users} on ${users.id} = ${channels.creatorId} and ${users.suspendedAt} is null
    where ${channels.kind} = 'NATIVE' and ${channels.status} = 'ACTIVE' and ${channels.platform} = ${loan.platform}
      and ${channels.viewsDueAt} <= ${loan.at}
    order by ${channels.viewsDueAt} limit ${loan.most} for no key update of ${channels} skip locked`;
  const told = sql`${alias(channels, 'lent').creatorId}::float8 as "creatorId", due.external_id as "externalId"`;
  return lend<DueChannel>(db, lendableChannels, { due, told, putOffUntil }, loan);
};

/** Makes channels due now that were put off for longer than any measured channel pauses: their creator has become visible. */
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
  /** Null where the platform does not give them. */
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
  return [recordPosts(channel.id, posts, at), hidden.getSQL(), refreshFigures(channel.creatorId, at)];
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
