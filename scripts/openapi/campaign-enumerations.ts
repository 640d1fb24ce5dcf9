import * as campaigns from '../../schema/campaigns/campaign-terms.ts';
import { campaignReferences } from '../../schema/wallet/wallet.ts';
import { type Enumeration, of } from './enumeration.ts';

/** The enumerations of campaigns and their posts. */
export const campaignEnumerations: Readonly<Record<string, Enumeration>> = {
  CampaignStatus: of(
    campaigns.campaignStatuses,
    'DRAFT: not started. RUNNING: on the offer wall. PAUSED: takes no new posts. COMPLETED, CANCELLED: ended, paid and refunded.',
  ),
  CampaignPauseReason: of(
    campaigns.pauseReasons,
    'MANUAL: the advertiser has paused it. BUDGET_EXHAUSTED: the budget does not cover another cent, or another reward.',
  ),
  CampaignAction: of(campaigns.campaignActions, 'An operation on the campaign that is allowed now.'),
  CampaignPostStatus: of(
    campaigns.postStatuses,
    'ON_MODERATION: the advertiser decides. ACCEPTED: it earns. REJECTED: it earns nothing. UNAVAILABLE: its platform does not show it, or not to everyone.',
  ),
  CampaignPostAction: of(campaigns.postActions, 'An operation on the post that is allowed now.'),
  CampaignPostFlag: of(
    campaigns.postFlags,
    'An unusual measurement: a counter that fell, views that jumped, or few or many likes for the views.',
  ),
  RejectionReason: of(
    campaigns.rejectionReasons,
    'Why a post was rejected. CAMPAIGN_ENDED: the campaign ended before the post was accepted.',
  ),
  ChosenRejectionReason: of(campaigns.chosenRejectionReasons, 'Why the advertiser rejects a post.'),
  PaymentModel: of(campaigns.paymentModels, 'CPM pays by view, FIXED a reward for each accepted post.'),
  EarningKind: of(
    campaigns.earningKinds,
    'ACCRUAL: the post has earned an amount. PAYOUT: it was paid to the creator.',
  ),
  EarningLimit: of(
    campaigns.earningLimits,
    'Why an accrual is lower than its views would give: the most that a post can earn, or the budget.',
  ),
  CampaignReferenceType: of(
    campaignReferences,
    'campaign: the budget was reserved or refunded. campaign-payout: a creator was paid.',
  ),
  CampaignPostEventKind: of(
    campaigns.postEventKinds,
    'post.submitted: it waits for the decision. post.accepted, post.rejected: decided. post.unavailable: its platform does not show it any more. ' +
      'post.flagged: a measurement is unusual.',
  ),
  CampaignEventKind: of(
    campaigns.campaignEventKinds,
    'campaign.started, campaign.completed, campaign.cancelled: its status has changed. campaign.paused: by the advertiser, or by SYSTEM because its ' +
      'budget is exhausted. campaign.resumed: by the advertiser, also by a higher budget. campaign.budget_low: at least 80 % of the budget is spent.',
  ),
  CampaignEventActor: of(
    campaigns.campaignEventActors,
    'Cause of the event. SYSTEM: the service, because of a deadline, the end of the campaign, the budget or a measurement.',
  ),
};
