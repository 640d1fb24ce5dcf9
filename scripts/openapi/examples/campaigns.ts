import { usd } from '../../../schema/shared/money.ts';
import { campaignPostExamples, creator } from './campaign-posts.ts';
import type { Example } from './example.ts';
import { none } from './market.ts';

const terms = {
  title: 'Summer drinks',
  brief: 'Show the can for at least five seconds, and say what it tastes like.',
  platforms: ['YOUTUBE', 'TIKTOK'],
  endsAt: '2026-12-31T00:00:00.000Z',
};
const requirements = {
  minSeconds: 15,
  hashtags: ['novadrinks'],
  mentions: ['@novadrinks'],
  languages: ['en'],
  notes: 'No other drinks in the picture.',
};

const draft = {
  id: 7,
  version: 1,
  status: 'DRAFT',
  pauseReason: null,
  title: terms.title,
  brief: terms.brief,
  platforms: terms.platforms,
  payment: { model: 'CPM', cpm: usd(200n) },
  maxPerPost: usd(5_000n),
  budget: usd(10_000n),
  requirements,
  endsAt: terms.endsAt,
  spent: usd(0n),
  paid: usd(0n),
  posts: { total: 0, onModeration: 0, accepted: 0, rejected: 0, unavailable: 0 },
  creators: 0,
  totalViews: null,
  viewsUpdatedAt: null,
  viewDefinitions: none,
  engagement: {
    scope: 'accepted_video',
    ...{ views: 0, likes: 0, comments: 0, er: null, saves: null },
    erCoverage: { measuredPosts: 0, totalPosts: 0 },
    savesCoverage: { measuredPosts: 0, totalPosts: 0 },
    ...{ updatedAt: null, savesUpdatedAt: null },
  },
  allowedActions: ['update', 'start', 'cancel'],
  createdAt: '2026-11-20T09:00:00.000Z',
  startedAt: null,
  endedAt: null,
  updatedAt: '2026-11-20T09:00:00.000Z',
};
const started = {
  ...draft,
  version: 2,
  status: 'RUNNING',
  allowedActions: ['update', 'pause', 'complete', 'cancel'],
  startedAt: '2026-11-20T09:05:00.000Z',
  updatedAt: '2026-11-20T09:05:00.000Z',
};
const running = {
  ...started,
  spent: usd(2_468n),
  paid: usd(2_110n),
  posts: { total: 4, onModeration: 1, accepted: 2, rejected: 1, unavailable: 0 },
  creators: 2,
  totalViews: 14_918,
  viewsUpdatedAt: '2026-11-23T06:15:20.118Z',
  viewDefinitions: [{ platform: 'YOUTUBE', viewDefinition: 'YOUTUBE_2025_03_31' }],
  engagement: {
    scope: 'accepted_video',
    ...{ views: 12_340, likes: 610, comments: 42, er: 5.28, saves: 85 },
    erCoverage: { measuredPosts: 2, totalPosts: 2 },
    savesCoverage: { measuredPosts: 1, totalPosts: 2 },
    updatedAt: '2026-11-23T06:15:20.118Z',
    savesUpdatedAt: '2026-11-23T06:15:21.402Z',
  },
  updatedAt: '2026-11-20T09:05:00.000Z',
};
const paused = {
  ...running,
  version: 3,
  status: 'PAUSED',
  pauseReason: 'MANUAL',
  allowedActions: ['update', 'resume', 'complete', 'cancel'],
  updatedAt: '2026-11-24T12:00:00.000Z',
};
const raised = { ...running, version: 3, budget: usd(20_000n), updatedAt: '2026-11-24T12:00:00.000Z' };
const ended = {
  ...running,
  version: 3,
  status: 'COMPLETED',
  spent: usd(2_468n),
  paid: usd(2_468n),
  posts: { total: 4, onModeration: 0, accepted: 2, rejected: 2, unavailable: 0 },
  allowedActions: none,
  endedAt: '2026-11-24T12:00:00.000Z',
  updatedAt: '2026-11-24T12:00:00.000Z',
};
const link = {
  id: 12,
  url: 'https://castline.example/t/7Hq2ZkT9xB',
  label: 'Bio of the first creator',
  code: '7Hq2ZkT9xB',
  destinationUrl: 'https://shop.example/summer?from=castline',
  socialAccountId: 31,
  ...{ clicks: 0, uniqueClicks: 0, lastClickAt: null },
  createdAt: '2026-11-20T11:00:00.000Z',
  ...{ blockedAt: null, blockReason: null },
};
const clicked = { clicks: 1_204, uniqueClicks: 871 };
const offer = {
  id: draft.id,
  title: terms.title,
  brief: terms.brief,
  advertiserName: 'Nova Drinks',
  platforms: terms.platforms,
  payment: draft.payment,
  maxPerPost: draft.maxPerPost,
  requirements,
  endsAt: terms.endsAt,
  takenAt: null,
  accountIds: [31, 38],
  trackingLinks: none,
};
const taken = {
  ...offer,
  takenAt: '2026-11-20T10:00:00.000Z',
  trackingLinks: [{ id: link.id, url: link.url, label: link.label, ...clicked }],
};
const metrics = {
  totals: {
    ...{ budget: running.budget, spent: running.spent, paid: running.paid, posts: running.posts, creators: 2 },
    viewsUpdatedAt: running.viewsUpdatedAt,
    viewDefinitions: running.viewDefinitions,
    ...{ totalViews: 14_918, clicks: 412, uniqueClicks: 371, costPerThousandViews: usd(200n) },
  },
  byPlatform: [
    {
      ...{ platform: 'YOUTUBE', posts: running.posts, totalViews: 14_918, earned: running.spent },
      viewsUpdatedAt: running.viewsUpdatedAt,
      viewDefinitions: running.viewDefinitions,
      engagement: running.engagement,
    },
  ],
  byCreator: [creator],
  series: [
    {
      ...{ date: '2026-11-23', submitted: 0, accepted: 1, spent: usd(404n) },
      ...{ views: 2_020, likes: 98, comments: 7, clicks: 61 },
    },
  ],
  engagement: running.engagement,
};
const at = (expectedVersion: number) => ({ expectedVersion });

