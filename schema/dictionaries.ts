import * as z from 'zod';
import { availabilities, formats, searchLength } from './catalog.ts';
import { channelUrlLength, mostChannels } from './channels.ts';
import * as creators from './creators.ts';
import * as enums from './enums.ts';
import { errorStatus } from './errors.ts';
import { lazy } from './lazy.ts';
import { declare } from './operation.ts';
import { ownershipEventKinds } from './ownership.ts';
import { dataOf, pageLimit } from './page.ts';
import { mostCreators, periodLimit } from './placement-analytics.ts';
import { mostListings, mostServices } from './pricing.ts';
import { uploadLimits, uploadStatuses, uploadTypes } from './uploads.ts';

/** Every enumeration that a request can send or an answer can carry. */
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
  proofModes: enums.proofModes,
  proofModesOf: enums.proofModesOf,
  channelTypes: enums.channelTypes,
  quantities: enums.quantities,
  catalogSorts: enums.catalogSorts,
  availabilities,
  roles: enums.roles,
  scopes: enums.scopes,
  orderStatuses: enums.orderStatuses,
  orderOrigins: enums.orderOrigins,
  quoteStatuses: enums.quoteStatuses,
  assignmentStatuses: enums.assignmentStatuses,
  deliverableKinds: enums.deliverableKinds,
  transactionTypes: enums.transactionTypes,
  pageStatuses: creators.pageStatuses,
  channelKinds: creators.channelKinds,
  channelStatuses: creators.channelStatuses,
  ownershipStatuses: creators.ownershipStatuses,
  ownershipEventKinds,
  socialAccountStatuses: creators.socialAccountStatuses,
  verifiedVias: creators.verifiedVias,
  statsAvailabilities: creators.statsAvailabilities,
  audienceSources: creators.audienceSources,
  uploadTypes: Object.keys(uploadTypes),
  uploadStatuses,
  errorStatus,
} as const;

const mebibyte = 1024 * 1024;

/** Limits that no setting changes. */
export const fixedLimits = {
  page: pageLimit,
  searchLength,
  displayNameLength: creators.displayNameLength,
  bioLength: creators.bioLength,
  topics: creators.mostTopics,
  topicLength: creators.topicLength,
  bodyBytes: mebibyte,
  rightsBytes: 8 * 1024,
  briefLength: 5_000,
  orderItems: 20,
  customDiscountBps: 9_000,
  channels: mostChannels,
  channelUrlLength,
  pricing: { servicesOfASave: mostServices, servicesOfAChannel: mostListings, discountBps: 9_000 },
  liveApiKeys: 200,
  upload: uploadLimits,
  analytics: { ...periodLimit, creators: mostCreators },
  factory: { intervalHours: [24, 12, 10, 8, 6, 4], trackingDays: { min: 1, max: 365 } },
} as const;

const names = lazy(() => z.array(z.string()));
const counts = lazy(() => z.record(z.string(), z.int()));

const answer = lazy(() =>
  z.strictObject({
    ...Object.fromEntries(Object.keys(dictionaries).map((name) => [name, names()])),
    quantities: z.array(z.int()),
    unitOf: z.record(z.string(), z.string()).describe('Service type -> unit.'),
    proofModesOf: z.record(z.string(), names()).describe('Service type -> how its delivery may be proven.'),
    errorStatus: counts().describe('Error code -> HTTP status.'),
    limits: z.looseObject({
      perMinute: counts().describe('Calls a minute of each rate class.'),
      quoteTtlSeconds: z.int(),
      acceptWindowHours: z.int(),
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
