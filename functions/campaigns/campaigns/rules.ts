import type { CampaignTerms } from '../../../db/campaigns/campaigns.ts';
import type { CampaignChanges, CampaignInput, Requirements } from '../../../schema/campaigns/campaign.ts';
import {
  type CampaignAction,
  type CampaignStatus,
  campaignActions,
  platformsWithoutCpm,
} from '../../../schema/campaigns/campaign-terms.ts';
import type { MetricRules } from '../../../schema/metrics/metric-rules.ts';
import { sharingOf } from '../../../schema/metrics/sharing.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { invalid, invalidState } from '../../../schema/shared/errors.ts';

/**
 * The advertiser's actions and the status after each. An action that is not listed is not allowed. Without an action, a running campaign
 * becomes PAUSED when its budget is exhausted, and a running or paused one COMPLETED at endsAt.
 */
export const life: Readonly<Record<CampaignStatus, Readonly<Partial<Record<CampaignAction, CampaignStatus>>>>> = {
  DRAFT: { update: 'DRAFT', start: 'RUNNING', cancel: 'CANCELLED' },
  RUNNING: { update: 'RUNNING', pause: 'PAUSED', complete: 'COMPLETED', cancel: 'CANCELLED' },
  PAUSED: { update: 'PAUSED', resume: 'RUNNING', complete: 'COMPLETED', cancel: 'CANCELLED' },
  COMPLETED: {},
  CANCELLED: {},
};

type Funds = Pick<CampaignTerms, 'budgetCents' | 'spentCents' | 'rewardCents'>;

/** Whether the rest of the budget is below one cent, or below one reward. */
export const isExhausted = ({ budgetCents, spentCents, rewardCents }: Funds): boolean =>
  BigInt(budgetCents) - BigInt(spentCents) < BigInt(rewardCents ?? 1);

/** What is spent when accepted posts have got what they are owed, as far as the budget reaches. Rewards are paid as a whole. */
export function spentWith(owedCents: bigint, { budgetCents, spentCents, rewardCents }: Funds): bigint {
  const [spent, unit] = [BigInt(spentCents), BigInt(rewardCents ?? 1)];
  const covered = ((BigInt(budgetCents) - spent) / unit) * unit;
  return spent + (owedCents < covered ? owedCents : covered);
}

/** A campaign whose budget is exhausted cannot be resumed. */
export const allowedActions = (campaign: Pick<CampaignTerms, 'status'> & Funds): CampaignAction[] =>
  campaignActions.filter(
    (action) => life[campaign.status][action] !== undefined && !(action === 'resume' && isExhausted(campaign)),
  );

/** The status after an action. Throws INVALID_STATE if the action is not allowed. */
export function afterMove(action: CampaignAction, campaign: CampaignTerms): CampaignStatus {
  const to = life[campaign.status][action];
  const allowed = allowedActions(campaign);
  if (to !== undefined && allowed.includes(action)) return to;
  throw invalidState(to === undefined ? campaign.status : 'BUDGET_EXHAUSTED', allowed);
}

/** The terms that an advertiser writes. Amounts are cents as text. */
export type WrittenTerms = Pick<
  CampaignTerms,
  | ('title' | 'brief' | 'platforms' | 'paymentModel' | 'cpmCents' | 'rewardCents')
  | ('maxPerPostCents' | 'requirements' | 'budgetCents' | 'endsAt')
>;

/** The terms of a new campaign. */
export const termsOf = ({ payment, requirements, ...input }: CampaignInput): WrittenTerms => ({
  title: input.title,
  brief: input.brief,
  platforms: [...new Set(input.platforms)],
  ...paymentOf(payment),
  maxPerPostCents: textOf(input.maxPerPostCents),
  requirements: withChanges(noRequirements, requirements),
  budgetCents: String(input.budgetCents),
  endsAt: input.endsAt?.toISOString() ?? null,
});

const noRequirements: Requirements = { hashtags: [], mentions: [], languages: [] };

/** The requirements with the given ones replaced; null removes one. */
function withChanges(before: Requirements, changes: CampaignInput['requirements']): Requirements {
  const { minSeconds, notes, ...lists } = { ...before, ...changes };
  return {
    hashtags: lists.hashtags ?? [],
    mentions: lists.mentions ?? [],
    languages: lists.languages ?? [],
    ...(minSeconds != null && { minSeconds }),
    ...(notes != null && { notes }),
  };
}

