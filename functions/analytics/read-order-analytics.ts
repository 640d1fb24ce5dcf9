import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { analyticsOf } from '../../db/placement-analytics.ts';
import type { AnalyticsRecord } from '../../schema/analytics-records.ts';
import { notFound } from '../../schema/errors.ts';
import { periodOf } from '../../schema/instants.ts';
import { type PlacementAnalytics, periodLimit } from '../../schema/placement-analytics.ts';
import type { Ctx } from '../context.ts';
import type { Asked } from './read-placement-analytics.ts';
import { shownToOthers } from './shown-to-others.ts';
import { viewAnalytics } from './view.ts';

/** The figures of one order of the caller; the period is that of the series. */
export async function readOrderAnalytics(
  ctx: Ctx,
  { id: orderId, ...asked }: Asked & { readonly id: number },
): Promise<{ data: PlacementAnalytics }> {
  const { userId } = ctx.actor;
  const days = periodOf(asked, ctx.now(), periodLimit);
  const { isOwn, figures } = await row<{ isOwn: boolean; figures: AnalyticsRecord }>(
    ctx.db,
    sql`select exists (select from placement_orders where id = ${orderId} and advertiser_id = ${userId}) as "isOwn",
          ${analyticsOf(userId, { orderId }, days, shownToOthers(ctx))} as figures`,
  );
  if (!isOwn) throw notFound();
  return { data: viewAnalytics(figures) };
}
