import * as z from 'zod';

export const platforms = ['TWITCH', 'KICK', 'YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X'] as const;
export const streamingPlatforms = ['TWITCH', 'KICK'] as const;
export const shortVideoPlatforms = ['TIKTOK'] as const;
export const microblogPlatforms = ['X'] as const;
export const photoPlatforms = ['INSTAGRAM'] as const;
export const serviceTypes = ['STREAM', 'VIDEO', 'SHORT_VIDEO', 'POST', 'STORY', 'UGC'] as const;
export const variants = ['MENTION', 'INTEGRATION', 'DEDICATED', 'REVIEW'] as const;
export const units = ['STREAM', 'VIDEO', 'POST', 'STORY', 'FILE'] as const;
export const proofModes = ['PUBLIC_VOD', 'PUBLIC_URL', 'PRIVATE_FILE'] as const;
export const channelTypes = ['STREAMER', 'SOCIAL'] as const;
export const pageStatuses = ['NONE', 'PREVIEW', 'PUBLISHED', 'UNPUBLISHED'] as const;
export const pageActions = ['generate', 'submit', 'publish', 'unpublish'] as const;
export const roles = ['ADVERTISER', 'CREATOR', 'STAFF'] as const;
/** The roles that users choose themselves. */
export const chosenRoles = ['ADVERTISER', 'CREATOR'] as const;
/** The first digit of an HTTP status. */
export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export const scopes = ['read', 'write'] as const;
export const quantities = [1, 5, 10] as const;
export const catalogSorts = ['price', 'relevance', 'activity'] as const;

export const orderStatuses = ['DRAFT', 'QUOTED', 'FUNDED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;
export const orderActions = ['update', 'quote', 'checkout'] as const;
export const orderOrigins = ['LISTING', 'CUSTOM'] as const;
export const quoteStatuses = ['ACTIVE', 'SUPERSEDED', 'EXPIRED', 'CONSUMED'] as const;
/** The stored statuses of a quote. EXPIRED is computed from the time. */
export const storedQuoteStatuses = ['ACTIVE', 'SUPERSEDED', 'CONSUMED'] as const;
export const assignmentStatuses = [
  'PENDING',
  'ACCEPTED',
  'SUBMITTED',
  'CHANGES_REQUESTED',
  'APPROVED',
  'DECLINED',
  'EXPIRED',
  'CANCELLED',
  'DISPUTED',
  'RESOLVED',
] as const;
export const parties = ['ADVERTISER', 'CREATOR'] as const;
export const eventActors = [...parties, 'STAFF', 'SYSTEM'] as const;
export const assignmentEventKinds = [
  'assignment.funded',
  'assignment.accepted',
  'assignment.declined',
  'assignment.expired',
  'assignment.submitted',
  'assignment.changes_requested',
  'assignment.approved',
  'assignment.cancelled',
  'assignment.disputed',
  'assignment.statement_added',
  'assignment.resolved',
  'deliverable.updated',
  'proof.verified',
  'proof.rejected',
  'change_proposal.opened',
  'change_proposal.accepted',
  'change_proposal.declined',
  'change_proposal.withdrawn',
  'change_proposal.closed',
  'deadline.reminder',
  'deadline.missed',
] as const;
/** Events of a social account, which its owner is notified of. */
export const accountEventKinds = [
  'social_account.activated',
  'social_account.disconnected',
  'social_account.expired',
  'social_account.blocked',
] as const;
export const accountEventActors = ['CREATOR', 'PLATFORM', 'STAFF', 'SYSTEM'] as const;
export const proposalKinds = ['DUE_DATE', 'CANCEL'] as const;
export const proposalStatuses = ['OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'CLOSED'] as const;
export const proposalActions = ['accept', 'decline', 'withdraw'] as const;
export const disputeOutcomes = ['RELEASE', 'REFUND', 'SPLIT'] as const;
export const deliverableKinds = ['PUBLIC', 'FILE'] as const;
/** Reasons for an unknown count. */
export const unknownCounts = ['UNAVAILABLE', 'HIDDEN'] as const;
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const currencies = ['USDT', 'USD'] as const;
export const transactionTypes = [
  'DEPOSIT',
  'WITHDRAWAL',
  'RESERVE',
  'REFUND',
  'PAYOUT',
  'CREDIT_PURCHASE',
  'CAMPAIGN_RESERVE',
  'CAMPAIGN_REFUND',
  'CAMPAIGN_EARNING',
  'ADJUSTMENT',
] as const;

export type Platform = (typeof platforms)[number];
export type ServiceType = (typeof serviceTypes)[number];
export type Variant = (typeof variants)[number];
export type Unit = (typeof units)[number];
export type ProofMode = (typeof proofModes)[number];
export type PageStatus = (typeof pageStatuses)[number];
export type PageAction = (typeof pageActions)[number];
export type PictureType = (typeof pictureTypes)[number];
export type Role = (typeof roles)[number];
export type Scope = (typeof scopes)[number];
export type Quantity = (typeof quantities)[number];
export type OrderStatus = (typeof orderStatuses)[number];
export type AssignmentStatus = (typeof assignmentStatuses)[number];
export type Party = (typeof parties)[number];
export type EventActor = (typeof eventActors)[number];
export type AssignmentEventKind = (typeof assignmentEventKinds)[number];
export type AccountEventKind = (typeof accountEventKinds)[number];
export type AccountEventActor = (typeof accountEventActors)[number];
export type TransactionType = (typeof transactionTypes)[number];

/** The unit that a service type is sold in. */
export const unitOf: Readonly<Record<ServiceType, Unit>> = {
  STREAM: 'STREAM',
  VIDEO: 'VIDEO',
  SHORT_VIDEO: 'VIDEO',
  POST: 'POST',
  STORY: 'STORY',
  UGC: 'FILE',
};

const publicModes = ['PUBLIC_URL', 'PRIVATE_FILE'] as const;

/** How the delivery of a service type may be proven. */
export const proofModesOf: Readonly<Record<ServiceType, readonly ProofMode[]>> = {
  STREAM: ['PUBLIC_VOD', 'PRIVATE_FILE'],
  VIDEO: publicModes,
  SHORT_VIDEO: publicModes,
  POST: publicModes,
  STORY: publicModes,
  UGC: ['PRIVATE_FILE'],
};

/** The enumeration as a query parameter: lower case is accepted and upper-cased. */
export const queryEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(values))
    .meta({ type: 'string', enum: [...values] });
