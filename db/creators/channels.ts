import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { cursorGuard } from '../client.ts';
import { viewsOnRequest } from '../metrics/channel-views.ts';
import { build, changesOne, guard, insertSelect, json, jsonList, type Query, select, type TypeOf } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { creators } from '../tables/creators.ts';
import { serviceListings } from '../tables/pricing.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { recordNeed } from '../uploads/evidence.ts';

const channelJson = json({
  id: channels.id,
  creatorId: channels.creatorId,
  kind: channels.kind,
  platform: channels.platform,
  handle: channels.handle,
  canonicalUrl: channels.canonicalUrl,
  socialAccountId: channels.socialAccountId,
  status: channels.status,
  ownership: channels.ownership,
  version: channels.version,
  createdAt: channels.createdAt,
  updatedAt: channels.updatedAt,
  blockedAt: channels.blockedAt,
  blockReason: channels.blockReason,
});

/** A channel, as JSON. */
export type ChannelRecord = TypeOf<typeof channelJson>;

/**
 * Adds a channel after the creator's others. The creator is locked, so that parallel commits cannot exceed the limit. The account is locked
 * before, so that a commit that ends it sees the channel.
 */
export const addChannel = (channel: ChannelRecord, limit: number, at: Date): SQLWrapper[] => [
  ...(channel.socialAccountId === null
    ? []
    : [sql`select from ${socialAccounts} where ${socialAccounts.id} = ${channel.socialAccountId} for share`]),
  sql`select from ${creators} where ${creators.userId} = ${channel.creatorId} for no key update`,
  insertSelect(
    channels,
    {
      id: channel.id,
      creatorId: channel.creatorId,
      kind: channel.kind,
      platform: channel.platform,
      handle: channel.handle,
      canonicalUrl: channel.canonicalUrl,
      socialAccountId: channel.socialAccountId,
      position: sql`coalesce(max(${channels.position}), -1) + 1`,
      viewsDueAt: channel.kind === 'NATIVE' ? viewsOnRequest(measuredBefore(channel), at) : null,
      createdAt: at,
      updatedAt: at,
    },
    sql`from ${keptOf(channel.creatorId)}`,
  ),
  guard(
    sql`(select count(*) from ${keptOf(channel.creatorId)}) <= ${limit}
      and (${channel.socialAccountId}::bigint is null or ${hasUsableAccount(channel)})`,
    'VERSION_CONFLICT',
  ),
];

/**
 * Puts a channel on a social account, expecting the version before this one. VERSION_CONFLICT when the account cannot be used any more, or has
 * got another channel: the lock of the account makes two channels wait for each other.
 */
export const putOnAccount = (changed: ChannelRecord & { socialAccountId: number }, at: Date): SQLWrapper[] => [
  sql`select from ${socialAccounts} where ${socialAccounts.id} = ${changed.socialAccountId} for no key update`,
  hasNoChannel(changed.socialAccountId),
  guard(hasUsableAccount(changed), 'VERSION_CONFLICT'),
  changesOne(
    build
      .update(channels)
      .set({
        kind: changed.kind,
        socialAccountId: changed.socialAccountId,
        viewsDueAt: viewsOnRequest(measuredBefore(changed), at),
        version: changed.version,
        updatedAt: at,
      })
      .where(
        and(eq(channels.id, changed.id), eq(channels.version, changed.version - 1), eq(channels.status, 'ACTIVE')),
      ),
  ),
];

const hasUsableAccount = ({ socialAccountId, creatorId }: ChannelRecord): SQL<boolean> =>
  sql`exists (select from ${socialAccounts} where ${socialAccounts.id} = ${socialAccountId}
    and ${socialAccounts.ownerId} = ${creatorId} and ${socialAccounts.status} = 'ACTIVE' and ${socialAccounts.isVerified})`;

/** When the average views of the account's former channels were measured last. */
const measuredBefore = ({ socialAccountId }: ChannelRecord): SQL =>
  sql`(select max(former.views_measured_at) from ${channels} former where former.social_account_id = ${socialAccountId})`;

/** The channels of a creator that are not removed. */
const keptOf = (creatorId: number): SQL =>
  sql`${channels} where ${channels.creatorId} = ${creatorId} and ${channels.status} <> 'REMOVED'`;

/** The first statement of a commit that claims, proves or removes a channel: other commits on the same channel wait for it. */
export const holdAddress = ({ platform, canonicalUrl }: Pick<ChannelRecord, 'platform' | 'canonicalUrl'>): SQL =>
  sql`select lock_channel_address(${platform}, ${canonicalUrl})`;

/** The last statement of a commit that proves a channel or ends its proof: it refreshes every creator who claims the same channel. */
export const refreshClaims = (channelId: number, at: Date): SQL =>
  sql`select catalog_refresh_claims(${channelId}::bigint, ${at}::timestamptz)`;

/** The addresses of the creator's channels: a field of the facts. */
export const channelUrlsOf = (creatorId: number): SQL<readonly string[]> =>
  sql`array(select ${channels.canonicalUrl} from ${keptOf(creatorId)})`;

