import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { ChannelRecord } from '../schema/channels.ts';
import { cursorGuard, jsonb } from './client.ts';
import { noteNeed } from './uploads.ts';

/** Adds a channel behind the creator's others. The creator is locked, so that of parallel ones none passes the limit. */
export const addChannel = (channel: ChannelRecord, most: number, at: Date): SQL[] => [
  sql`select from creators where user_id = ${channel.creatorId} for no key update`,
  sql`insert into channels (id, creator_id, kind, platform, handle, canonical_url, social_account_id, position, views_due_at,
        created_at, updated_at)
      select ${channel.id}, ${channel.creatorId}, ${channel.kind}, ${channel.platform}, ${channel.handle}, ${channel.canonicalUrl},
        ${channel.socialAccountId}, coalesce(max(position), -1) + 1,
        case when ${channel.kind} = 'NATIVE' then ${at}::timestamptz end, ${at}::timestamptz, ${at}::timestamptz
      from channels where creator_id = ${channel.creatorId} and status <> 'REMOVED'`,
  sql`select guard((select count(*) from channels where creator_id = ${channel.creatorId} and status <> 'REMOVED') <= ${most}
        and (${channel.socialAccountId}::bigint is null or exists (
          select from social_accounts where id = ${channel.socialAccountId} and owner_id = ${channel.creatorId}
            and status = 'ACTIVE' and is_verified)), 'VERSION_CONFLICT')`,
];

/** The first statement of a commit that claims, proves or removes a channel: other commits on the same channel wait for it. */
export const holdAddress = ({ platform, canonicalUrl }: Pick<ChannelRecord, 'platform' | 'canonicalUrl'>): SQL =>
  sql`select hold_channel_address(${platform}, ${canonicalUrl})`;

/** The last statement of a commit that proves a channel or ends its proof: it refreshes every creator who claims the same channel. */
export const refreshClaims = (channelId: number, at: Date): SQL =>
  sql`select catalog_refresh_claims(${channelId}::bigint, ${at}::timestamptz)`;

/** Where the creator's channels are: a column of the facts. */
export const channelUrlsOf = (creatorId: number): SQL =>
  sql`array(select canonical_url from channels where creator_id = ${creatorId} and status <> 'REMOVED')`;

/** Where staff has blocked a channel of the creator: a column of the facts. */
export const blockedPlatformsOf = (creatorId: number): SQL =>
  sql`array(select platform from channels where creator_id = ${creatorId} and status = 'BLOCKED')`;

/** A channel as json in the shape of ChannelRecord; `ch` is its row. */
export const channelJson = sql`json_build_object('id', ch.id, 'creatorId', ch.creator_id, 'kind', ch.kind, 'platform', ch.platform,
  'handle', ch.handle, 'canonicalUrl', ch.canonical_url, 'socialAccountId', ch.social_account_id, 'status', ch.status,
  'ownership', ch.ownership, 'version', ch.version, 'createdAt', iso(ch.created_at), 'updatedAt', iso(ch.updated_at),
  'blockedAt', iso(ch.blocked_at), 'blockReason', ch.block_reason)`;

/** The channel of this creator, removed or not, or null: a column of the facts. */
export const channelOf = (creatorId: number, channelId: number): SQL =>
  sql`(select ${channelJson} from channels ch where ch.id = ${channelId} and ch.creator_id = ${creatorId})`;

/** Anybody's channel, removed or not, or null: for staff. */
export const anyChannel = (channelId: number): SQL =>
  sql`(select ${channelJson} from channels ch where ch.id = ${channelId})`;

/**
 * The channels of a creator, oldest first; a cursor that was never among them is INVALID_CURSOR. They are compared as pairs for the
 * reason that assignments are.
 */
export const channelsPage = (
  creatorId: number,
  { limit, cursor }: { limit: number; cursor: number | undefined },
): SQL => sql`
  select ${channelJson} as channel from channels ch
  where ch.status <> 'REMOVED' and ch.creator_id <= ${creatorId} and (ch.creator_id, ch.id) > (${creatorId}, ${cursor ?? 0})
    ${cursor === undefined ? sql`` : sql`and ${cursorGuard(sql`channels where id = ${cursor} and creator_id = ${creatorId}`)}`}
  order by ch.creator_id, ch.id limit ${limit + 1}`;

/**
 * The channel has this status and block instead of those that were read. Its services are changed with it, so that no
 * checkout goes by what it read before.
 */
export const changeStatus = (changed: ChannelRecord, at: Date): SQL[] => [
  sql`with changed as (
        update channels set status = ${changed.status}, blocked_at = ${changed.blockedAt}, block_reason = ${changed.blockReason},
          version = version + 1, updated_at = ${at}
        where id = ${changed.id} and version = ${changed.version - 1} returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`,
  sql`update service_listings set version = version + 1 where channel_id = ${changed.id} and is_published`,
  noteNeed(changed.id, at),
];

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
      on conflict (channel_id, external_id) do update
        set views = excluded.views, measured_at = excluded.measured_at, is_public = true, published_at = excluded.published_at
        where channel_posts.measured_at <= excluded.measured_at`;
