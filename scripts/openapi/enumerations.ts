import { erSteps, figureSteps, formats } from '../../schema/catalog/catalog-query.ts';
import * as creators from '../../schema/creators/creators.ts';
import {
  ownershipActions,
  ownershipActors,
  ownershipEventKinds,
  reviewStatuses,
} from '../../schema/creators/ownership-terms.ts';
import { deletionObstacles } from '../../schema/identity/deletion-terms.ts';
import { counters, metricReasons, viewDefinitions } from '../../schema/metrics/metric-rules.ts';
import { sharings } from '../../schema/metrics/metric-terms.ts';
import { platformFacts } from '../../schema/metrics/platform-capabilities.ts';
import { mediaTypes } from '../../schema/metrics/readings.ts';
import * as webhooks from '../../schema/notifications/webhook-terms.ts';
import { assignmentActions } from '../../schema/placements/assignment-terms.ts';
import * as enums from '../../schema/shared/enums.ts';
import { grantStatuses } from '../../schema/social-accounts/grants.ts';
import {
  reviewedStatuses,
  sessionOutcomes,
  sessionStatuses,
} from '../../schema/social-accounts/stats-session-terms.ts';
import { verificationMethods, verificationStatuses } from '../../schema/social-accounts/verification-methods.ts';
import { uploadStatuses, uploadTypes, virusChecks } from '../../schema/uploads/uploads.ts';
import { referencedTypes } from '../../schema/wallet/wallet-terms.ts';
import { campaignEnumerations } from './campaign-enumerations.ts';
import { creditEnumerations } from './credit-enumerations.ts';
import { deskEnumerations } from './desk-enumerations.ts';
import { type Enumeration, of } from './enumeration.ts';
import { credentialErrorCodes, errorCodes } from './envelopes.ts';
import { factoryEnumerations } from './factory-enumerations.ts';