/** The platforms on which staff has blocked a channel of the creator: a field of the facts. */
export const blockedPlatformsOf = (creatorId: number): SQL<readonly Platform[]> =>
  sql`array(select ${channels.platform} from ${channels}
    where ${channels.creatorId} = ${creatorId} and ${channels.status} = 'BLOCKED')`;

/** The channel of this creator, removed or not, or null: a field of the facts. */
export const channelOf = (creatorId: number, channelId: number): SQL<ChannelRecord | null> =>
  sql`(select ${channelJson} from ${channels} where ${channels.id} = ${channelId} and ${channels.creatorId} = ${creatorId})`;

/** The channel of any creator, removed or not, or null: a field of the facts, for staff. */
export const anyChannel = (channelId: number): SQL<ChannelRecord | null> =>
  sql`(select ${channelJson} from ${channels} where ${channels.id} = ${channelId})`;

/** Whether the creator has sold or deleted the account of a channel: a field of the facts. */
export const isOfGivenUpAccount = (channelId: number): SQL<boolean> =>
  sql`exists (select from ${channels} join ${socialAccounts} on ${socialAccounts.id} = ${channels.socialAccountId}
    where ${channels.id} = ${channelId} and ${socialAccounts.status} in ('SOLD', 'DELETED'))`;

/** Locks the account of a channel, and refuses the commit when the creator has given the account up since it was read. */
export const holdKeptAccount = ({ id, socialAccountId }: ChannelRecord): SQLWrapper[] => [
  sql`select from ${socialAccounts} where ${socialAccounts.id} = ${socialAccountId} for share`,
  guard(sql`not ${isOfGivenUpAccount(id)}`, 'VERSION_CONFLICT'),
];

/** Refuses the commit when staff has unblocked the channel since it was read. */
export const isStillBlocked = ({ id }: ChannelRecord): SQL =>
  guard(
    sql`exists (select from ${channels} where ${channels.id} = ${id} and ${channels.status} = 'BLOCKED')`,
    'VERSION_CONFLICT',
  );

const staffJson = json({
  id: channels.id,
  platform: channels.platform,
  handle: channels.handle,
  canonicalUrl: channels.canonicalUrl,
  status: channels.status,
  ownership: channels.ownership,
  blockedAt: channels.blockedAt,
  blockReason: channels.blockReason,
});

/** The channels of a creator that are not removed, oldest first: a field, for staff. */
export const channelsForStaff = (creatorId: number): SQL<readonly TypeOf<typeof staffJson>[]> =>
  jsonList(staffJson, sql`from ${keptOf(creatorId)}`, sql`${channels.id}`);

/** The channel on this social account that is not removed, or null: a field of the facts. There is at most one. */
export const channelOnAccount = (accountId: number): SQL<ChannelRecord | null> =>
  sql`(select ${channelJson} from ${onAccount(accountId)})`;

/** Refuses the commit when the account has got a channel since it was read. */
export const hasNoChannel = (accountId: number): SQL =>
  guard(sql`not exists (select from ${onAccount(accountId)})`, 'VERSION_CONFLICT');

const onAccount = (accountId: number): SQL =>
  sql`${channels} where ${channels.socialAccountId} = ${accountId} and ${channels.status} <> 'REMOVED'`;

export interface ChannelsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/**
 * The channels of a creator, oldest first. A cursor that was never among them is INVALID_CURSOR. The pair is compared as a whole, as
 * in the lists of assignments.
 */
export const channelsPage = (
  creatorId: number,
  { limit, cursor }: ChannelsPage,
): Query<{ readonly channel: ChannelRecord }> => {
  const own = sql`${channels} where ${channels.id} = ${cursor ?? null} and ${channels.creatorId} = ${creatorId}`;
  return select(
    { channel: channelJson },
    sql`from ${channels}
      where ${channels.status} <> 'REMOVED' and ${channels.creatorId} <= ${creatorId}
        and (${channels.creatorId}, ${channels.id}) > (${creatorId}, ${cursor ?? 0})
        ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
      order by ${channels.creatorId}, ${channels.id} limit ${limit + 1}`,
  );
};

/**
 * Stores the status and the block of a channel, expecting the version before this one. It also increments the versions of its services.
 */
export const changeStatus = (changed: ChannelRecord, at: Date): SQLWrapper[] => [
  changesOne(
    build
      .update(channels)
      .set({
        status: changed.status,
        blockedAt: changed.blockedAt === null ? null : new Date(changed.blockedAt),
        blockReason: changed.blockReason,
        version: sql`${channels.version} + 1`,
        updatedAt: at,
      })
      .where(and(eq(channels.id, changed.id), eq(channels.version, changed.version - 1))),
  ),
  countUpServices(changed.id),
  recordNeed(changed.id, at),
];

/** Increments the versions of the services of a channel, so that no checkout uses outdated facts. */
export const countUpServices = (channelId: number): SQLWrapper =>
  build
    .update(serviceListings)
    .set({ version: sql`${serviceListings.version} + 1` })
    .where(and(eq(serviceListings.channelId, channelId), serviceListings.isPublished));
