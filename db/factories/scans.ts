import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { failuresUntilUnavailable } from '../../schema/factories/factory-terms.ts';
import type { UnknownCounts } from '../../schema/metrics/readings.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { array, type Db, jsonb } from '../client.ts';
import type { ReadBy } from '../metrics/tracked-posts.ts';
import { type HeldRows, type OpenPlatform, openFor, type TakenRow } from '../platform-work.ts';
import { json, jsonList, query, type TypeOf } from '../query.ts';
import { failingBefore } from '../social-accounts/outages.ts';
import { factories, factoryAccounts, factoryPosts } from '../tables/factories.ts';
import { factoryScans } from '../tables/factory-scans.ts';
import { isReadable, leasableFactoryAccounts, ownerOfAccount } from './listings.ts';
import { isCoverDue } from './pictures.ts';

interface Claim extends ReadBy {
  readonly at: Date;
  readonly leaseEnd: Date;
  readonly limit: number;
  readonly platforms: readonly OpenPlatform[];
  /** How often a day X is asked for a post. */
  readonly xReads: number;
}

/**
 * Leases accounts that are due for a scan, and reserves their credits, in one statement. A factory whose scans the credits do not cover becomes
 * PAUSED. Platforms whose daily budget is spent, or where scans are paused, are not asked.
 */
export const claimScans = (
  db: Db,
  { at, leaseEnd, limit, platforms, byKey, byGrant, xReads }: Claim,
): Promise<readonly TakenRow<'SCANS'>[]> => {
  const open = (readable: readonly Platform[]) =>
    sql`array(${openFor('SCANS', platforms, 'otherUnits', sql`p.platform = any (${array(readable)}::text[])`)})`;
  const fields = {
    work: sql<'SCANS'>`'SCANS'::text`,
    id: sql<number>`account_id::float8`,
    platform: sql<Platform>`account_platform`,
    accountId: sql<number | null>`social_account_id::float8`,
    failures: sql<number>`0`,
    failingBefore: failingBefore('SCANS', leasableFactoryAccounts, {
      platform: sql`account_platform`,
      id: sql`account_id`,
      ownerId: ownerOfAccount(sql`claimed.account_id`),
    }),
  };
  return db.read(
    query(
      fields,
      (columns) =>
        sql`select ${columns} from factory_claim_scans(${at}, ${leaseEnd}, ${limit}, ${open(byKey)}, ${open(byGrant)}, ${xReads}) claimed`,
    ),
  );
};

/** Ends scans that nobody finishes any more: pays for what was answered, and returns the other credits. */
export const expireScans = (at: Date): SQL => sql`select factory_expire_scans(${at})`;

/** The posts that the open scan of an account still asks for, at most as many as credits are reserved. */
const asked = ({ at, xReads }: Pick<HeldScans, 'at' | 'xReads'>): SQL<readonly AskedPost[]> =>
  jsonList(
    json({
      id: sql<number>`due.id`,
      contentId: sql<string>`due.content_id`,
      isCoverDue: sql<boolean>`due.is_cover_due`,
    }),
    sql`from (select ${factoryPosts.id}, ${factoryPosts.contentId}, ${isCoverDue(at)} as is_cover_due from ${factoryPosts}
      where ${factoryPosts.accountId} = ${factoryAccounts.id} and ${factoryPosts.id} > ${factoryScans.askedUntil}
        and factory_asks_for(${factoryPosts}, ${factories}, ${xReads}, ${at}::timestamptz)
      order by ${factoryPosts.id} limit ${factoryScans.held} - ${factoryScans.answered}) due`,
    sql`due.id`,
  );

export interface AskedPost {
  readonly id: number;
  readonly contentId: string;
  /** Its cover is fetched now. */
  readonly isCoverDue: boolean;
}

interface HeldScans extends ReadBy {
  readonly leaseEnd: Date;
  readonly at: Date;
  readonly xReads: number;
}

const accountJson = (held: HeldScans) =>
  json({
    id: factoryAccounts.id,
    failures: factoryAccounts.failures,
    ownerId: factories.ownerId,
    intervalHours: factories.intervalHours,
    /** Posts that the earlier parts have answered for. */
    answered: factoryScans.answered,
    posts: asked(held),
  });
