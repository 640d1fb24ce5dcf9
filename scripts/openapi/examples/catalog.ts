import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { limits } from '../../../functions/http/rate-limit.ts';
import { type DeploymentLimit, dictionaries } from '../../../schema/catalog/dictionaries.ts';
import { closedFilters } from '../../../schema/catalog/filter-counts.ts';
import { fixedLimits } from '../../../schema/catalog/fixed-limits.ts';
import { usdt } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';
import { amounts, channel, creatorPublicId, listingId } from './market.ts';
import { portfolio } from './portfolio.ts';

const service = {
  serviceListingId: listingId,
  type: 'STREAM',
  variant: 'MENTION',
  channel,
  proofModes: ['PUBLIC_VOD'],
  title: 'Mention in a live stream',
  unit: 'STREAM',
  basePrice: usdt(150_000_000n),
  packageOptions: [
    { quantity: 1, discountBps: 0, packageBase: usdt(150_000_000n) },
    { quantity: 5, discountBps: 1000, packageBase: amounts.base },
  ],
};
const clips = { platform: 'TIKTOK', handle: 'mika.plays', canonicalUrl: 'https://www.tiktok.com/@mika.plays' };
const audience = {
  source: 'PLATFORM_API',
  capturedAt: '2026-11-17T06:00:00.000Z',
  verifiedAt: '2026-11-17T06:00:04.210Z',
  periodDays: 28,
  followers: 48_213,
  geo: [
    { country: 'DE', share: 0.46 },
    { country: 'AT', share: 0.12 },
  ],
  demo: [
    { age: '18-24', gender: 'FEMALE', share: 0.31 },
    { age: '18-24', gender: 'MALE', share: 0.27 },
  ],
};
const figuresKeptDays = { TWITCH: 1, KICK: 1, YOUTUBE: 30, TIKTOK: null, INSTAGRAM: null, X: null };
const metrics = [
  {
    ...{ channel, er: null, erCoverage: { measuredPosts: 0, totalPosts: 0 }, erMeasuredAt: null },
    ...{ kind: 'AVERAGE_VIEWS', value: null, sampleSize: 0, measuredAt: null },
  },
  {
    ...{
      channel: clips,
      er: 5.27,
      erCoverage: { measuredPosts: 4, totalPosts: 5 },
      erMeasuredAt: '2026-11-19T04:10:00.000Z',
    },
    ...{ kind: 'AVERAGE_VIEWS', value: 18_420, sampleSize: 5, measuredAt: '2026-11-19T04:10:00.000Z' },
  },
];
const entry = {
  publicId: creatorPublicId,
  metricsObservationId: createHash('sha256')
    .update(canonicalize(metrics) ?? '')
    .digest('hex'),
  lastModified: '2026-11-18T16:20:41.530Z',
  displayName: 'Mika plays',
  topics: ['gaming', 'coffee'],
  languages: ['de', 'en'],
  channelType: 'STREAMER',
  channels: [
    { ...channel, ownership: 'NONE' },
    { ...clips, ownership: 'VERIFIED', audience },
  ],
  channelsTotal: 2,
  services: [service],
  servicesTotal: 1,
  metrics,
  avatarUrl: null,
  completedOrders: { count: 12, latestAt: '2026-11-15T11:02:17.000Z' },
  responseTime: { medianMinutes: 280, answers: 9, latestAt: '2026-11-14T09:20:05.000Z' },
};

const windows: Readonly<Record<DeploymentLimit, number>> = {
  quoteTtlSeconds: 1_800,
  quoteRetentionDays: 30,
  draftTtlDays: 30,
  acceptWindowHours: 72,
  approveWindowHours: 168,
  lateCancelHours: 72,
  reminderHours: 24,
  uploadUrlTtlSeconds: 300,
  previewTtlSeconds: 3_600,
  ownershipCodeTtlHours: 72,
  viewsIntervalHours: 6,
  postScanIntervalHours: 24,
  postTrackingDays: 30,
  moderationWindowHours: 168,
  creditPriceRaw: 1_000,
  messageRetentionDays: 30,
  webhookTimeoutMs: 10_000,
  webhookDisableAfterHours: 72,
};

const callsPerMinute = Object.fromEntries(Object.entries(limits));

/** A small catalog, in which every value without another count has none. */
const counts: Readonly<Record<string, number>> = {
  TWITCH: 34,
  KICK: 9,
  STREAM: 40,
  'STREAM.MENTION': 31,
  STREAMER: 38,
  true: 22,
};
const filters = [
  ...Object.entries(closedFilters).map(([name, values]) => ({
    name,
    values: values.map((value) => ({ value, creators: counts[value] ?? 0 })),
  })),
  {
    name: 'language',
    values: [
      { value: 'en', creators: 27 },
      { value: 'de', creators: 12 },
    ],
  },
  { name: 'audienceGeo', values: [{ value: 'DE', creators: 14 }] },
];

export const catalogExamples: Readonly<Record<string, Example>> = {
  ListCatalog: { answer: { data: [entry], nextCursor: creatorPublicId } },
  CountCatalogFilters: {
    success: 'The number of creators of each filter value.',
    answer: { data: { creators: 46, filters } },
  },
  GetCreatorPage: {
    answer: {
      data: {
        ...entry,
        services: [{ ...service, usageTerms: 'May be reposted for 30 days with the name of the channel.' }],
        bio: 'Retro games and good coffee, four evenings a week.',
        portfolio,
        publishedAt: '2026-10-02T08:15:00.000Z',
      },
    },
  },
  ReadDictionaries: {
    success: 'Every enumeration and every limit.',
    answer: {
      data: {
        ...dictionaries,
        limits: { ...fixedLimits, perMinute: callsPerMinute, figuresKeptDays, ...windows },
      },
    },
  },
};