const paymentOf = (payment: CampaignInput['payment']) => ({
  paymentModel: payment.model,
  cpmCents: payment.model === 'CPM' ? String(payment.cpmCents) : null,
  rewardCents: payment.model === 'FIXED' ? String(payment.rewardCents) : null,
});

const textOf = (cents: bigint | null | undefined): string | null => (cents == null ? null : String(cents));

/** The terms after the given changes. A field that is not given stays. */
export function changedTerms(before: WrittenTerms, changes: Omit<CampaignChanges, 'expectedVersion'>): WrittenTerms {
  const { title, brief, platforms, payment, maxPerPostCents, requirements, budgetCents, endsAt } = changes;
  return {
    title: title ?? before.title,
    brief: brief ?? before.brief,
    platforms: platforms ? [...new Set(platforms)] : before.platforms,
    ...(payment === undefined
      ? { paymentModel: before.paymentModel, cpmCents: before.cpmCents, rewardCents: before.rewardCents }
      : paymentOf(payment)),
    maxPerPostCents: maxPerPostCents === undefined ? before.maxPerPostCents : textOf(maxPerPostCents),
    requirements: withChanges(before.requirements, requirements),
    budgetCents: budgetCents === undefined ? before.budgetCents : String(budgetCents),
    endsAt: endsAt === undefined ? before.endsAt : (endsAt?.toISOString() ?? null),
  };
}

/** The settings of the deployment that the terms of a campaign depend on. */
export interface CampaignSettings extends MetricRules {
  readonly CAMPAIGN_PLATFORMS: readonly Platform[];
}

/** Whether the advertiser may see the views of posts, always or with the consent of their creators: CPM needs them. */
const showsViews = (platform: Platform, rules: MetricRules): boolean =>
  !platformsWithoutCpm.includes(platform) &&
  [true, false].some((isByGrant) => ['PUBLIC', 'WITH_CONSENT'].includes(sharingOf({ platform, isByGrant }, rules)));

/** Refuses terms that no campaign may have. */
export function refuseTerms(terms: WrittenTerms, settings: CampaignSettings): void {
  const { platforms, paymentModel, maxPerPostCents, rewardCents, budgetCents } = terms;
  const closed = platforms.find((platform) => !settings.CAMPAIGN_PLATFORMS.includes(platform));
  if (closed !== undefined) throw invalid('platforms', `${closed} is not available for campaigns`);
  if (paymentModel === 'CPM') {
    const unfit = platforms.find((platform) => !showsViews(platform, settings));
    if (unfit !== undefined)
      throw invalid('platforms', `a CPM campaign cannot include ${unfit}; remove it, or choose FIXED`);
  } else if (maxPerPostCents !== null) throw invalid('maxPerPostCents', 'applies only to CPM');
  if (rewardCents !== null && BigInt(budgetCents) < BigInt(rewardCents))
    throw invalid('budgetCents', 'must cover at least one reward');
}

/** Refuses an end that has passed. */
export function refusePastEnd({ endsAt }: Pick<WrittenTerms, 'endsAt'>, now: Date): void {
  if (endsAt !== null && new Date(endsAt) <= now) throw invalid('endsAt', 'must be in the future');
}

/** Refuses changes that a started campaign cannot have: creators rely on its terms. */
export function refuseStartedChanges(before: WrittenTerms, after: WrittenTerms, now: Date): void {
  const fixed = ['brief', 'platforms', 'maxPerPostCents'] as const;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const inAnyOrder = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
  for (const name of fixed)
    if (!isSame(inAnyOrder(before[name]), inAnyOrder(after[name])))
      throw invalid(name, 'cannot change after the start');
  const payment = ({ paymentModel, cpmCents, rewardCents }: WrittenTerms) => [paymentModel, cpmCents, rewardCents];
  if (!isSame(payment(before), payment(after))) throw invalid('payment', 'cannot change after the start');
  const checked = ({ requirements: { notes: _, ...others } }: WrittenTerms) => others;
  if (!isSame(checked(before), checked(after))) throw invalid('requirements', 'after the start, only notes can change');
  if (BigInt(after.budgetCents) < BigInt(before.budgetCents))
    throw invalid('budgetCents', 'must not be lower than the present budget');
  if (isSame(before.endsAt, after.endsAt)) return;
  if (before.endsAt === null || (after.endsAt !== null && after.endsAt < before.endsAt))
    throw invalid(
      'endsAt',
      'must not be earlier than the present end; a started campaign without an end cannot get one',
    );
  refusePastEnd(after, now);
}