/** Every enumeration of more than one value. The name is that of its component. Two enumerations of the same values are one component. */
export const enumerations: Readonly<Record<string, Enumeration>> = {
  Platform: of(enums.platforms, 'The platform that a channel or social account is on.'),
  ServiceType: of(
    enums.serviceTypes,
    'Type of a service: a live STREAM, a VIDEO, a SHORT_VIDEO, a POST, a STORY, or UGC, which is a private file for the ' +
      'advertiser to publish.',
  ),
  ServiceVariant: of(
    enums.variants,
    'How the product appears: a short MENTION, an INTEGRATION into other content, content DEDICATED to it, or a REVIEW.',
  ),
  ServiceFormat: of(formats, 'A service type, or a service type, a dot and a variant.'),
  Unit: of(enums.units, 'The unit in which a service is counted.'),
  ProofMode: of(
    enums.proofModes,
    'How the creator proves delivery: PUBLIC_VOD by the address of a recorded stream, PUBLIC_URL by the address of a post, PRIVATE_FILE by an uploaded file.',
  ),
  ChannelType: of(enums.channelTypes, 'STREAMER: the creator mainly streams live. SOCIAL: the creator mainly posts.'),
  PageStatus: of(
    enums.pageStatuses,
    'NONE: no page yet. PREVIEW: only a private preview. PUBLISHED: public while the page has an available service. ' +
      'UNPUBLISHED: the creator has unpublished it.',
  ),
  PageAction: of(enums.pageActions, 'An operation on the creator page that is allowed now.'),
  Role: of(enums.roles, 'Role of a user: ADVERTISER buys, CREATOR sells, STAFF operates the service.'),
  DeletionObstacle: of(deletionObstacles, 'A condition that prevents the deletion of an account.'),
  Party: of(enums.parties, 'A side of the market: the ADVERTISER buys, the CREATOR delivers.'),
  MediaType: of(mediaTypes, 'Kind of a post at its platform.'),
  ...campaignEnumerations,
  ...factoryEnumerations,
  ...creditEnumerations,
  ...deskEnumerations,
  Scope: of(enums.scopes, 'read: all GET requests. write: all changes.'),
  StatusClass: of(enums.statusClasses, 'Class of an HTTP status. 2xx: done. 4xx: refused. 5xx: failed.'),
  FigureStep: of(
    figureSteps,
    'Values of the filters minFollowers and minViews: minimum number of followers or of average views.',
  ),
  ErStep: of(erSteps, 'Values of the filter minEr: minimum engagement rate in percent.'),
  Quantity: of(enums.quantities, 'Number of results in a package.'),
  CatalogSort: of(
    enums.catalogSorts,
    'price: the lowest published price first. relevance: the best match of `q` first. activity: the latest change first.',
  ),
  OrderStatus: of(
    enums.orderStatuses,
    'DRAFT: has no quote. QUOTED: has a quote. FUNDED: checked out, the money is reserved. IN_PROGRESS: a creator has ' +
      'accepted an assignment. COMPLETED: all assignments have ended, and at least one was paid. CANCELLED: ended without ' +
      'any payment.',
  ),
  QuoteStatus: of(
    enums.quoteStatuses,
    'ACTIVE: can be confirmed. SUPERSEDED: a later quote has replaced it. EXPIRED: request another one. CONSUMED: it was confirmed.',
  ),
  OrderAction: of(enums.orderActions, 'An operation on the order that is allowed now.'),
  OrderOrigin: of(
    enums.orderOrigins,
    'LISTING: an order of published services. CUSTOM: an offer that the advertiser wrote.',
  ),
  AssignmentStatus: of(
    enums.assignmentStatuses,
    'PENDING: funded, not accepted yet. ACCEPTED: the creator works. SUBMITTED: the advertiser must answer. ' +
      'CHANGES_REQUESTED: the creator must change the results. APPROVED: paid. DECLINED, EXPIRED, CANCELLED: ended and ' +
      'refunded. DISPUTED: staff decides. RESOLVED: staff has split the amount.',
  ),
  AssignmentAction: of(assignmentActions, 'An operation on the assignment that is allowed to the caller now.'),
  AssignmentEventKind: of(enums.assignmentEventKinds, 'Kind of an event of an assignment.'),
  EventActor: of(enums.eventActors, 'Cause of the event. SYSTEM: a deadline has passed, or a check has ended.'),
  AccountEventKind: of(
    enums.accountEventKinds,
    'social_account.activated: proven, connected again, or not blocked any more. social_account.disconnected: its connection has ended for good. ' +
      'social_account.expired: the platform refuses its connection; connect the account again. social_account.blocked: staff has blocked it.',
  ),
  AccountEventActor: of(
    enums.accountEventActors,
    'Cause of the event. CREATOR: the owner of the account. PLATFORM: the platform of the account. SYSTEM: a deadline has passed.',
  ),
  EventKind: of(
    webhooks.eventKinds,
    'Kind of an event of an assignment, of a social account, of a campaign or of a post of a campaign.',
  ),
  ProposalKind: of(
    enums.proposalKinds,
    'DUE_DATE: change the deadline. CANCEL: cancel the assignment with a full refund.',
  ),
  ProposalAction: of(enums.proposalActions, 'A decision on the proposal that is allowed to the caller now.'),
  DisputeOutcome: of(
    enums.disputeOutcomes,
    'RELEASE: pays the creator. REFUND: refunds the advertiser. SPLIT: pays a share to the creator and refunds the rest.',
  ),
  DeliverableKind: of(enums.deliverableKinds, 'PUBLIC: a post that anyone can see. FILE: a private file.'),
  Currency: of(enums.currencies, 'USDT has 6 decimals, USD has 2.'),
  TransactionType: of(enums.transactionTypes, 'Reason of a change of the balance.'),
  ReferencedType: of(referencedTypes, 'An object of this API that a transaction belongs to.'),
  ErrorCode: of(errorCodes, 'Code of an error.'),
  CredentialErrorCode: of(credentialErrorCodes, 'Code of an error about a key, a token or a scope.'),
  ChannelKind: of(
    creators.channelKinds,
    'MANUAL: added by its handle or address. NATIVE: on a connected social account.',
  ),
  ChannelStatus: of(
    creators.channelStatuses,
    'ACTIVE: visible, unless another creator has proven the same channel. BLOCKED: hidden by staff. REMOVED: removed by its creator.',
  ),
  OwnershipStatus: of(
    creators.ownershipStatuses,
    'State of the proof of ownership. NONE: not started. CHALLENGED: the creator has a code. PENDING_REVIEW: staff ' +
      'decides. VERIFIED or REJECTED: decided.',
  ),
  OwnershipAction: of(
    ownershipActions,
    'challenge: get a code. upload, evidence: attach files. submit: hand in the proof. Each is an operation of the channel.',
  ),
  OwnershipReviewStatus: of(reviewStatuses, 'PENDING_REVIEW: staff has not decided. VERIFIED or REJECTED: decided.'),
  ShownOwnership: of(
    creators.shownOwnerships,
    'VERIFIED: the creator has proven ownership of the channel. NONE: the creator only claims it.',
  ),
  OwnershipEventKind: of(ownershipEventKinds, 'Kind of an event of the proof of ownership.'),
  OwnershipActor: of(ownershipActors, 'Cause of the event. SYSTEM: a check at the platform.'),
  SocialAccountStatus: of(creators.socialAccountStatuses, 'Only an ACTIVE account can be used.'),
  PublishedField: of(
    creators.publishedFields,
    'A field of the profile that the page shows as it was at the publication.',
  ),
  ListedAccountStatus: of(creators.listedAccountStatuses, 'A status of an account that a list can show.'),
  PlatformFact: of(
    platformFacts,
    'What a platform can tell. PROFILE: the name and the picture of an account. PROFILE_TEXT: its text, in which a code can stand. POST_LIST: ' +
      'its latest posts. VIEWS, LIKES, COMMENTS, SAVES, SHARES: counts of a post. AUDIENCE: countries, ages and genders.',
  ),
  Sharing: of(
    sharings,
    'To whom metrics may be shown besides the owner of the account. PUBLIC: everyone. WITH_CONSENT: others, once the owner has consented. ' +
      'PAGES_ONLY: visitors of the web pages of the service, not the API. NEVER: nobody else.',
  ),
  SocialConnectionStatus: of(
    grantStatuses,
    'ACTIVE: the service may use it. EXPIRED: the platform accepts it no more, so the account must be connected again. REVOKED: its owner has ended it.',
  ),
  VerificationMethod: of(
    verificationMethods,
    'BIO_CODE: by a code in the text of the profile. OAUTH: by a sign-in at the platform.',
  ),
  VerificationStatus: of(
    verificationStatuses,
    'NONE: there is no code. ACTIVE: the code is valid. EXPIRED: the code has ended, or its checks are used up. VERIFIED: the account is ' +
      'proven. REFUSED: another user has proven it.',
  ),
  StatsSessionStatus: of(
    sessionStatuses,
    'NONE: there is no recording session. OPEN: it waits for the recording. UPLOADED: staff reviews it. VERIFIED, REJECTED: staff has decided.',
  ),
  ReviewedSessionStatus: of(
    reviewedStatuses,
    'UPLOADED: staff has not decided. VERIFIED: the recording became an audience. REJECTED: it did not.',
  ),
  SessionOutcome: of(
    sessionOutcomes,
    'VERIFIED: the recording becomes an audience of its account. REJECTED: it does not.',
  ),
  VerifiedVia: of(
    creators.verifiedVias,
    'PLATFORM_API: its owner signed in at the platform. BIO_CODE: the service found a code in its bio. MANUAL: staff verified it.',
  ),
  StatsAvailability: of(
    creators.statsAvailabilities,
    'AVAILABLE: a verified audience is known. PENDING: no audience is known yet. UNAVAILABLE: the service cannot read audiences from the platform.',
  ),
  AudienceSource: of(creators.audienceSources, 'Source of the audience data.'),
  UploadStatus: of(
    uploadStatuses,
    'PENDING: announced, not checked yet. VERIFIED: checked, counts as proof. REJECTED: not the announced file, damaged or infected. EXPIRED: never completed, or deleted.',
  ),
  UploadType: of(Object.keys(uploadTypes), 'The media type of a private file.'),
  VirusCheck: of(virusChecks, 'CLEAN: a scanner found nothing. NOT_MADE: no scanner has checked the file.'),
  Counter: of(counters, 'A number that platforms publish for a post.'),
  FigureReason: of(
    metricReasons,
    'UNAVAILABLE: the platform does not show the post or the account. HIDDEN: the author hides a counter. WITHHELD: only the owner of the ' +
      'account may see it. NOT_GRANTED: the connection of the account has ended. NOT_OFFERED: the platform does not state the counter.',
  ),
  ViewDefinition: of(
    viewDefinitions,
    'The definition of a view at the platform, with the day from which the platform applies it.',
  ),
  WebhookEndpointStatus: of(
    webhooks.webhookEndpointStatuses,
    'ENABLED: the service calls it. DISABLED: the service stopped the calls after failures.',
  ),
  WebhookEndpointAction: of(webhooks.endpointActions, 'An operation on the endpoint that is allowed now.'),
  DeliveryStatus: of(
    webhooks.deliveryStatuses,
    'PENDING: the next attempt is scheduled. DELIVERED: the endpoint responded with 2xx. FAILED: the last attempt failed. ' +
      'CANCELLED: the service makes no further attempt.',
  ),
  DeliveryKind: of(webhooks.deliveryKinds, 'The kind of an event, or a test.'),
};
