import * as z from 'zod';
import * as campaigns from '../campaigns/campaign-terms.ts';
import { platformsWithoutCpm } from '../campaigns/campaign-terms.ts';
import * as creators from '../creators/creators.ts';
import { ownershipActions, ownershipActors, ownershipEventKinds, reviewStatuses } from '../creators/ownership-terms.ts';
import { userSearches } from '../desk/user-searches.ts';
import * as factories from '../factories/factory-terms.ts';
import { controls } from '../identity/control-terms.ts';
import { deletionObstacles } from '../identity/deletion-terms.ts';
import { videoTypes } from '../metrics/engagement.ts';
import { counters, metricReasons, viewDefinitions } from '../metrics/metric-rules.ts';
import { sharings } from '../metrics/metric-terms.ts';
import { platformCapabilities, platformFacts } from '../metrics/platform-capabilities.ts';
import { mediaTypes } from '../metrics/readings.ts';
import * as webhooks from '../notifications/webhook-terms.ts';
import { assignmentActions } from '../placements/assignment-terms.ts';
import { countries } from '../shared/countries.ts';
import * as enums from '../shared/enums.ts';
import { errorStatus } from '../shared/errors.ts';
import { lazy } from '../shared/lazy.ts';
import { declare } from '../shared/operation.ts';
import { dataOf } from '../shared/page.ts';
import { grantStatuses } from '../social-accounts/grants.ts';
import { sharingTexts } from '../social-accounts/sharing-text.ts';
import { reviewedStatuses, sessionOutcomes, sessionStatuses } from '../social-accounts/stats-session-terms.ts';
import {
  verificationMethodOf,
  verificationMethods,
  verificationReasons,
  verificationStatuses,
} from '../social-accounts/verification-methods.ts';
import { uploadStatuses, uploadTypes, virusChecks } from '../uploads/uploads.ts';
import { campaignReferences, referencedTypes } from '../wallet/wallet-terms.ts';
import { availabilities, erSteps, figureSteps, formats } from './catalog-query.ts';

/** Every enumeration of requests and answers. */
export const dictionaries = {
  platforms: enums.platforms,
  streamingPlatforms: enums.streamingPlatforms,
  shortVideoPlatforms: enums.shortVideoPlatforms,
  microblogPlatforms: enums.microblogPlatforms,
  photoPlatforms: enums.photoPlatforms,
  serviceTypes: enums.serviceTypes,
  unitOf: enums.unitOf,
  units: enums.units,
  variants: enums.variants,
  formats,
  figureSteps,
  erSteps,
  proofModes: enums.proofModes,
  proofModesOf: enums.proofModesOf,
  channelTypes: enums.channelTypes,
  quantities: enums.quantities,
  catalogSorts: enums.catalogSorts,
  availabilities,
  roles: enums.roles,
  chosenRoles: enums.chosenRoles,
  scopes: enums.scopes,
  orderStatuses: enums.orderStatuses,
  orderOrigins: enums.orderOrigins,
  quoteStatuses: enums.quoteStatuses,
  orderActions: enums.orderActions,
  assignmentStatuses: enums.assignmentStatuses,
  assignmentActions,
  assignmentEventKinds: enums.assignmentEventKinds,
  eventActors: enums.eventActors,
  accountEventKinds: enums.accountEventKinds,
  accountEventActors: enums.accountEventActors,
  parties: enums.parties,
  campaignStatuses: campaigns.campaignStatuses,
  campaignPauseReasons: campaigns.pauseReasons,
  campaignActions: campaigns.campaignActions,
  campaignEventKinds: campaigns.campaignEventKinds,
  campaignPostEventKinds: campaigns.postEventKinds,
  campaignEventActors: campaigns.campaignEventActors,
  campaignPostStatuses: campaigns.postStatuses,
  trackingLinkStates: campaigns.linkStates,
  campaignPostActions: campaigns.postActions,
  campaignPostFlags: campaigns.postFlags,
  rejectionReasons: campaigns.rejectionReasons,
  chosenRejectionReasons: campaigns.chosenRejectionReasons,
  mediaTypes,
  paymentModels: campaigns.paymentModels,
  platformsWithoutCpm,
  earningKinds: campaigns.earningKinds,
  earningLimits: campaigns.earningLimits,
  monitoringIntervals: factories.intervalHours,
  factoryStatuses: factories.factoryStatuses,
  factoryPauseReasons: factories.factoryPauseReasons,
  hideableFields: factories.hideableFields,
  factoryAccountModes: factories.factoryAccountModes,
  factoryAccountStatuses: factories.factoryAccountStatuses,
  factoryPostFlags: factories.factoryPostFlags,
  factoryEventKinds: factories.factoryEventKinds,
  factoryAccountOrders: factories.accountOrders,
  factoryPostOrders: factories.postOrders,
  factoryExports: factories.exportedLists,
  creditEntryKinds: factories.creditEntryKinds,
  creditReasons: factories.creditReasons,
  statusClasses: enums.statusClasses,
  proposalKinds: enums.proposalKinds,
  proposalActions: enums.proposalActions,
  disputeOutcomes: enums.disputeOutcomes,
  deliverableKinds: enums.deliverableKinds,
  videoTypes,
  currencies: enums.currencies,
  transactionTypes: enums.transactionTypes,
  referencedTypes,
  deletionObstacles,
  campaignReferences,
  countries: [...countries],
  pageStatuses: enums.pageStatuses,
  pageActions: enums.pageActions,
  channelKinds: creators.channelKinds,
  channelStatuses: creators.channelStatuses,
  ownershipStatuses: creators.ownershipStatuses,
  shownOwnerships: creators.shownOwnerships,
  ownershipReviewStatuses: reviewStatuses,
  ownershipEventKinds,
  ownershipActions,
  ownershipActors,
  socialAccountStatuses: creators.socialAccountStatuses,
  listedAccountStatuses: creators.listedAccountStatuses,
  verifiedVias: creators.verifiedVias,
  statsAvailabilities: creators.statsAvailabilities,
  publishedFields: creators.publishedFields,
  audienceSources: creators.audienceSources,
  platformFacts,
  sharings,
  platformCapabilities,
  sharingTexts,
  socialConnectionStatuses: grantStatuses,
  verificationMethods,
  verificationMethodOf,
  verificationStatuses,
  verificationReasons,
  statsSessionStatuses: sessionStatuses,
  reviewedSessionStatuses: reviewedStatuses,
  sessionOutcomes,
  userSearches,
  uploadTypes: Object.keys(uploadTypes),
  uploadStatuses,
  virusChecks,
  counters,
  metricReasons,
  viewDefinitions,
  webhookEndpointStatuses: webhooks.webhookEndpointStatuses,
  webhookEndpointActions: webhooks.endpointActions,
  deliveryStatuses: webhooks.deliveryStatuses,
  eventKinds: webhooks.eventKinds,
  deliveryKinds: webhooks.deliveryKinds,
  controls,
  errorStatus,
} as const;

