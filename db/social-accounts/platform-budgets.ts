import type { AnyColumn } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { applicationBucket, outageBucketOf, type WorkName } from '../../schema/social-accounts/platform-buckets.ts';
import { array, type Db } from '../client.ts';
import { build, countChanged, excluded, insertSelect, onConflictUpdate, one, query, select } from '../query.ts';
import { platformBudgets, platformUserBudgets, platformWindows } from '../tables/metrics.ts';

/** The units that calls of a platform's API may cost in one of the platform's days. */
export interface Budget {
  readonly platform: Platform;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly units: number;
}

/** Requests that are about to be made. */
export interface Spending {
  readonly budget: Budget;
  /** Requests of users and those of jobs each have a part of the budget: its units. */
  readonly share: { readonly isOfUsers: boolean; readonly units: number };
  /** The job's work, which can be paused; null: no pause stops the requests. */
  readonly work: WorkName | null;
  /** What the requests cost, and the limit of the platform that they count against. */
  readonly cost: { readonly bucket: string; readonly calls: number; readonly units: number };
  /** The calls that the bucket takes in each window; null: without such a limit. */
  readonly window: { readonly calls: number; readonly seconds: number } | null;
  readonly at: Date;
}

/**
 * Two parts of a `with` clause. `spent` has a row when the requests may be made: the bucket is open, its window and the budget cover them,
 * and the condition holds. It is one statement, so that concurrent calls cannot exceed a limit together.
 */
export function spending(requested: Spending, condition: SQL): SQL {
  const isWindowed = sql`${condition} and ${requested.cost.calls}::int <= ${callsOf(requested)}::int and ${isApplicationOpen(requested)}`;
  return sql`windowed as (${countCalls(requested, isWindowed)} returning 1),
    spent as (${countUnits(requested, sql`exists (select from windowed)`)} returning 1)`;
}

/** The buckets that stop the requests, besides their own. */
export const stopping = ({ work }: Spending): readonly string[] =>
  work === null ? [applicationBucket] : [applicationBucket, outageBucketOf(work)];

/** A condition: the platform accepts requests of the application, and the work is not paused there. */
const isApplicationOpen = (requested: Spending): SQL => {
  const { platform, bucket, closedUntil } = platformWindows;
  const { budget, at } = requested;
  return sql`not exists (select from ${platformWindows}
    where ${platform} = ${budget.platform} and ${bucket} = any (${array(stopping(requested))}::text[]) and ${closedUntil} > ${at}::timestamptz)`;
};

/** Our windows need not start with the platform's. One window of the platform can overlap two of ours, so each of ours gets half of its calls. */
const callsOf = ({ window }: Spending): number =>
  window === null ? 2_147_483_647 : Math.max(1, Math.floor(window.calls / 2));

/** A bucket without a limit uses windows of a day. It needs a row, because the row also says whether the platform has closed the bucket. */
const secondsOf = ({ window }: Spending): number => window?.seconds ?? 86_400;

/** The start of the window of ours in which the requests are made. */
function windowStartOf(requested: Spending): Date {
  const lengthMs = secondsOf(requested) * 1_000;
  return new Date(Math.floor(requested.at.getTime() / lengthMs) * lengthMs);
}

function countCalls(requested: Spending, condition: SQL): SQL {
  const { startedAt, used, closedUntil } = platformWindows;
  const { budget, cost, at } = requested;
  const current = sql`case when ${startedAt} < ${excluded(startedAt)} then 0 else ${used} end + ${excluded(used)}`;
  const inserted = insertSelect(
    platformWindows,
    {
      platform: budget.platform,
      bucket: cost.bucket,
      startedAt: windowStartOf(requested),
      used: sql`${cost.calls}::int`,
    },
    sql`where ${condition}`,
  );
  const updated = onConflictUpdate(platformWindows, [platformWindows.platform, platformWindows.bucket], {
    startedAt: sql`greatest(${startedAt}, ${excluded(startedAt)})`,
    used: current,
  });
  return sql`${inserted} ${updated} where ${current} <= ${callsOf(requested)}::int
    and (${closedUntil} is null or ${closedUntil} <= ${at}::timestamptz)`;
}

function countUnits({ budget, share, cost }: Spending, condition: SQL): SQL {
  const { used, usedByUsers } = platformBudgets;
  const sum = sql`${used} + ${excluded(used)}`;
  const sumOfUsers = sql`${usedByUsers} + ${excluded(usedByUsers)}`;
  const inserted = insertSelect(
    platformBudgets,
    {
      platform: budget.platform,
      day: sql`${budget.day}::date`,
      used: sql`${cost.units}::int`,
      usedByUsers: sql`${share.isOfUsers ? cost.units : 0}::int`,
    },
    sql`where ${cost.units}::int <= ${share.units}::int and ${condition}`,
  );
  const updated = onConflictUpdate(platformBudgets, [platformBudgets.platform, platformBudgets.day], {
    used: sum,
    usedByUsers: sumOfUsers,
  });
  const ofShare = share.isOfUsers ? sumOfUsers : sql`(${sum}) - (${sumOfUsers})`;
  // Requests without a cost are made also after the budget was lowered during the day, below what is spent.
  return sql`${inserted} ${updated} where ${cost.units}::int = 0 or (${sum} <= ${budget.units}::int and ${ofShare} <= ${share.units}::int)`;
}

/** Spends the cost of requests and returns true, or returns false when a limit does not cover them. */
export async function spend(db: Db, requested: Spending): Promise<boolean> {
  const { isSpent } = await one(
    db,
    query(
      { isSpent: sql<boolean>`exists (select from spent)` },
      (columns) => sql`with ${spending(requested, sql`true`)} select ${columns}`,
    ),
  );
  return isSpent;
}

