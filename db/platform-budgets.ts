import { sql } from 'drizzle-orm/sql/sql';
import { type Db, row } from './client.ts';

/** What a platform's API may be asked in one of its days. */
export interface Budget {
  readonly platform: string;
  readonly day: string;
  readonly units: number;
}

/**
 * True when so many units were left: they are spent now. False when not, and nothing is spent. It is one statement, so
 * that however many spend at once never pass the budget together.
 */
export async function spend(db: Db, { platform, day, units }: Budget, wanted: number): Promise<boolean> {
  const spent = await db.rows(sql`
    insert into platform_budgets (platform, day, used)
    select ${platform}, ${day}::date, ${wanted}::int where ${wanted}::int <= ${units}::int
    on conflict (platform, day) do update set used = platform_budgets.used + excluded.used
      where platform_budgets.used + excluded.used <= ${units}::int
    returning used`);
  return spent.length === 1;
}

/** What one user may have spent of a budget. */
export interface Share {
  readonly userId: number;
  readonly units: number;
}

/**
 * The same for a user, as far as the user's own share of the day goes. What is asked for when the budget is spent counts
 * in the share too.
 */
export async function spendFor(
  db: Db,
  { userId, units: most }: Share,
  { platform, day, units }: Budget,
  wanted: number,
): Promise<'SPENT' | 'NO_SHARE_LEFT' | 'NO_BUDGET_LEFT'> {
  const today = sql`case when own.day < excluded.day then 0 else own.used end + excluded.used`;
  const { hasShare, isSpent } = await row<{ hasShare: boolean; isSpent: boolean }>(
    db,
    sql`
    with share as (
      insert into platform_asks as own (user_id, platform, day, used)
      select ${userId}::bigint, ${platform}, ${day}::date, ${wanted}::int where ${wanted}::int <= ${most}::int
      on conflict (user_id, platform) do update set day = greatest(own.day, excluded.day), used = ${today}
        where ${today} <= ${most}::int
      returning 1),
    spent as (
      insert into platform_budgets (platform, day, used)
      select ${platform}, ${day}::date, ${wanted}::int where ${wanted}::int <= ${units}::int and exists (select from share)
      on conflict (platform, day) do update set used = platform_budgets.used + excluded.used
        where platform_budgets.used + excluded.used <= ${units}::int
      returning 1)
    select exists (select from share) as "hasShare", exists (select from spent) as "isSpent"`,
  );
  if (!hasShare) return 'NO_SHARE_LEFT';
  return isSpent ? 'SPENT' : 'NO_BUDGET_LEFT';
}

export async function readSpent(db: Db, { platform, day }: Budget): Promise<number> {
  const { used } = await row<{ used: number }>(
    db,
    sql`select coalesce(max(used), 0) as used from platform_budgets where platform = ${platform} and day = ${day}::date`,
  );
  return used;
}
