import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { applicationBucket, tokenBucket } from '../../schema/social-accounts/platform-buckets.ts';
import { refreshCatalog } from '../catalog/refresh.ts';
import { array, type Db } from '../client.ts';
import {
  type Acquired,
  acquire,
  atOnceOr,
  available,
  type BatchLease,
  isHeld,
  type Leasable,
  type Lease,
  type Leased,
  leaseOne,
} from '../leases.ts';
import { hideFromOthers } from '../metrics/shared-metrics.ts';
import { notifyOwner } from '../notifications/account-events.ts';
import { build, changesOne, countChanged, facts, maybe, query, type RowOf, select } from '../query.ts';
import { socialGrants } from '../tables/connections.ts';
import { users } from '../tables/identity.ts';
import { platformWindows } from '../tables/metrics.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { sealedTokens } from './connections.ts';

/** Grants whose renewal is due. They are leased until their message has run. */
const leasableGrants: Leasable = {
  table: socialGrants,
  id: socialGrants.socialAccountId,
  leasedUntil: socialGrants.dueAt,
  failures: socialGrants.failures,
};

/** One caller at a time renews the tokens of a grant. */
const leasableTokens: Leasable<typeof socialGrants> = {
  table: socialGrants,
  id: socialGrants.socialAccountId,
  leasedUntil: socialGrants.renewingUntil,
  availableAt: atOnceOr(socialGrants.renewingUntil),
};

export interface DueGrants extends BatchLease {
  readonly platforms: readonly Platform[];
  /** The next time of a grant whose account may not use it now. */
  readonly putOffUntil: Date;
}

/** A condition: the platform of the grant accepts token requests. */
const isTokenOpen = (at: Date): SQL =>
  sql`not exists (select from ${platformWindows} where ${platformWindows.platform} = ${socialGrants.platform}
    and ${platformWindows.bucket} in (${tokenBucket}, ${applicationBucket}) and ${platformWindows.closedUntil} > ${at}::timestamptz)`;

/**
 * Takes the grants that are due, of these platforms, in one statement. A grant that is not used at present waits, and so do all of a platform that
 * refuses token requests.
 */
export const takeDueGrants = (db: Db, lease: DueGrants): Promise<Acquired<Leased>> => {
  const due = sql`
    select ${socialGrants.socialAccountId} as id, ${socialAccounts.status} = 'ACTIVE' and ${users.id} is not null as is_leased
    from ${socialGrants} join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}
    left join ${users} on ${users.id} = ${socialAccounts.ownerId} and ${users.suspendedAt} is null
    where ${socialGrants.platform} = any (${array(lease.platforms)}) and ${isTokenOpen(lease.at)}
      and ${available(leasableGrants, lease)}`;
  const fields = { id: socialGrants.socialAccountId, failures: socialGrants.failures };
  return acquire(db, leasableGrants, { due, fields, putOffUntil: lease.putOffUntil }, lease);
};

const heldFields = {
  id: socialGrants.socialAccountId,
  platform: socialGrants.platform,
  /** The owner of the account. */
  ownerId: sql<number>`(select ${socialAccounts.ownerId}::float8 from ${socialAccounts}
    where ${socialAccounts.id} = ${socialGrants.socialAccountId})`,
  scopes: socialGrants.scopes,
  failures: socialGrants.failures,
  connectedAt: socialGrants.connectedAt,
  accessExpiresAt: socialGrants.accessExpiresAt,
  ...sealedTokens,
};

/** A grant whose tokens the caller alone renews. */
export type HeldGrant = RowOf<typeof heldFields>;

/**
 * Leases the tokens of a grant that is leased until `leaseEnd`; null when another caller has them, that lease is over, or the platform refuses
 * token requests at present.
 */
export const holdTokens = (db: Db, id: number, leaseEnd: Date, lease: Lease): Promise<HeldGrant | null> =>
  hold(db, id, sql`${eq(socialGrants.dueAt, leaseEnd)} and ${isTokenOpen(lease.at)}`, lease);

/** Leases the tokens of a grant that still has this access token; null when another caller has them, or has renewed them. */
export const holdStaleTokens = (db: Db, id: number, accessHex: string, lease: Lease): Promise<HeldGrant | null> =>
  hold(db, id, sql`${socialGrants.sealedAccess} = decode(${accessHex}, 'hex')`, lease);

function hold(db: Db, id: number, condition: SQL, lease: Lease): Promise<HeldGrant | null> {
  const leased = leaseOne(leasableTokens, id, lease, {
    condition: sql`${eq(socialGrants.status, 'ACTIVE')} and ${condition}`,
  });
  return maybe(
    db,
    query(heldFields, (columns) => sql`${leased} returning ${columns}`),
  );
}

