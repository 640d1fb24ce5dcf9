import { analyticsOfOrder } from '../../../db/metrics/analytics.ts';
import { isOrderOf } from '../../../db/placements/orders.ts';
import { facts } from '../../../db/query.ts';
import { type PlacementAnalytics, periodLimit } from '../../../schema/metrics/placement-analytics.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { periodOf } from '../../../schema/shared/instants.ts';
import type { Ctx } from '../../context.ts';
import type { PeriodQuery } from './read-placement-analytics.ts';
import { shownToOthers } from './shown-to-others.ts';
import { viewAnalytics } from './view.ts';

/** The metrics of one order of the caller. The period applies to the series. */
export async function readOrderAnalytics(
  ctx: Ctx,
  { id: orderId, ...query }: PeriodQuery & { readonly id: number },
): Promise<{ data: PlacementAnalytics }> {
  const { userId } = ctx.actor;
  const days = periodOf(query, ctx.now(), periodLimit);
  const { isOwn, metrics } = await facts(ctx.db, {
    isOwn: isOrderOf(userId, orderId),
    metrics: analyticsOfOrder(userId, orderId, days, shownToOthers(ctx)),
  });
  if (!isOwn) throw notFound();
  return { data: viewAnalytics(metrics) };
}
