import * as campaigns from '../../schema/campaigns/campaign-terms.ts';
import { campaignReferences } from '../../schema/wallet/wallet-terms.ts';
import { type Enumeration, of } from './enumeration.ts';

const chosenReasons =
  'DUPLICATE: it repeats another post. OUT_OF_WINDOW: it was published outside the time of the campaign. CRITERIA_NOT_MET: it does not ' +
  'meet the requirements. NON_ORGANIC_VIEWS: its views are not organic. OTHER: another reason.';

/** The enumerations of campaigns and their posts. */
export const campaignEnumerations: Readonly<Record<string, Enumeration>> = {
  CampaignStatus: of(
    campaigns.campaignStatuses,
    'DRAFT: not started. RUNNING: creators can take its offer and submit posts. PAUSED: they cannot. COMPLETED, CANCELLED: ended, paid ' +
      'and refunded.',
  ),
  CampaignPauseReason: of(
    campaigns.pauseReasons,
    'MANUAL: the advertiser has paused it. BUDGET_EXHAUSTED: the budget does not cover another cent, or with FIXED another reward.',
  ),
  CampaignAction: of(campaigns.campaignActions, 'An operation on the campaign that is allowed now.'),
  CampaignPostStatus: of(
    campaigns.postStatuses,
    'ON_MODERATION: it waits for a decision. ACCEPTED: it earns. REJECTED: it earns nothing. UNAVAILABLE: its platform does not show ' +
      'it, or does not show it to everyone.',
  ),
  TrackingLinkState: of(
    campaigns.linkStates,
    'ACTIVE: it redirects. NOT_STARTED: its campaign has not started. CAMPAIGN_CANCELLED: its campaign was cancelled before its start. BLOCKED: ' +
      'staff has switched it off. OWNER_SUSPENDED, OWNER_DELETED: the account of its advertiser is suspended or deleted. DESTINATION_REFUSED: new links cannot have its destination.',
  ),
  CampaignPostAction: of(campaigns.postActions, 'An operation on the post that is allowed now.'),
  CampaignPostFlag: of(
    campaigns.postFlags,
    'An unusual measurement. VIEWS_FELL, LIKES_FELL, COMMENTS_FELL: the counter has fallen. VIEWS_JUMPED: the views have grown by an ' +
      'unusual factor. FEW_LIKES, MANY_LIKES: an unusual share of the viewers liked the post.',
  ),
  RejectionReason: of(
    campaigns.rejectionReasons,
    `Why a post was rejected. ${chosenReasons} CAMPAIGN_ENDED: the campaign ended before the post was accepted. WITHDRAWN: its creator has withdrawn it.`,
  ),
  ChosenRejectionReason: of(campaigns.chosenRejectionReasons, `Why the advertiser rejects a post. ${chosenReasons}`),
  PaymentModel: of(campaigns.paymentModels, 'CPM pays by view, FIXED a reward for each accepted post.'),
  EarningKind: of(
    campaigns.earningKinds,
    'ACCRUAL: the post has earned an amount. PAYOUT: it was paid to the creator.',
  ),
  EarningLimit: of(
    campaigns.earningLimits,
    'Why an accrual is lower than its views are worth. MAX_PER_POST: the maximum for one post. BUDGET: the rest of the budget.',
  ),
  CampaignReferenceType: of(
    campaignReferences,
    'campaign: the budget was reserved or refunded. campaign-payout: a creator was paid.',
  ),
  CampaignPostEventKind: of(
    campaigns.postEventKinds,
    'post.submitted: it waits for a decision. post.accepted, post.rejected: decided. post.unavailable: its platform does not show it, ' +
      'or does not show it to everyone. post.flagged: a measurement is unusual.',
  ),
  CampaignEventKind: of(
    campaigns.campaignEventKinds,
    'campaign.started, campaign.completed, campaign.cancelled: the status has changed. campaign.paused: the advertiser, or the service ' +
      '(SYSTEM) because the budget is exhausted, has paused the campaign. campaign.resumed: the advertiser has resumed it or raised its ' +
      'exhausted budget. campaign.budget_low: at least 80 % of the budget is spent.',
  ),
  CampaignEventActor: of(
    campaigns.campaignEventActors,
    'Cause of the event. SYSTEM: the service, because of a deadline, the end of the campaign, the budget or a measurement.',
  ),
};
