import * as z from 'zod';
import { audienceSources, bioLength, displayNameLength, shownOwnerships, topicLength } from '../creators/creators.ts';
import { channelTypes, platforms, proofModes, quantities, serviceTypes, units, variants } from '../shared/enums.ts';
import { id, uuid } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { declare } from '../shared/operation.ts';
import { dataOf, listOf } from '../shared/page.ts';
import { catalogQuery } from './catalog-query.ts';

const tag = 'Catalog';

const share = lazy(() => z.number().min(0).max(1));
const audience = lazy(() =>
  z
    .strictObject({
      source: z.enum(audienceSources),
      capturedAt: instant(),
      verifiedAt: instant(),
      periodDays: z.int().min(1).nullable().describe('Days that the measurement covers; null when unknown.'),
      geo: z.array(z.strictObject({ country: z.string().describe('ISO 3166-1 alpha-2.'), share: share() })),
      demo: z.array(z.strictObject({ age: z.string(), gender: z.string(), share: share() })),
    })
    .meta({ id: 'Audience' }),
);

const channelRef = lazy(() =>
  z.strictObject({
    platform: z.enum(platforms),
    handle: z.string(),
    canonicalUrl: z.url(),
  }),
);
const channel = lazy(() =>
  channelRef()
    .extend({
      ownership: z
        .enum(shownOwnerships)
        .describe('VERIFIED when the creator has proven that it owns the channel; NONE when it only claims to own it.'),
      audience: audience()
        .optional()
        .describe('Only of a connected and verified social account. Absent is unknown, never zero.'),
    })
    .meta({ id: 'CatalogChannel' }),
);

const packageOption = lazy(() =>
  z.strictObject({
    quantity: z.literal([...quantities]),
    discountBps: z.int().min(0).max(9_000).describe('Basis points off the base price.'),
    packageBase: money(),
  }),
);

const service = lazy(() =>
  z
    .strictObject({
      serviceListingId: id(),
      type: z.enum(serviceTypes),
      variant: z.enum(variants),
      channel: channelRef(),
      proofModes: z.array(z.enum(proofModes)),
      title: z.string(),
      unit: z.enum(units),
      basePrice: money().describe('The published price of one, without fees.'),
      packageOptions: z.array(packageOption()),
    })
    .meta({ id: 'CatalogService' }),
);

const metric = lazy(() =>
  z.strictObject({
    channel: channelRef(),
    kind: z.literal('AVERAGE_VIEWS'),
    value: z
      .int()
      .nullable()
      .describe('Mean of the known view counts of the latest five public posts; null when none is known.'),
    sampleSize: z.int().min(0).max(5).describe('How many of the five are known.'),
    measuredAt: instant().nullable().describe('The oldest measurement among them.'),
  }),
);

const entry = lazy(() =>
  z
    .strictObject({
      publicId: uuid(),
      metricsObservationId: z.string().length(64).describe('SHA-256 (hex) of the RFC 8785 canonical JSON of metrics.'),
      lastModified: instant().describe('When anything but the metrics last changed.'),
      displayName: z.string().max(displayNameLength),
      topics: z.array(z.string().max(topicLength)),
      languages: z.array(z.string()),
      channelType: z.enum(channelTypes),
      channels: z
        .array(channel())
        .describe('In the list at most twelve, those of services that the filters select first.'),
      channelsTotal: z.int().min(0).describe('How many channels the creator shows on its page.'),
      services: z
        .array(service())
        .min(1)
        .describe('In the list at most twelve: those that the filters select first, then the cheapest.'),
      servicesTotal: z.int().min(0).describe('How many services are available on the page.'),
      metrics: z.array(metric()),
    })
    .meta({ id: 'CatalogEntry' }),
);
export type CatalogEntry = z.output<ReturnType<typeof entry>>;

const creatorPage = lazy(() =>
  entry()
    .extend({
      services: z.array(service().extend({ usageTerms: z.string().min(1) })).min(1),
      bio: z.string().max(bioLength),
      avatarUrl: z.url().nullable(),
      publishedAt: instant(),
    })
    .meta({ id: 'CreatorPage' }),
);
export type CreatorPage = z.output<ReturnType<typeof creatorPage>>;

/** The page as publishing would show it. It may have no services, and may never have been published. */
export const draftPage = lazy(() =>
  creatorPage()
    .extend({
      services: z.array(service().extend({ usageTerms: z.string().min(1) })),
      publishedAt: instant().nullable(),
    })
    .meta({ id: 'DraftCreatorPage' }),
);
export type DraftPage = z.output<ReturnType<typeof draftPage>>;

export const ListCatalog = declare({
  name: 'ListCatalog',
  method: 'get',
  path: '/creator-catalog',
  access: 'guest',
  tag,
  summary: 'Browse published creators',
  description:
    'Published creators and their available services, with base prices only. platform, format, the price bounds, availability and audienceGeo match one and the same service. Sorted by relevance; without q that is activity, the latest modified first. Sort price uses the lowest published price of the creator, whatever the filters select. A cursor whose creator has left the list resumes where it stood before its last change. A page ends early rather than exceed 1 MiB.',
  query: () => catalogQuery(),
  success: 200,
  answer: () => listOf(entry()),
  errors: ['INVALID_CURSOR', 'INVALID_MONEY_PRECISION'],
  idempotency: 'none',
  rate: 'guest',
});

export const GetCreatorPage = declare({
  name: 'GetCreatorPage',
  method: 'get',
  path: '/creator-pages/{publicId}',
  access: 'guest',
  tag,
  summary: 'Read a creator page',
  description:
    'Answers while the creator is published and has at least one available service with usage terms. Omits an ' +
    'unproven channel that another creator has proven, with its services.',
  params: () => z.object({ publicId: uuid() }),
  success: 200,
  answer: () => dataOf(creatorPage()),
  errors: [],
  idempotency: 'none',
  rate: 'guest',
});
