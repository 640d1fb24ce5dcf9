import { bookOwed, type CampaignRecord, isNotExhausted, owedOf } from '../../../db/campaigns/campaigns.ts';
import { factsOf } from '../../../db/query.ts';
import type { CampaignChanges, CampaignView } from '../../../schema/campaigns/campaign.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { holdBudget } from '../../wallet/index.ts';
import { campaignOfCaller, refuseStale } from './campaign-target.ts';
import { changeOfCampaign, replayCampaign } from './keep-campaign.ts';
import {
  afterMove,
  changedTerms,
  isExhausted,
  refusePastEnd,
  refuseStartedChanges,
  refuseTerms,
  spentWith,
} from './rules.ts';

/**
 * Changes the given terms. Once the campaign has started, a higher budget reserves the difference, and accepted posts earn what they wait for. A
 * campaign whose budget was exhausted runs again if anything is left. A failure changes nothing.
 */
export const updateCampaign = (
  ctx: Ctx,
  { id, expectedVersion, ...changes }: CampaignChanges & { readonly id: number },
): Promise<{ data: CampaignView }> =>
  mutate(ctx, {
    facts: factsOf({
      campaign: campaignOfCaller(ctx, id),
      owedCents: owedOf(changes.budgetCents === undefined ? null : id),
    }),
    visible: ({ campaign, owedCents }) => campaign && { campaign, owedCents },
    replay: (kept: { readonly data: CampaignView }, { campaign }) => replayCampaign(kept, campaign),
    decide({ campaign, owedCents }) {
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
      return raise(ctx, changed, BigInt(owedCents));
    },
  });

/** The change of a started campaign with a higher budget. */
function raise(ctx: Ctx, campaign: CampaignRecord, owedCents: bigint) {
  const { id, reserves } = campaign;
  const raised = { ...campaign, reserves: reserves + 1, spentCents: String(spentWith(owedCents, campaign)) };
  const isRunningAgain = campaign.pauseReason === 'BUDGET_EXHAUSTED' && !isExhausted(raised);
  return changeOfCampaign(ctx, isRunningAgain ? { ...raised, status: 'RUNNING', pauseReason: null } : raised, {
    // The budget is held last, because the ledger is locked after the posts.
    also: [bookOwed(id, ctx.now()), ...(isRunningAgain ? [isNotExhausted(id)] : []), holdBudget(id, ctx.now())],
    ...(isRunningAgain && { event: 'campaign.resumed' }),
  });
}
