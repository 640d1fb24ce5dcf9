import { analyticsOfCampaign } from '../../../db/campaigns/analytics.ts';
import { facts } from '../../../db/query.ts';
import type { CampaignAnalytics } from '../../../schema/campaigns/analytics.ts';
import { maxCreators, periodLimit } from '../../../schema/metrics/placement-analytics.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import { periodOf } from '../../../schema/shared/instants.ts';
import type { Ctx } from '../../context.ts';
import { shownToOthers } from '../../metrics/analytics/index.ts';
import { viewAnalytics } from './view.ts';

interface Wanted {
  readonly id: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The metrics of a campaign of the caller. The period bounds the days alone. */
export async function readCampaignAnalytics(ctx: Ctx, { id, ...period }: Wanted): Promise<{ data: CampaignAnalytics }> {
  const days = periodOf(period, ctx.now(), periodLimit);
  const { metrics } = await facts(ctx.db, {
    metrics: analyticsOfCampaign(ctx.actor.userId, id, { days, since: shownToOthers(ctx), creators: maxCreators }),
  });
  if (metrics === null) throw notFound();
  return { data: viewAnalytics(metrics) };
}