export interface RenewedTokens {
  readonly scopes: readonly string[];
  readonly sealedAccess: Uint8Array;
  readonly sealedRefresh: Uint8Array | null;
  readonly accessExpiresAt: Date | null;
  readonly refreshExpiresAt: Date | null;
}

/** What a renewal changes. Without tokens the former ones were validated. */
export interface Renewal {
  readonly tokens: RenewedTokens | null;
  readonly dueAt: Date;
  readonly failures: number;
  /** The platform has accepted the grant. */
  readonly isAccepted: boolean;
}

/** Ends a renewal. False: the grant has ended or was replaced, or the lease ran out, and nothing is stored. */
export const recordRenewal = async (
  db: Db,
  id: number,
  { tokens, dueAt, failures, isAccepted }: Renewal,
  { at, leasedUntil }: Lease,
): Promise<boolean> => {
  const confirmed = isAccepted ? { confirmedAt: at } : {};
  const set = {
    ...(tokens && { ...tokens, scopes: [...tokens.scopes] }),
    ...confirmed,
    dueAt,
    failures,
    renewingUntil: null,
  };
  const change = build
    .update(socialGrants)
    .set({ ...set, updatedAt: at })
    .where(heldBy(id, leasedUntil));
  return (await countChanged(db, change)) === 1;
};

/** When the grant of the account began; null when it was ended. */
export const readConnectedAt = async (db: Db, id: number): Promise<Date | null> =>
  (
    await maybe(
      db,
      select(
        { connectedAt: socialGrants.connectedAt },
        sql`from ${socialGrants} where ${socialGrants.socialAccountId} = ${id} and ${socialGrants.status} = 'ACTIVE'`,
      ),
    )
  )?.connectedAt ?? null;

/** Whether any user has connected the account that its platform knows by this id. */
export const isConnectedAnywhere = (db: Db, platform: Platform, externalId: string): Promise<boolean> =>
  isAnyActive(
    db,
    sql`${socialAccounts.platform} = ${platform} and ${socialAccounts.externalId} = ${externalId} and ${socialAccounts.isVerified}`,
  );

const isAnyActive = async (db: Db, condition: SQL): Promise<boolean> =>
  (
    await facts(db, {
      isAny: sql<boolean>`exists (select from ${socialGrants}
        join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}
        where ${socialGrants.status} = 'ACTIVE' and ${condition})`,
    })
  ).isAny;

const unconfirmedFields = {
  id: socialGrants.socialAccountId,
  ownerId: socialAccounts.ownerId,
  platform: socialGrants.platform,
  ...sealedTokens,
};

/** Grants that expired, or were last accepted by their platform, before `before`, at most `limit` of each. */
export const readUnconfirmed = (db: Db, before: Date, limit: number): Promise<RowOf<typeof unconfirmedFields>[]> =>
  db.read(
    select(
      unconfirmedFields,
      sql`from ${socialGrants} join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}
        where ${socialGrants.socialAccountId} in (
          (select ${socialGrants.socialAccountId} from ${socialGrants}
            where ${socialGrants.status} = 'EXPIRED' and ${socialGrants.endedAt} < ${before} order by ${socialGrants.endedAt} limit ${limit})
          union all
          (select ${socialGrants.socialAccountId} from ${socialGrants}
            where ${socialGrants.status} = 'ACTIVE' and ${socialGrants.confirmedAt} < ${before} order by ${socialGrants.confirmedAt} limit ${limit}))
        order by ${socialGrants.confirmedAt}`,
    ),
  );

/**
 * Ends a grant whose tokens the platform refuses, hides what was read under it, and notifies its owner. VERSION_CONFLICT when it is not held any
 * more.
 */
export const expireGrant = (
  { id, ownerId }: Pick<HeldGrant, 'id' | 'ownerId'>,
  { at, leasedUntil }: Lease,
): SQLWrapper[] => [
  changesOne(
    build
      .update(socialGrants)
      .set({
        status: 'EXPIRED',
        sealedAccess: null,
        sealedRefresh: null,
        dueAt: null,
        renewingUntil: null,
        endedAt: at,
        linkUsedAt: null,
        updatedAt: at,
      })
      .where(heldBy(id, leasedUntil)),
  ),
  notifyOwner({ accountId: id, kind: 'social_account.expired', actor: 'PLATFORM' }, at),
  ...hideFromOthers(sql`${id}`),
  refreshCatalog(ownerId, at),
];

const heldBy = (id: number, leasedUntil: Date): SQL | undefined =>
  and(isHeld(leasableTokens, { id, leasedUntil }), eq(socialGrants.status, 'ACTIVE'));
