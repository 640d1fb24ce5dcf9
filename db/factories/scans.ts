import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { array, type Db, jsonb } from '../client.ts';
import type { ReadBy } from '../metrics/tracked-posts.ts';
import { type HeldRows, hasUnitsLeft, type OpenPlatform, type TakenRow } from '../platform-work.ts';
import { json, query, type TypeOf } from '../query.ts';
import { factories, factoryAccounts, factoryPosts, factoryScans } from '../tables/factories.ts';
import { isReadable, leasableFactoryAccounts } from './listings.ts';

interface Claim extends ReadBy {
  readonly at: Date;
  readonly leaseEnd: Date;
  readonly limit: number;
  readonly platforms: readonly OpenPlatform[];
}

/**
 * Leases accounts that are due for a scan, and reserves their credits, in one statement. A factory whose scans the credits do not cover becomes
 * PAUSED. Platforms whose daily budget is spent are not asked.
 */
export const claimScans = (
  db: Db,
  { at, leaseEnd, limit, platforms, byKey, byGrant }: Claim,
): Promise<readonly TakenRow<'SCANS'>[]> => {
  const rows = platforms.map((each) => ({ platform: each.platform, day: each.day, units: each.otherUnits }));
  const open = (readable: readonly Platform[]) => sql`array(
    select p.platform from jsonb_to_recordset(${jsonb(rows)}) as p(platform text, day date, units int)
    where p.platform = any (${array(readable)}::text[]) and ${hasUnitsLeft})`;
  const fields = {
    work: sql<'SCANS'>`'SCANS'::text`,
    id: sql<number>`account_id::float8`,
    platform: sql<Platform>`account_platform`,
    accountId: sql<number | null>`social_account_id::float8`,
    failures: sql<number>`0`,
  };
  return db.read(
    query(
      fields,
      (columns) =>
        sql`select ${columns} from factory_claim_scans(${at}, ${leaseEnd}, ${limit}, ${open(byKey)}, ${open(byGrant)})`,
    ),
  );
};

/** Returns the credits of scans that nobody finishes any more. */
export const expireScans = (at: Date): SQL => sql`select factory_expire_scans(${at})`;

/** The posts that the open scan of an account asks for: at most as many as credits are reserved. */
const asked = (at: Date): SQL<readonly string[]> => sql`array(select ${factoryPosts.contentId} from ${factoryPosts}
  where ${factoryPosts.accountId} = ${factoryAccounts.id} and factory_is_tracked(${factoryPosts}, ${factories.trackingDays}, ${at}::timestamptz)
  order by ${factoryPosts.publishedAt} desc, ${factoryPosts.id} desc limit ${factoryScans.held})`;

const accountJson = (at: Date) =>
  json({ id: factoryAccounts.id, failures: factoryAccounts.failures, contentIds: asked(at) });
export type HeldScan = TypeOf<ReturnType<typeof accountJson>>;

/** The accounts of a message that may still be scanned. */
export const heldScans = (
  ids: readonly number[],
  { leaseEnd, at, ...by }: ReadBy & { leaseEnd: Date; at: Date },
): HeldRows => ({
  leasable: leasableFactoryAccounts,
  ids,
  leaseEnd,
  item: accountJson(at),
  joins: sql`join ${factories} on ${factories.id} = ${factoryAccounts.factoryId}
    join ${factoryScans} on ${factoryScans.accountId} = ${factoryAccounts.id} and ${factoryScans.status} = 'OPEN'
      and ${factoryScans.leaseEnd} = ${leaseEnd}::timestamptz`,
  condition: sql`${factoryAccounts.turn} = 'SCAN' and ${isReadable(by)}`,
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
}

interface Scanned {
  readonly leaseEnd: Date;
  readonly at: Date;
}

/** Stores the answers for the posts of an account, pays for them, and releases the account. Nothing changes if the scan has ended. */
export const finishScan = (accountId: number, posts: readonly ScannedPost[], { leaseEnd, at }: Scanned): SQL =>
  sql`select factory_finish_scan(${accountId}, ${leaseEnd}, ${at}, ${jsonb(posts)})`;

/** Returns what is reserved for the scans of these accounts. Their factories and the accounts are locked before. */
export const failScans = (accountIds: readonly number[], { leaseEnd, at }: Scanned): SQL[] => [
  sql`select from ${factories} where ${factories.id} in (select ${factoryAccounts.factoryId} from ${factoryAccounts}
    where ${factoryAccounts.id} = any (${array(accountIds)}::bigint[])) order by ${factories.id} for no key update`,
  sql`select from ${factoryAccounts} where ${factoryAccounts.id} = any (${array(accountIds)}::bigint[])
    order by ${factoryAccounts.id} for no key update`,
  sql`select factory_end_scan_of(${factoryScans.accountId}, ${at}) from ${factoryScans}
    where ${factoryScans.accountId} = any (${array(accountIds)}::bigint[]) and ${factoryScans.status} = 'OPEN'
      and ${factoryScans.leaseEnd} = ${leaseEnd}::timestamptz`,
];
