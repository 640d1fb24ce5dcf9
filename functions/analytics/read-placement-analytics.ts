import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { analyticsOf } from '../../db/placement-analytics.ts';
import type { AnalyticsRecord } from '../../schema/analytics-records.ts';
import { periodOf } from '../../schema/instants.ts';
import { type PlacementAnalytics, periodLimit } from '../../schema/placement-analytics.ts';
import type { Ctx } from '../context.ts';
import { shownToOthers } from './shown-to-others.ts';
import { viewAnalytics } from './view.ts';

export interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The figures of the caller's placements that were alive in a period: funded before its end, not ended before its beginning. */
export async function readPlacementAnalytics(ctx: Ctx, asked: Asked): Promise<{ data: PlacementAnalytics }> {
  const alive = periodOf(asked, ctx.now(), periodLimit);
  const { figures } = await row<{ figures: AnalyticsRecord }>(
    ctx.db,
    sql`select ${analyticsOf(ctx.actor.userId, { alive }, alive, shownToOthers(ctx))} as figures`,
  );
  return { data: viewAnalytics(figures) };
}
