import { type SQL, sql } from 'drizzle-orm';
import { jsonb } from './client.ts';

export interface ChannelRow {
  readonly id: number;
  readonly creatorId: number;
  readonly platform: string;
  readonly handle: string;
  readonly canonicalUrl: string;
  /** Of a native channel; a manual one has none. */
  readonly socialAccountId: number | null;
  readonly position: number;
}

export const insertChannel = (channel: ChannelRow, at: Date): SQL =>
  sql`insert into channels (id, creator_id, kind, platform, handle, canonical_url, social_account_id, position, created_at, updated_at)
      values (${channel.id}, ${channel.creatorId}, ${channel.socialAccountId === null ? 'MANUAL' : 'NATIVE'}, ${channel.platform},
        ${channel.handle}, ${channel.canonicalUrl}, ${channel.socialAccountId}, ${channel.position}, ${at}, ${at})`;

export interface PostRow {
  readonly externalId: string;
  readonly publishedAt: string;
  /** Null where the platform does not tell. */
  readonly views: number | null;
}

/** The latest public posts of a channel, as they were just measured. */
export const recordPosts = (channelId: number, posts: readonly PostRow[], measuredAt: Date): SQL =>
  sql`insert into channel_posts (channel_id, external_id, published_at, views, measured_at)
      select ${channelId}::bigint, p."externalId", p."publishedAt", p.views, ${measuredAt}::timestamptz
      from jsonb_to_recordset(${jsonb(posts)}) as p("externalId" text, "publishedAt" timestamptz, views bigint)
      on conflict (channel_id, external_id) do update set views = excluded.views, measured_at = excluded.measured_at`;
