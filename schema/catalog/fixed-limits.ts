import {
  campaignBriefLength,
  campaignTitleLength,
  destinationUrlLength,
  linkLabelLength,
  maxCampaignDrafts,
  maxRequirementWords,
  maxResubmissions,
  maxTrackingLinks,
  postNoteLength,
  requirementNotesLength,
} from '../campaigns/campaign-terms.ts';
import { proofArchiveLimits } from '../campaigns/proof-terms.ts';
import { decisionRetryMinutes, flagRules, scansUntilUnavailable } from '../campaigns/scan-rules.ts';
import { channelUrlLength, maxChannels } from '../creators/channels.ts';
import * as creators from '../creators/creators.ts';
import { discountLimitBps, maxListings, maxServices } from '../creators/pricing.ts';
import { maxMiniPoints } from '../factories/factory-metrics.ts';
import {
  creditPurchase,
  factoryNameLength,
  failuresUntilUnavailable,
  intervalHours,
  maxExportedRows,
  maxFactories,
  maxFactoryAccounts,
  maxPosts,
  maxShareLinks,
  maxTagGroups,
  maxTags,
  scansUntilGone,
  trackingDays,
} from '../factories/factory-terms.ts';
import { maxLiveKeys } from '../identity/api-keys.ts';
import { maxCreators, periodLimit } from '../metrics/placement-analytics.ts';
import * as webhooks from '../notifications/webhook-terms.ts';
import { briefLength, maxDrafts, maxItems } from '../placements/order-terms.ts';
import { maxStatements, workTextLengths } from '../placements/work-terms.ts';
import { listNameLength, maxCompared, maxSavedCreators, maxSavedLists } from '../saved-lists/list-limits.ts';
import { pageLimit } from '../shared/page.ts';
import { rightsLimitBytes } from '../shared/text.ts';
import {
  connectionMinutes,
  maxAccounts,
  maxChecks,
  maxOpenConnections,
  maxSnapshots,
  pictureRefreshSeconds,
} from '../social-accounts/account-limits.ts';
import { maxAudienceAgeDays, sessionHours } from '../social-accounts/stats-session-terms.ts';
import { maxFiles, uploadLimits } from '../uploads/uploads.ts';
import { searchLength } from './catalog-query.ts';

const mebibyte = 1024 * 1024;

/** Limits that no setting changes. */
export const fixedLimits = {
  page: pageLimit,
  searchLength,
  displayNameLength: creators.displayNameLength,
  bioLength: creators.bioLength,
  topics: creators.maxTopics,
  topicLength: creators.topicLength,
  bodyBytes: mebibyte,
  rightsBytes: rightsLimitBytes,
  briefLength,
  orderItems: maxItems,
  drafts: maxDrafts,
  customDiscountBps: discountLimitBps,
  channels: maxChannels,
  channelUrlLength,
  pricing: {
    ...{ servicesOfASave: maxServices, servicesOfAChannel: maxListings, discountBps: discountLimitBps },
    published: creators.maxPublished,
  },
  shortAddresses: creators.maxAddresses,
  portfolio: creators.portfolioLimits,
  savedLists: {
    ...{ lists: maxSavedLists, creators: maxSavedCreators, compared: maxCompared, nameLength: listNameLength },
  },
  liveApiKeys: maxLiveKeys,
  upload: { ...uploadLimits, filesOfAResult: maxFiles },
  work: { ...workTextLengths, statementsOfAParty: maxStatements },
  webhook: {
    endpoints: webhooks.maxEndpoints,
    pendingTests: webhooks.maxPending,
    pendingReplays: webhooks.maxPending,
    urlLength: webhooks.webhookUrlLength,
    secretOverlapHours: webhooks.maxOverlapHours,
  },
  idempotencyKeyDays: 7,
  pictureRefreshSeconds,
  socialAccounts: {
    ...{ accounts: maxAccounts, checksOfACode: maxChecks, snapshots: maxSnapshots, connectionMinutes },
    ...{ openConnections: maxOpenConnections },
    ...{ sessionHours, audienceAgeDays: maxAudienceAgeDays },
  },
  analytics: { ...periodLimit, creators: maxCreators },
  campaigns: {
    ...{ titleLength: campaignTitleLength, briefLength: campaignBriefLength, notesLength: requirementNotesLength },
    ...{ drafts: maxCampaignDrafts, requirementWords: maxRequirementWords },
    ...{ postNoteLength, resubmissions: maxResubmissions, flags: flagRules },
    ...{ scansUntilUnavailable, decisionRetryMinutes },
    proofArchive: proofArchiveLimits,
    trackingLinks: { maxPerCampaign: maxTrackingLinks, labelLength: linkLabelLength, urlLength: destinationUrlLength },
  },
  factory: {
    intervalHours,
    trackingDays,
    nameLength: factoryNameLength,
    factories: maxFactories,
    accounts: maxFactoryAccounts,
    shareLinks: maxShareLinks,
    exportedRows: maxExportedRows,
    miniPoints: maxMiniPoints,
    posts: maxPosts,
    scansUntilGone,
    failuresUntilUnavailable,
    tags: maxTags,
    tagGroups: maxTagGroups,
  },
  credits: { purchase: creditPurchase },
} as const;