export const campaignExamples: Readonly<Record<string, Example>> = {
  ListCampaigns: { answer: { data: [running], nextCursor: null } },
  GetCampaign: { answer: { data: running } },
  ListOffers: { answer: { data: [taken], nextCursor: null } },
  GetOffer: { answer: { data: taken } },
  TakeOffer: { body: { shareMetrics: true }, answer: { data: { ...offer, takenAt: '2026-11-20T10:00:00.000Z' } } },
  ReadCampaignAnalytics: { answer: { data: metrics } },
  ...campaignPostExamples,
  ListTrackingLinks: {
    answer: { data: [{ ...link, ...clicked, lastClickAt: '2026-11-24T17:15:20.118Z' }], nextCursor: null },
  },
  ListTrackingLinksForStaff: {
    success: 'The links, newest first.',
    answer: {
      data: [
        {
          ...{ id: link.id, code: link.code, url: link.url, destinationUrl: link.destinationUrl, state: 'ACTIVE' },
          ...{ campaignId: running.id, campaignTitle: running.title, advertiserId: 12, advertiserName: 'Cold & Co' },
          ...{ clicks: clicked.clicks, createdAt: link.createdAt, blockedAt: null, blockReason: null },
        },
      ],
      nextCursor: null,
    },
  },
  BlockTrackingLink: {
    success: 'The block of the link: whether it is in force, its start and its reason.',
    body: { blocked: true, reason: 'Leads to a page that asks for passwords' },
    answer: {
      data: {
        ...{ id: link.id, blocked: true, blockedAt: '2026-11-20T12:00:00.000Z' },
        reason: 'Leads to a page that asks for passwords',
      },
    },
  },
  CreateTrackingLink: {
    body: { destinationUrl: link.destinationUrl, label: link.label, socialAccountId: link.socialAccountId },
    answer: { data: link },
  },
  GetTrackingLinkQr: {
    answer: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"></svg>',
    success: 'The QR code as an SVG.',
  },
  CreateCampaign: {
    body: {
      ...terms,
      payment: { model: 'CPM', cpmCents: '200' },
      maxPerPostCents: '5000',
      budgetCents: '10000',
      requirements,
    },
    answer: { data: draft },
  },
  UpdateCampaign: { body: { ...at(2), budgetCents: '20000' }, answer: { data: raised } },
  StartCampaign: { body: at(1), answer: { data: started } },
  PauseCampaign: { body: at(2), answer: { data: paused } },
  ResumeCampaign: {
    body: at(3),
    answer: { data: { ...running, version: 4, updatedAt: '2026-11-24T13:00:00.000Z' } },
  },
  CompleteCampaign: { body: at(2), answer: { data: ended } },
  CancelCampaign: { body: at(2), answer: { data: { ...ended, status: 'CANCELLED' } } },
};