/** Limits that each deployment configures. */
export const deploymentLimits = [
  'quoteTtlSeconds',
  'quoteRetentionDays',
  'draftTtlDays',
  'acceptWindowHours',
  'approveWindowHours',
  'lateCancelHours',
  'reminderHours',
  'uploadUrlTtlSeconds',
  'previewTtlSeconds',
  'ownershipCodeTtlHours',
  'viewsIntervalHours',
  'postScanIntervalHours',
  'postTrackingDays',
  'moderationWindowHours',
  'creditPriceRaw',
  'messageRetentionDays',
  'webhookTimeoutMs',
  'webhookDisableAfterHours',
] as const;
export type DeploymentLimit = (typeof deploymentLimits)[number];

const names = lazy(() => z.array(z.string()));
const counts = lazy(() => z.record(z.string(), z.int()));

const capability = lazy(() =>
  z.strictObject({
    facts: z.array(z.enum(platformFacts)).describe('Data that the platform provides in this way.'),
    sharing: z.enum(sharings).nullable().describe('To whom the metrics may be shown; null when there is none.'),
  }),
);
const capabilities = lazy(() =>
  z.strictObject({
    withoutConnection: capability().describe('What the application can read of any account, without its owner.'),
    withConnection: capability().describe('What it can read of an account whose owner has connected it.'),
    keptDays: z
      .int()
      .nullable()
      .describe(
        'Days for which the terms of the platform allow metrics and pictures to be stored without being read again; null means no limit. ' +
          'figuresKeptDays of the limits has the days of this deployment.',
      ),
    verificationMethods: z.array(z.enum(verificationMethods)).describe('How the owner of an account can prove it.'),
  }),
);

const answer = lazy(() =>
  z.strictObject({
    ...Object.fromEntries(Object.keys(dictionaries).map((name) => [name, names()])),
    quantities: z.array(z.int()),
    figureSteps: z.array(z.int()).describe('Numbers that the filters minFollowers and minViews of the catalog take.'),
    erSteps: z.array(z.int()).describe('Rates in percent that the filter minEr of the catalog takes.'),
    monitoringIntervals: z.array(z.int()),
    unitOf: z.record(z.string(), z.string()).describe('Service type -> unit.'),
    platformCapabilities: z
      .record(z.string(), capabilities())
      .describe(
        'Platform -> what the product can read there. A deployment without credentials for a platform reads less: its routes return 503 ' +
          'WRITE_NOT_AVAILABLE_FOR_FEATURE.',
      ),
    sharingTexts: z.record(z.string(), z.string()).describe('Version -> text that a creator consents to.'),
    verificationMethodOf: z.record(z.string(), z.string()).describe('Platform -> how an account there is proven.'),
    proofModesOf: z.record(z.string(), names()).describe('Service type -> allowed proofs of delivery.'),
    errorStatus: counts().describe('Error code -> HTTP status.'),
    limits: z.looseObject({
      perMinute: counts().describe('Rate class -> calls per minute.'),
      figuresKeptDays: z
        .record(z.string(), z.int().nullable())
        .describe(
          'Platform -> maximum number of days for which the service stores metrics of posts and pictures of accounts; null means no limit.',
        ),
      ...Object.fromEntries(deploymentLimits.map((name) => [name, z.int()])),
    }),
  }),
);

export const ReadDictionaries = declare({
  name: 'ReadDictionaries',
  method: 'get',
  path: '/dictionaries',
  access: 'guest',
  tag: 'Dictionaries',
  summary: 'Read every enumeration and limit',
  success: 200,
  answer: () => dataOf(answer()),
  errors: [],
  idempotency: 'none',
  rate: 'guest',
});