export type HeldScan = TypeOf<ReturnType<typeof accountJson>>;

/** The accounts of a message that may still be scanned. */
export const heldScans = (ids: readonly number[], held: HeldScans): HeldRows => ({
  leasable: leasableFactoryAccounts,
  ids,
  leaseEnd: held.leaseEnd,
  item: accountJson(held),
  joins: sql`join ${factories} on ${factories.id} = ${factoryAccounts.factoryId}
    join ${factoryScans} on ${factoryScans.accountId} = ${factoryAccounts.id} and ${factoryScans.status} = 'OPEN'
      and ${factoryScans.leaseEnd} = ${held.leaseEnd}::timestamptz`,
  condition: sql`${factoryAccounts.turn} = 'SCAN' and ${isReadable(held)}`,
});

/** What a platform answered for one post. */
export interface ScannedPost {
  readonly contentId: string;
  /** The platform shows no such post, or not to this service. */
  readonly isGone: boolean;
  readonly title: string | null;
  readonly mediaType: string | null;
  readonly durationSeconds: number | null;
  readonly hashtags: readonly string[];
  /** Null: unknown, never 0. */
  readonly views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly saves: number | null;
  /** Why each unknown count is unknown. */
  readonly reasons: UnknownCounts;
}

interface Scanned {
  readonly leaseEnd: Date;
  readonly at: Date;
}

/** A part of a scan. */
export interface ScanPart {
  /** The last post that was asked for. */
  readonly askedUntil: number;
  /** The end of the lease for the next part; null: it was the last one. */
  readonly nextLease: Date | null;
  readonly source: string;
  readonly viewDefinition: string | null;
  /** VIEWS_JUMPED: a post had at least `jumpFrom` views, and now has at least `jumpFactor` times as many. */
  readonly jumpFrom: number;
  readonly jumpFactor: number;
}

/**
 * Stores the answers for posts of an account. The last part pays for all answers and releases the account; otherwise it is leased for the next
 * part. Nothing changes if the scan has ended.
 */
export const recordScan = (
  accountId: number,
  posts: readonly ScannedPost[],
  part: ScanPart,
  { leaseEnd, at }: Scanned,
): SQL => sql`select factory_record_scan(${accountId}, ${leaseEnd}, ${at}, ${jsonb(posts)}, ${jsonb(part)})`;

/** Removes posts of an account that are announced and not shown yet. Nothing changes if the scan has ended. */
export const dropAnnounced = (accountId: number, contentIds: readonly string[], { leaseEnd }: Scanned): SQL[] =>
  contentIds.length === 0
    ? []
    : [sql`select factory_drop_announced(${accountId}, ${leaseEnd}, ${array(contentIds)}::text[])`];

/** The factories and then the accounts, as every commit locks them. */
export const lockAccounts = (accountIds: readonly number[]): SQL[] => [
  sql`select from ${factories} where ${factories.id} in (select ${factoryAccounts.factoryId} from ${factoryAccounts}
    where ${factoryAccounts.id} = any (${array(accountIds)}::bigint[])) order by ${factories.id} for no key update`,
  sql`select from ${factoryAccounts} where ${factoryAccounts.id} = any (${array(accountIds)}::bigint[])
    order by ${factoryAccounts.id} for no key update`,
];

/** Ends the scans of these accounts: pays for what was answered before the failure, and returns the other credits. */
export const failScans = (accountIds: readonly number[], { leaseEnd, at }: Scanned): SQL[] => [
  ...lockAccounts(accountIds),
  sql`select factory_end_scan_of(${factoryScans.accountId}, ${at}) from ${factoryScans}
    where ${factoryScans.accountId} = any (${array(accountIds)}::bigint[]) and ${factoryScans.status} = 'OPEN'
      and ${factoryScans.leaseEnd} = ${leaseEnd}::timestamptz`,
];

/** Makes accounts UNAVAILABLE that have failed so often in a row. The caller locks them. */
export const failAccounts = (accountIds: readonly number[]): SQL =>
  sql`select factory_fail_accounts(${array(accountIds)}::bigint[], ${failuresUntilUnavailable})`;
