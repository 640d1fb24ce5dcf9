import type { Platform } from '../shared/enums.ts';

export const campaignStatuses = ['DRAFT', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const;
/** MANUAL: the advertiser has paused it. BUDGET_EXHAUSTED: the budget is exhausted. */
export const pauseReasons = ['MANUAL', 'BUDGET_EXHAUSTED'] as const;
export const campaignActions = ['update', 'start', 'pause', 'resume', 'complete', 'cancel'] as const;
/** CPM: cents for each thousand views. FIXED: cents for each accepted post. */
export const paymentModels = ['CPM', 'FIXED'] as const;

/** ON_MODERATION: it waits for a decision. UNAVAILABLE: its platform does not show it; it returns to its former status when it is shown. */
export const postStatuses = ['ON_MODERATION', 'ACCEPTED', 'REJECTED', 'UNAVAILABLE'] as const;
/** The reasons that an advertiser can give. */
export const chosenRejectionReasons = [
  'DUPLICATE',
  'OUT_OF_WINDOW',
  'CRITERIA_NOT_MET',
  'NON_ORGANIC_VIEWS',
  'OTHER',
] as const;
/** CAMPAIGN_ENDED: the campaign ended before the post could be accepted. WITHDRAWN: its creator has withdrawn it. */
export const rejectionReasons = [...chosenRejectionReasons, 'CAMPAIGN_ENDED', 'WITHDRAWN'] as const;
/**
 * Unusual measurements of a post. VIEWS_FELL, LIKES_FELL, COMMENTS_FELL: the counter is lower than before. VIEWS_JUMPED: the views have
 * grown by an unusual factor between two measurements. FEW_LIKES, MANY_LIKES: an unusual share of the viewers liked the post.
 */
export const postFlags = [
  'VIEWS_FELL',
  'LIKES_FELL',
  'COMMENTS_FELL',
  'VIEWS_JUMPED',
  'FEW_LIKES',
  'MANY_LIKES',
] as const;

/** What the advertiser of its campaign may do with a post, and what its creator may do. */
export const postActionsOf = { ADVERTISER: ['accept', 'reject'], CREATOR: ['withdraw'] } as const;
export const postActions = [...postActionsOf.ADVERTISER, ...postActionsOf.CREATOR] as const;

export const earningKinds = ['ACCRUAL', 'PAYOUT'] as const;
/** Why an accrual is lower than its views are worth. */
export const earningLimits = ['MAX_PER_POST', 'BUDGET'] as const;
/** Events of a post, which its creator and the advertiser of its campaign are notified of. */
export const postEventKinds = [
  'post.submitted',
  'post.accepted',
  'post.rejected',
  'post.unavailable',
  'post.flagged',
] as const;
/** Events of a campaign. Only its advertiser is notified, because they reveal the budget. */
export const campaignEventKinds = [
  'campaign.started',
  'campaign.paused',
  'campaign.resumed',
  'campaign.completed',
  'campaign.cancelled',
  'campaign.budget_low',
] as const;
/** Who has caused an event of a campaign or of one of its posts. */
export const campaignEventActors = ['ADVERTISER', 'CREATOR', 'SYSTEM'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
export type CampaignAction = (typeof campaignActions)[number];
export type PostStatus = (typeof postStatuses)[number];
export type PostAction = (typeof postActions)[number];
export type ChosenRejectionReason = (typeof chosenRejectionReasons)[number];
export type RejectionReason = (typeof rejectionReasons)[number];
export type PostFlag = (typeof postFlags)[number];
export type PostEventKind = (typeof postEventKinds)[number];
export type CampaignEventKind = (typeof campaignEventKinds)[number];
export type CampaignEventActor = (typeof campaignEventActors)[number];

/** Platforms whose posts cannot be paid by views: X forbids it, Kick counts none, and Twitch's terms let nobody else see the views. */
export const platformsWithoutCpm: readonly Platform[] = ['TWITCH', 'KICK', 'X'];

export const campaignTitleLength = 120;
export const campaignBriefLength = 5_000;
export const requirementNotesLength = 2_000;
/** Maximum number of hashtags, mentions or languages. */
export const maxRequirementWords = 10;
/** Maximum number of drafts of an advertiser. */
export const maxCampaignDrafts = 100;
export const postNoteLength = 1_000;
/** Maximum number of times that a creator can submit a rejected or withdrawn post to the same campaign again. */
export const maxResubmissions = 3;
/** Maximum number of tracking links of a campaign. */
export const maxTrackingLinks = 200;
/** Maximum length of the destination of a link, before and after encoding. */
export const destinationUrlLength = 2_000;
export const linkLabelLength = 100;
/** Whether a link redirects, or why it does not. */
export const linkStates = [
  'ACTIVE',
  'NOT_STARTED',
  'CAMPAIGN_CANCELLED',
  'BLOCKED',
  'OWNER_SUSPENDED',
  'OWNER_DELETED',
  'DESTINATION_REFUSED',
] as const;
