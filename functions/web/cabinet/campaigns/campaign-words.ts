import type { CampaignView } from '../../../../schema/campaigns/campaign.ts';
import type {
  CampaignStatus,
  PostFlag,
  PostStatus,
  RejectionReason,
} from '../../../../schema/campaigns/campaign-terms.ts';
import { priceOf } from '../../ui/format.ts';
import type { Choice } from '../../ui/forms/inputs.tsx';
import type { StatusTone } from '../frame/status.tsx';

export const campaignTones: Readonly<Record<CampaignStatus, StatusTone>> = {
  DRAFT: 'quiet',
  RUNNING: 'good',
  PAUSED: 'open',
  COMPLETED: 'quiet',
  CANCELLED: 'bad',
};

export const postTones: Readonly<Record<PostStatus, StatusTone>> = {
  ON_MODERATION: 'open',
  ACCEPTED: 'good',
  REJECTED: 'bad',
  UNAVAILABLE: 'quiet',
};

export const pauseWords = {
  MANUAL: 'You have paused it.',
  BUDGET_EXHAUSTED: 'Its budget is exhausted. A higher budget starts it again.',
} as const;

export const rejectionWords: Readonly<Record<RejectionReason, string>> = {
  DUPLICATE: 'Duplicate of another post',
  OUT_OF_WINDOW: 'Published at the wrong time',
  CRITERIA_NOT_MET: 'Requirements not met',
  NON_ORGANIC_VIEWS: 'Views are not organic',
  OTHER: 'Other reason',
  CAMPAIGN_ENDED: 'The campaign has ended',
  WITHDRAWN: 'Withdrawn by its creator',
};

export const reasonChoices: readonly Choice[] = (
  ['CRITERIA_NOT_MET', 'DUPLICATE', 'OUT_OF_WINDOW', 'NON_ORGANIC_VIEWS', 'OTHER'] as const
).map((value) => ({ value, label: rejectionWords[value] }));

export const postFlagWords: Readonly<Record<PostFlag, string>> = {
  VIEWS_FELL: 'Views fell',
  LIKES_FELL: 'Likes fell',
  COMMENTS_FELL: 'Comments fell',
  VIEWS_JUMPED: 'Views jumped',
  FEW_LIKES: 'Few likes for its views',
  MANY_LIKES: 'Many likes for its views',
};

/** What creators get: "2.00 USD for 1,000 views". */
export const payOf = (payment: CampaignView['payment']): string =>
  payment.model === 'CPM'
    ? `${priceOf(payment.cpm)} for 1,000 views`
    : `${priceOf(payment.reward)} for each accepted post`;
