import { visitsOfDays } from '../../../db/creators/page-visits.ts';
import type { PageVisits } from '../../../schema/creators/page-visits.ts';
import type { Ctx } from '../../context.ts';
import { dayBefore } from './rules.ts';

/** The visits of the caller's page on each of the last days. */
export async function getPageVisits(ctx: Ctx, { days }: { readonly days: number }): Promise<{ data: PageVisits }> {
  const [from, to] = [dayBefore(ctx.now(), days - 1), dayBefore(ctx.now(), 0)];
  const series = await ctx.db.read(visitsOfDays(ctx.actor.userId, from, to));
  return { data: { from, to, visits: series.reduce((sum, { visits }) => sum + visits, 0), series } };
}
