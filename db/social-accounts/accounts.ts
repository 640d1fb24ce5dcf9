import type { SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { AccountStatus } from '../../schema/creators/creators.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { isListed } from '../catalog/refresh.ts';
import { cursorGuard } from '../client.ts';
import { freshId } from '../fresh-ids.ts';
import { json, jsonList, type Query, select, type TypeOf } from '../query.ts';
import { channels } from '../tables/channels.ts';
import { socialGrants } from '../tables/connections.ts';
import { users } from '../tables/identity.ts';
import { audienceSnapshots, socialAccounts } from '../tables/social-accounts.ts';

/** Active and verified: not blocked, sold or deleted. Whether its owner is suspended is not part of it: see isAccountUsable. */
export const isUsable = sql<boolean>`(${socialAccounts.status} = 'ACTIVE' and ${socialAccounts.isVerified})`;

/** Neither sold nor deleted. */
const isKept = sql`${socialAccounts.status} not in ('SOLD', 'DELETED')`;

const grantJson = json({
  status: socialGrants.status,
  scopes: socialGrants.scopes,
  connectedAt: socialGrants.connectedAt,
  accessExpiresAt: socialGrants.accessExpiresAt,
  refreshExpiresAt: socialGrants.refreshExpiresAt,
  hasRefresh: sql<boolean>`${socialGrants.sealedRefresh} is not null`,
  lastUsedAt: socialGrants.lastUsedAt,
  sharingVersion: socialGrants.sharingVersion,
  sharedAt: socialGrants.sharedAt,
  sharingChosenAt: socialGrants.sharingChosenAt,
});

/** The grant of an account without its tokens, as JSON. */
export type GrantRecord = TypeOf<typeof grantJson>;

const accountJson = json({
  id: socialAccounts.id,
  ownerId: socialAccounts.ownerId,
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  externalId: socialAccounts.externalId,
  title: socialAccounts.title,
  followers: socialAccounts.followers,
  /** When title and followers were read. */
  profileAt: socialAccounts.profileAt,
  status: socialAccounts.status,
  isOwnerSuspended: sql<boolean>`exists (select from ${users}
    where ${users.id} = ${socialAccounts.ownerId} and ${users.suspendedAt} is not null)`,
  isVerified: socialAccounts.isVerified,
  isUsable,
  verifiedVia: socialAccounts.verifiedVia,
  verifiedAt: socialAccounts.verifiedAt,
  avatarUrl: socialAccounts.avatarUrl,
  hasAudience: sql<boolean>`exists (select from ${audienceSnapshots}
    where ${audienceSnapshots.socialAccountId} = ${socialAccounts.id} and ${audienceSnapshots.verifiedAt} is not null
      and ${audienceSnapshots.expiredAt} is null)`,
  /** A verified audience that was not read under a connection. */
  hasOtherAudience: sql<boolean>`exists (select from ${audienceSnapshots}
    where ${audienceSnapshots.socialAccountId} = ${socialAccounts.id} and ${audienceSnapshots.verifiedAt} is not null
      and ${audienceSnapshots.expiredAt} is null
      and ${audienceSnapshots.source} <> 'PLATFORM_API')`,
  /** The channel on it that is not removed. There is at most one. */
  channelId: sql<number | null>`(select ${channels.id} from ${channels}
    where ${channels.socialAccountId} = ${socialAccounts.id} and ${channels.status} <> 'REMOVED')`,
  /** True while the page of its owner is public. */
  isPublic: isListed(socialAccounts.ownerId),
  createdAt: socialAccounts.createdAt,
  version: socialAccounts.version,
  blockedAt: socialAccounts.blockedAt,
  blockReason: socialAccounts.blockReason,
  endedAt: socialAccounts.endedAt,
  pictureLeasedUntil: socialAccounts.pictureLeasedUntil,
  grant: sql<GrantRecord | null>`(select ${grantJson} from ${socialGrants}
    where ${socialGrants.socialAccountId} = ${socialAccounts.id})`,
});

/** A social account, as JSON. */
export type AccountRecord = TypeOf<typeof accountJson>;

/** The account of this owner that is not deleted, or null: a field of the facts. */
export const accountOf = (ownerId: number, id: number): SQL<AccountRecord | null> =>
  sql`(select ${accountJson} from ${socialAccounts} where ${socialAccounts.id} = ${id}
    and ${socialAccounts.ownerId} = ${ownerId} and ${socialAccounts.status} <> 'DELETED')`;

/** The account of this owner, deleted or not, or null: a field of the facts. */
export const formerAccountOf = (ownerId: number, id: number): SQL<AccountRecord | null> =>
  sql`(select ${accountJson} from ${socialAccounts}
    where ${socialAccounts.id} = ${id} and ${socialAccounts.ownerId} = ${ownerId})`;

/** The account of any user, or null: a field of the facts, for staff. */
export const anyAccount = (id: number): SQL<AccountRecord | null> =>
  sql`(select ${accountJson} from ${socialAccounts} where ${socialAccounts.id} = ${id})`;

const staffJson = json({
  id: socialAccounts.id,
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  status: socialAccounts.status,
});

/** The accounts of an owner that are neither sold nor deleted, newest first: a field, for staff. */
export const accountsForStaff = (ownerId: number): SQL<readonly TypeOf<typeof staffJson>[]> =>
  jsonList(
    staffJson,
    sql`from ${socialAccounts} where ${socialAccounts.ownerId} = ${ownerId} and ${isKept}`,
    sql`${socialAccounts.id} desc`,
  );

const ownAccountJson = json({
  id: socialAccounts.id,
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  externalId: socialAccounts.externalId,
  isUsable,
});

/** A social account as a channel and its prices need it, as JSON. */
export type OwnAccount = TypeOf<typeof ownAccountJson>;

/** The social account of this owner, whatever its status, or null: a field of the facts. */
export const ownAccount = (ownerId: number, accountId: number | null): SQL<OwnAccount | null> =>
  sql`(select ${ownAccountJson} from ${socialAccounts}
    where ${socialAccounts.id} = ${accountId}::bigint and ${socialAccounts.ownerId} = ${ownerId})`;

export interface AccountsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly platform?: Platform | undefined;
  readonly status?: AccountStatus | undefined;
}

