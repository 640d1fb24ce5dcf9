import type { CampaignRecord } from '../../../db/campaigns/campaigns.ts';
import type { CampaignChanges, CampaignView } from '../../../schema/campaigns/campaign.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { holdBudget } from '../../wallet/index.ts';
import { ownCampaign, refuseStale } from './campaign-target.ts';
import { changeOfCampaign, replayCampaign } from './keep-campaign.ts';
import { afterMove, changedTerms, isExhausted, refusePastEnd, refuseStartedChanges, refuseTerms } from './rules.ts';

/**
 * Changes the given terms. Once the campaign has started, a higher budget reserves the difference, and sets a campaign running again that was
 * paused because its budget was exhausted. A failure changes nothing.
 */
export const updateCampaign = (
  ctx: Ctx,
  { id, expectedVersion, ...changes }: CampaignChanges & { readonly id: number },
): Promise<{ data: CampaignView }> =>
  mutate(ctx, {
    ...ownCampaign(ctx, id),
    replay: replayCampaign,
    decide(campaign) {
      const isStarted = campaign.startedAt !== null;
      if (isStarted && changes.budgetCents !== undefined && ctx.idempotency.key === null)
        throw new Refusal('IDEMPOTENCY_KEY_REQUIRED');
      refuseStale(campaign, expectedVersion);
      const status = afterMove('update', campaign);
      const terms = changedTerms(campaign, changes);
      if (isStarted) refuseStartedChanges(campaign, terms, ctx.now());
      else {
        refuseTerms(terms, ctx.settings);
        if (changes.endsAt !== undefined) refusePastEnd(terms, ctx.now());
      }
      const changed: CampaignRecord = { ...campaign, ...terms, status };
      if (!isStarted || terms.budgetCents === campaign.budgetCents) return changeOfCampaign(ctx, changed);
      const isRunningAgain = campaign.pauseReason === 'BUDGET_EXHAUSTED' && !isExhausted(changed);
      return changeOfCampaign(
        ctx,
        {
          ...changed,
          reserves: campaign.reserves + 1,
          ...(isRunningAgain && { status: 'RUNNING', pauseReason: null }),
        },
        { also: [holdBudget(id, ctx.now())], ...(isRunningAgain && { event: 'campaign.resumed' }) },
      );
    },
  });