/** Gives back the part of a spending whose requests were not made. Its `cost` is that part; the rest is as it was spent. */
export function giveBack(unused: Spending): SQL[] {
  const { budget, share, cost } = unused;
  const { calls, units } = cost;
  const ofUsers = share.isOfUsers ? units : 0;
  const isOfWindow = sql`${platformWindows.platform} = ${budget.platform} and ${platformWindows.bucket} = ${cost.bucket}
    and ${platformWindows.startedAt} = ${windowStartOf(unused)}`;
  const isOfDay = sql`${platformBudgets.platform} = ${budget.platform} and ${platformBudgets.day} = ${budget.day}::date`;
  return [
    build
      .update(platformWindows)
      .set({ used: sql`greatest(0, ${platformWindows.used} - ${calls}::int)` })
      .where(isOfWindow)
      .getSQL(),
    build
      .update(platformBudgets)
      .set({
        used: sql`greatest(0, ${platformBudgets.used} - ${units}::int)`,
        usedByUsers: sql`greatest(0, ${platformBudgets.usedByUsers} - ${ofUsers}::int)`,
      })
      .where(isOfDay)
      .getSQL(),
  ];
}

/** The units of a budget that one user may spend in a day. */
export interface UserShare {
  readonly userId: number;
  readonly units: number;
}

/** The stored units of a user, if they are of the day that is inserted: another day starts from zero. */
export const ofSameDay = (units: AnyColumn): SQL =>
  sql`case when ${platformUserBudgets.day} < ${excluded(platformUserBudgets.day)} then 0 else ${units} end`;

/** Adds the units to what the user has used in that day, if the share covers them. Another day starts from zero. */
function spendingOfShare({ userId, units }: UserShare, { budget, cost }: Spending): SQL {
  const { day: usedDay, used, listed } = platformUserBudgets;
  const sum = sql`${ofSameDay(used)} + ${excluded(used)}`;
  const inserted = insertSelect(
    platformUserBudgets,
    {
      userId: sql`${userId}::bigint`,
      platform: budget.platform,
      day: sql`${budget.day}::date`,
      used: sql`${cost.units}::int`,
    },
    sql`where ${cost.units}::int <= ${units}::int`,
  );
  const updated = onConflictUpdate(platformUserBudgets, [platformUserBudgets.userId, platformUserBudgets.platform], {
    day: sql`greatest(${usedDay}, ${excluded(usedDay)})`,
    used: sum,
    listed: ofSameDay(listed),
  });
  return sql`${inserted} ${updated} where ${sum} <= ${units}::int`;
}

/** Spends for a user, if the user's share of the day covers the cost too. The share counts requests that the budget refuses. */
export async function spendFor(
  db: Db,
  share: UserShare,
  requested: Spending,
): Promise<'SPENT' | 'NO_SHARE_LEFT' | 'NO_BUDGET_LEFT'> {
  const { hasShare, isSpent } = await one(
    db,
    query(
      { hasShare: sql<boolean>`exists (select from share)`, isSpent: sql<boolean>`exists (select from spent)` },
      (columns) => sql`
        with share as (${spendingOfShare(share, requested)} returning 1),
        ${spending(requested, sql`exists (select from share)`)}
        select ${columns}`,
    ),
  );
  if (!hasShare) return 'NO_SHARE_LEFT';
  return isSpent ? 'SPENT' : 'NO_BUDGET_LEFT';
}

/** The platform refuses requests of this bucket until this time. */
export interface Closing {
  readonly platform: Platform;
  readonly bucket: string;
  readonly until: Date;
}

/** Blocks requests of these buckets until their platforms accept them again. */
export const closeBuckets = (closings: readonly Closing[], at: Date): SQL[] =>
  closings.map(({ platform, bucket, until }) => {
    const { closedUntil } = platformWindows;
    const inserted = insertSelect(
      platformWindows,
      { platform, bucket, startedAt: at, used: sql`0`, closedUntil: sql`${until}::timestamptz` },
      sql``,
    );
    const updated = onConflictUpdate(platformWindows, [platformWindows.platform, platformWindows.bucket], {
      closedUntil: sql`greatest(${closedUntil}, ${excluded(closedUntil)})`,
    });
    return sql`${inserted} ${updated}`;
  });

/** The units that were spent in a day, of all and of users. */
export const readSpent = (
  db: Db,
  { platform, day }: Pick<Budget, 'platform' | 'day'>,
): Promise<{ readonly all: number; readonly ofUsers: number }> =>
  one(
    db,
    select(
      {
        all: sql<number>`coalesce(max(${platformBudgets.used}), 0)`,
        ofUsers: sql<number>`coalesce(max(${platformBudgets.usedByUsers}), 0)`,
      },
      sql`from ${platformBudgets} where ${platformBudgets.platform} = ${platform} and ${platformBudgets.day} = ${day}::date`,
    ),
  );

/** Deletes windows that began before a time and are not closed now, at most `limit`, and returns their number. */
export const deleteOldWindows = (db: Db, before: Date, at: Date, limit: number): Promise<number> => {
  const { platform, bucket, startedAt, closedUntil } = platformWindows;
  const isOld = sql`${startedAt} < ${before} and (${closedUntil} is null or ${closedUntil} <= ${at})`;
  const old = sql`(select ${platform}, ${bucket} from ${platformWindows} where ${isOld} limit ${limit} for update skip locked)`;
  return countChanged(db, build.delete(platformWindows).where(sql`(${platform}, ${bucket}) in ${old}`));
};
