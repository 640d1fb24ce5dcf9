import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { type CampaignRecord, changeCampaign, notifyOfCampaign } from '../../../db/campaigns/campaigns.ts';
import type { CampaignView } from '../../../schema/campaigns/campaign.ts';
import type { CampaignEventKind } from '../../../schema/campaigns/campaign-terms.ts';
import type { Ctx } from '../../context.ts';
import type { Change } from '../../mutate.ts';
import { viewCampaign, withMetricsOf, withoutMetrics } from './view.ts';

interface Answer {
  readonly data: CampaignView;
}

/** The change of a campaign to its next version, with its event, if any. The key stores the answer without metrics. */
export function changeOfCampaign(
  ctx: Ctx,
  campaign: CampaignRecord,
  { event, also = [] }: { readonly event?: CampaignEventKind; readonly also?: readonly SQLWrapper[] } = {},
): Change<Answer, Answer> {
  const changed = { ...campaign, version: campaign.version + 1, updatedAt: ctx.now().toISOString() };
  const events = event ? [notifyOfCampaign(campaign.id, event, ctx.now())] : [];
  return {
    ...answerOf(changed),
    statements: [changeCampaign(changed), ...also, ...events],
    isNotifying: events.length > 0,
  };
}

/** An answer, and what the key stores of it. */
export function answerOf(campaign: CampaignRecord): { readonly answer: Answer; readonly kept: Answer } {
  const data = viewCampaign(campaign);
  return { answer: { data }, kept: { data: withoutMetrics(data) } };
}

/** A replay has the current metrics. */
export const replayCampaign = (kept: Answer, campaign: CampaignRecord): Answer => ({
  data: withMetricsOf(kept.data, viewCampaign(campaign)),
});
