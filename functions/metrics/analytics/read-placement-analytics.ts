import { analyticsOfPeriod } from '../../../db/metrics/analytics.ts';
import { facts } from '../../../db/query.ts';
import { type PlacementAnalytics, periodLimit } from '../../../schema/metrics/placement-analytics.ts';
import { periodOf } from '../../../schema/shared/instants.ts';
import type { Ctx } from '../../context.ts';
import { shownToOthers } from './shown-to-others.ts';
import { viewAnalytics } from './view.ts';

export interface PeriodQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The metrics of the caller's assignments that were open in a period: funded before its end, not ended before its start. */
export async function readPlacementAnalytics(ctx: Ctx, query: PeriodQuery): Promise<{ data: PlacementAnalytics }> {
  const alive = periodOf(query, ctx.now(), periodLimit);
  const { metrics } = await facts(ctx.db, {
    metrics: analyticsOfPeriod(ctx.actor.userId, alive, shownToOthers(ctx)),
  });
  return { data: viewAnalytics(metrics) };
}
