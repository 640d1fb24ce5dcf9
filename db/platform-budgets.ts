import { sql } from 'drizzle-orm';
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

export async function readSpent(db: Db, { platform, day }: Budget): Promise<number> {
  const { used } = await row<{ used: number }>(
    db,
    sql`select coalesce(max(used), 0) as used from platform_budgets where platform = ${platform} and day = ${day}::date`,
  );
  return used;
}
