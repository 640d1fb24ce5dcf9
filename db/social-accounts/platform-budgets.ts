import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import type { Db } from '../client.ts';
import { countChanged, excluded, insertSelect, onConflictUpdate, one, query, select } from '../query.ts';
import { platformBudgets, platformUserBudgets } from '../tables/metrics.ts';

/** The units that calls of a platform's API may cost in one of the platform's days. */
export interface Budget {
  readonly platform: Platform;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly units: number;
}

/** Adds the units to what the day has used, if the budget covers them and the condition holds. */
function spending({ platform, day, units }: Budget, requestedUnits: number, condition: SQL): SQL {
  const { used } = platformBudgets;
  const sum = sql`${used} + ${excluded(used)}`;
  const inserted = insertSelect(
    platformBudgets,
    { platform, day: sql`${day}::date`, used: sql`${requestedUnits}::int` },
    sql`where ${requestedUnits}::int <= ${units}::int and ${condition}`,
  );
  const updated = onConflictUpdate(platformBudgets, [platformBudgets.platform, platformBudgets.day], { used: sum });
  return sql`${inserted} ${updated} where ${sum} <= ${units}::int`;
}

/**
 * Spends the units and returns true, or spends nothing and returns false when fewer are left. It is one statement, so that concurrent calls
 * cannot exceed the budget together.
 */
export const spend = async (db: Db, budget: Budget, requestedUnits: number): Promise<boolean> =>
  (await countChanged(db, spending(budget, requestedUnits, sql`true`))) === 1;

/** The units of a budget that one user may spend in a day. */
export interface Share {
  readonly userId: number;
  readonly units: number;
}

/** Adds the units to what the user has used in that day, if the share covers them. Another day starts from zero. */
function spendingOfShare({ userId, units }: Share, { platform, day }: Budget, requestedUnits: number): SQL {
  const { day: usedDay, used } = platformUserBudgets;
  const sum = sql`case when ${usedDay} < ${excluded(usedDay)} then 0 else ${used} end + ${excluded(used)}`;
  const inserted = insertSelect(
    platformUserBudgets,
    { userId: sql`${userId}::bigint`, platform, day: sql`${day}::date`, used: sql`${requestedUnits}::int` },
    sql`where ${requestedUnits}::int <= ${units}::int`,
  );
  const updated = onConflictUpdate(platformUserBudgets, [platformUserBudgets.userId, platformUserBudgets.platform], {
    day: sql`greatest(${usedDay}, ${excluded(usedDay)})`,
    used: sum,
  });
  return sql`${inserted} ${updated} where ${sum} <= ${units}::int`;
}

/** Spends units for a user, if the user's share of the day covers them too. The share counts requests that the budget refuses. */
export async function spendFor(
  db: Db,
  share: Share,
  budget: Budget,
  requestedUnits: number,
): Promise<'SPENT' | 'NO_SHARE_LEFT' | 'NO_BUDGET_LEFT'> {
  const { hasShare, isSpent } = await one(
    db,
    query(
      { hasShare: sql<boolean>`exists (select from share)`, isSpent: sql<boolean>`exists (select from spent)` },
      (columns) => sql`
        with share as (${spendingOfShare(share, budget, requestedUnits)} returning 1),
        spent as (${spending(budget, requestedUnits, sql`exists (select from share)`)} returning 1)
        select ${columns}`,
    ),
  );
  if (!hasShare) return 'NO_SHARE_LEFT';
  return isSpent ? 'SPENT' : 'NO_BUDGET_LEFT';
}

export async function readSpent(db: Db, { platform, day }: Pick<Budget, 'platform' | 'day'>): Promise<number> {
  const { used } = await one(
    db,
    select(
      { used: sql<number>`coalesce(max(${platformBudgets.used}), 0)` },
      sql`from ${platformBudgets} where ${platformBudgets.platform} = ${platform} and ${platformBudgets.day} = ${day}::date`,
    ),
  );
  return used;
}
