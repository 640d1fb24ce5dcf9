import type { CampaignView } from '../../../schema/campaigns/campaign.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { holdBudget } from '../../wallet/index.ts';
import { ownCampaign, refuseStale } from './campaign-target.ts';
import { changeOfCampaign, replayCampaign } from './keep-campaign.ts';
import { afterMove, refusePastEnd, refuseTerms } from './rules.ts';

/** Reserves the budget and lists the campaign in the offers of creators, or changes nothing. */
export const startCampaign = (ctx: Ctx, { id, expectedVersion }: Move): Promise<{ data: CampaignView }> =>
  mutate(ctx, {
    ...ownCampaign(ctx, id),
    replay: replayCampaign,
    decide(campaign) {
      refuseStale(campaign, expectedVersion);
      const status = afterMove('start', campaign);
      // The settings and the time may have changed since the draft was written.
      refuseTerms(campaign, ctx.settings);
      refusePastEnd(campaign, ctx.now());
      const startedAt = ctx.now().toISOString();
      return changeOfCampaign(
        ctx,
        { ...campaign, status, startedAt, reserves: 1 },
        { event: 'campaign.started', also: [holdBudget(id, ctx.now())] },
      );
    },
  });

export interface Move {
  readonly id: number;
  readonly expectedVersion: number;
}
