import { type CampaignRecord, spendRaise } from '../../../db/campaigns/campaigns.ts';
import type { CampaignChanges, CampaignView } from '../../../schema/campaigns/campaign.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate, readAfterCommit } from '../../mutate.ts';
import { holdBudget } from '../../wallet/index.ts';
import { ownCampaign, refuseStale } from './campaign-target.ts';
import { getCampaign } from './get-campaign.ts';
import { changeOfCampaign, replayCampaign } from './keep-campaign.ts';
import { afterMove, changedTerms, refusePastEnd, refuseStartedChanges, refuseTerms } from './rules.ts';

/**
 * Changes the given terms. Once the campaign has started, a higher budget reserves the difference, and accepted posts earn what they wait for. A
 * campaign whose budget was exhausted runs again if anything is left. A failure changes nothing.
 */
export const updateCampaign = (
  ctx: Ctx,
  { id, expectedVersion, ...changes }: CampaignChanges & { readonly id: number },
): Promise<{ data: CampaignView }> =>
  mutate(ctx, {
    ...ownCampaign(ctx, id),
    replay: (kept: { readonly id: number } | { readonly data: CampaignView }, campaign) =>
      'id' in kept ? getCampaign(ctx, kept) : replayCampaign(kept, campaign),
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
      const { statements } = changeOfCampaign(
        ctx,
        { ...changed, reserves: campaign.reserves + 1 },
        // The budget is held last, because the ledger is locked after the posts.
        { also: [spendRaise(id, ctx.now()), holdBudget(id, ctx.now())] },
      );
      return { statements, answer: readAfterCommit(() => getCampaign(ctx, { id })), kept: { id }, isNotifying: true };
    },
  });