/** The accounts of an owner, newest first, without deleted ones. A cursor that was never among them is INVALID_CURSOR. */
export const accountsPage = (
  ownerId: number,
  { limit, cursor, platform, status }: AccountsPage,
): Query<{ readonly account: AccountRecord }> => {
  const own = sql`${socialAccounts} where ${socialAccounts.id} = ${cursor ?? null} and ${socialAccounts.ownerId} = ${ownerId}`;
  return select(
    { account: accountJson },
    sql`from ${socialAccounts}
      where ${socialAccounts.ownerId} = ${ownerId} and ${socialAccounts.status} <> 'DELETED'
        ${platform === undefined ? sql`` : sql`and ${socialAccounts.platform} = ${platform}`}
        ${status === undefined ? sql`` : sql`and ${socialAccounts.status} = ${status}`}
        ${cursor === undefined ? sql`` : sql`and ${socialAccounts.id} < ${cursor} and ${cursorGuard(own)}`}
      order by ${socialAccounts.id} desc limit ${limit + 1}`,
  );
};

/** A condition: the account has this name or id at its platform. */
const isNamed = (name: string): SQL =>
  sql`(lower(${socialAccounts.handle}) = lower(${name}) or ${socialAccounts.externalId} = ${name})`;

/** The id of the owner's account with this name or id that is neither sold nor deleted, or null: a field of the facts. */
export const sameAccount = (ownerId: number, platform: Platform, name: string): SQL<number | null> =>
  sql`(select min(${socialAccounts.id})::float8 from ${socialAccounts} where ${socialAccounts.ownerId} = ${ownerId}
    and ${socialAccounts.platform} = ${platform} and ${isNamed(name)} and ${isKept})`;

