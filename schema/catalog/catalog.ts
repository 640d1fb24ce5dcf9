import * as z from 'zod';
import { audienceSources, bioLength, displayNameLength, shownOwnerships, topicLength } from '../creators/creators.ts';
import { portfolioPictures } from '../creators/portfolio-picture.ts';
import { coverage } from '../metrics/engagement.ts';
import { channelTypes, platforms, proofModes, quantities, serviceTypes, units, variants } from '../shared/enums.ts';
import { id, uuid } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import type { JsonText } from '../shared/json-text.ts';
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
      periodDays: z.int().min(1).nullable().describe('Number of days that the measurement covers; null when unknown.'),
      followers: z.int().nonnegative().nullable().describe('Number of followers at capturedAt; null when unknown.'),
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
        .describe('VERIFIED if the creator has proven ownership of the channel; NONE if the creator only claims it.'),
      audience: audience()
        .optional()
        .describe(
          'Only for a channel on a connected, verified social account. An absent value is unknown, never zero.',
        ),
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
      basePrice: money().describe('Published price of one unit, without fees.'),
      packageOptions: z.array(packageOption()),
    })
    .meta({ id: 'CatalogService' }),
);

const metric = lazy(() =>
  z.strictObject({
    channel: channelRef(),
    er: z.number().nonnegative().nullable(),
    erCoverage: coverage(),
    erMeasuredAt: instant().nullable(),
    kind: z.literal('AVERAGE_VIEWS'),
    value: z
      .int()
      .nullable()
      .describe('Mean of the known view counts of the latest five public posts; null if none is known.'),
    sampleSize: z.int().min(0).max(5).describe('Number of these posts with a known view count.'),
    measuredAt: instant().nullable().describe('Time of the oldest measurement in the mean.'),
  }),
);

const completedOrders = lazy(() =>
  z.strictObject({
    count: z.int().nonnegative().describe('Number of orders that advertisers have approved.'),
    latestAt: instant().nullable().describe('Time of the last approval; null without one.'),
  }),
);

const responseTime = lazy(() =>
  z.strictObject({
    medianMinutes: z.int().nonnegative().describe('Median time until the creator accepts or declines an order.'),
    answers: z.int().min(3).max(20).describe('Number of answers in the median: the latest 20, or all.'),
    latestAt: instant().describe('Time of the last answer.'),
  }),
);

export const catalogEntry = lazy(() =>
  z
    .strictObject({
      publicId: uuid(),
      metricsObservationId: z.string().length(64).describe('SHA-256 (hex) of the RFC 8785 canonical JSON of metrics.'),
      lastModified: instant().describe('Last change of any field except the metrics.'),
      displayName: z.string().max(displayNameLength),
      topics: z.array(z.string().max(topicLength)),
      languages: z.array(z.string()),
      channelType: z.enum(channelTypes),
      channels: z
        .array(channel())
        .describe('A list shows at most twelve. Channels of services that match the filters come first.'),
      channelsTotal: z.int().min(0).describe('Number of channels on the page of the creator.'),
      services: z
        .array(service())
        .min(1)
        .describe('A list shows at most twelve. Services that match the filters come first, then the cheapest.'),
      servicesTotal: z.int().min(0).describe('Number of available services on the page of the creator.'),
      metrics: z.array(metric()),
      avatarUrl: z.url().nullable(),
      completedOrders: completedOrders().describe('Orders whose work advertisers have approved.'),
      responseTime: responseTime().nullable().describe('null with fewer than three answers.'),
    })
    .meta({ id: 'CatalogEntry' }),
);
export type CatalogEntry = z.output<ReturnType<typeof catalogEntry>>;

const creatorPage = lazy(() =>
  catalogEntry()
    .extend({
      services: z.array(service().extend({ usageTerms: z.string().min(1) })).min(1),
      bio: z.string().max(bioLength),
      portfolio: portfolioPictures().describe('Pictures that the creator has chosen, in their order; may be empty.'),
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
    'Published creators and their available services, with base prices. One service must match all of platform, format, ' +
    'the price bounds, availability and audienceGeo. The default order is relevance if q is set, and activity (last ' +
    'modified first) otherwise. The order `price` uses the lowest published price of the creator, regardless of the ' +
    'filters. If the creator of a cursor has left the list, the page continues from the position that this creator had ' +
    'before its last change. A page ends early if it would exceed 1 MiB.',
  query: () => catalogQuery(),
  success: 200,
  answer: () => listOf(catalogEntry()),
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
    'Returns 404 unless the creator is published and has at least one available service with usage terms. The page omits ' +
    'an unproven channel, with its services, if another creator has proven that channel.',
  params: () => z.object({ publicId: uuid() }),
  success: 200,
  answer: () => dataOf(creatorPage()),
  errors: [],
  idempotency: 'none',
  rate: 'guest',
});

/** The finished answers: SQL joins them out of stored texts, and they are sent unparsed. */
export type CatalogText = JsonText<z.output<ReturnType<typeof ListCatalog.answer>>>;
export type CreatorPageText = JsonText<z.output<ReturnType<typeof GetCreatorPage.answer>>>;
