import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { one, select } from '../query.ts';

/** Brings the summaries of at most `max` marked orders up to date, and returns their number. It is 0 during another run. */
export async function summarizeOrders(db: Db, max: number): Promise<number> {
  const { summarized } = await one(db, select({ summarized: sql<number>`analytics_summarize(${max})` }));
  return summarized;
}