const nameJson = json({
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  externalId: socialAccounts.externalId,
});

/** The names and ids of the proven accounts of an owner: a field of the facts. */
export const namesOfAccounts = (ownerId: number): SQL<readonly TypeOf<typeof nameJson>[]> =>
  jsonList(
    nameJson,
    sql`from ${socialAccounts} where ${socialAccounts.ownerId} = ${ownerId} and ${socialAccounts.isVerified} and ${isKept}`,
  );

/** The number of the owner's accounts that are neither sold nor deleted: a field of the facts. */
export const countAccounts = (ownerId: number): SQL<number> =>
  sql`(select count(*)::int from ${socialAccounts} where ${socialAccounts.ownerId} = ${ownerId} and ${isKept})`;

const proven = alias(socialAccounts, 'proven');

/** Whether another user has proven the account, by its id or its name: a field of the facts. It is at most one user. */
export const isProvenElsewhere = (id: SQLWrapper | number): SQL<boolean> =>
  sql`exists (select from ${socialAccounts} join ${socialAccounts} ${proven} on ${proven.platform} = ${socialAccounts.platform}
      and (${proven.externalId} in (${socialAccounts.externalId}, ${socialAccounts.handle})
        or lower(${proven.handle}) = lower(${socialAccounts.handle}))
    where ${socialAccounts.id} = ${id} and ${proven.id} <> ${socialAccounts.id} and ${proven.ownerId} <> ${socialAccounts.ownerId}
      and ${proven.isVerified} and ${proven.status} not in ('SOLD', 'DELETED'))`;

/** Whether another user has proven an account of this name or id: a field of the facts. */
export const isNameProven = (ownerId: number, platform: Platform, name: string): SQL<boolean> =>
  sql`exists (select from ${socialAccounts} where ${socialAccounts.platform} = ${platform}
    and ${isNamed(name)} and ${socialAccounts.isVerified} and ${isKept}
    and ${socialAccounts.ownerId} <> ${ownerId})`;

/** The profile of a proven account at its platform. */
export interface ProvenProfile {
  readonly externalId: string;
  readonly handle: string;
  readonly title: string;
  readonly followers: number | null;
}

/** The account that a sign-in at its platform has named, with everything that decides on its connection: fields of the facts. */
export const connectionFacts = (
  ownerId: number,
  platform: Platform,
  { externalId, handle }: Pick<ProvenProfile, 'externalId' | 'handle'>,
) => ({
  freshId: freshId(socialAccounts),
  accounts: countAccounts(ownerId),
  /** Its owner may connect: not suspended, and still a creator. */
  isOwnerAllowed: sql<boolean>`exists (select from ${users}
    where ${users.id} = ${ownerId} and ${users.suspendedAt} is null and 'CREATOR' = any (${users.roles}))`,
  /** The owner's proven account, or else the owner's claim of this name. */
  own: sql<AccountRecord | null>`(select ${accountJson} from ${socialAccounts}
    where ${socialAccounts.ownerId} = ${ownerId} and ${socialAccounts.platform} = ${platform} and ${isKept}
      and (${socialAccounts.isVerified} and ${socialAccounts.externalId} = ${externalId}
        or ${socialAccounts.status} = 'PENDING' and (lower(${socialAccounts.handle}) = lower(${handle}) or ${socialAccounts.handle} = ${externalId}))
    order by ${socialAccounts.isVerified} desc limit 1)`,
  isProvenElsewhere: sql<boolean>`exists (select from ${socialAccounts}
    where ${socialAccounts.platform} = ${platform} and ${socialAccounts.externalId} = ${externalId}
      and ${socialAccounts.isVerified} and ${isKept} and ${socialAccounts.ownerId} <> ${ownerId})`,
});
