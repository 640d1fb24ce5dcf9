import { usd } from '../../../schema/shared/money.ts';
import type { Example } from './example.ts';
import { none } from './market.ts';

const unmeasured = {
  scope: 'accepted_video',
  ...{ views: 0, likes: 0, comments: 0, er: null, saves: null },
  erCoverage: { measuredPosts: 0, totalPosts: 0 },
  savesCoverage: { measuredPosts: 0, totalPosts: 0 },
  ...{ updatedAt: null, savesUpdatedAt: null },
};
const submitted = {
  ...{ id: 204, campaignId: 7, campaignTitle: 'Summer drinks', socialAccountId: 31, platform: 'YOUTUBE' },
  ...{ handle: 'ada.plays', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', contentId: 'dQw4w9WgXcQ' },
  ...{ mediaType: 'VIDEO', status: 'ON_MODERATION', reason: null, note: null, views: null, reasons: {} },
  earned: usd(0n),
  ...{ submittedAt: '2026-11-21T08:00:00.000Z', publishedAt: '2026-11-21T07:30:00.000Z' },
  ...{ decideBy: '2026-11-28T08:00:00.000Z', decidedAt: null, measuredAt: null, flags: none },
  ...{ source: null, viewDefinition: null },
  engagement: unmeasured,
  allowedActions: ['accept', 'reject'],
};
const accepted = {
  ...submitted,
  ...{ status: 'ACCEPTED', views: 9_120, earned: usd(1_824n), decideBy: null, decidedAt: '2026-11-22T10:00:00.000Z' },
  ...{ source: 'YOUTUBE_DATA_API', viewDefinition: 'YOUTUBE_2025_03_31' },
  ...{ measuredAt: '2026-11-23T06:15:20.118Z', flags: [{ flag: 'VIEWS_JUMPED', at: '2026-11-22T12:15:20.007Z' }] },
  engagement: {
    scope: 'accepted_video',
    ...{ views: 9_120, likes: 430, comments: 31, er: 5.05, saves: null },
    erCoverage: { measuredPosts: 1, totalPosts: 1 },
    savesCoverage: { measuredPosts: 0, totalPosts: 1 },
    ...{ updatedAt: '2026-11-23T06:15:20.118Z', savesUpdatedAt: null },
  },
  allowedActions: none,
};
const rejected = {
  ...submitted,
  ...{ status: 'REJECTED', reason: 'CRITERIA_NOT_MET', note: 'The can is not in the picture.' },
  ...{ decideBy: null, decidedAt: '2026-11-22T10:00:00.000Z', allowedActions: none },
};
const withdrawn = { ...rejected, ...{ reason: 'WITHDRAWN', note: null } };
const own = (post: typeof accepted | typeof submitted | typeof withdrawn, paid: bigint) => ({
  ...post,
  allowedActions: post.decidedAt === null ? ['withdraw'] : none,
  paid: usd(paid),
});
const earnings = [
  {
    ...{ id: 9_012, at: '2026-11-23T06:15:20.118Z', kind: 'ACCRUAL', views: 9_120, amount: usd(404n) },
    ...{ earnedAfter: usd(1_824n), limitedBy: null, measuredAt: '2026-11-23T06:15:20.118Z' },
  },
  {
    ...{ id: 8_950, at: '2026-11-23T03:17:02.530Z', kind: 'PAYOUT', views: null, amount: usd(1_420n) },
    ...{ earnedAfter: usd(1_420n), limitedBy: null, measuredAt: null },
  },
];
export const creator = {
  ...{ id: 31, socialAccountId: 31, platform: 'YOUTUBE', handle: 'ada.plays' },
  avatarUrl: 'https://castline.example/avatars/0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e.webp',
  creatorPublicId: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
  viewsUpdatedAt: '2026-11-23T06:15:20.118Z',
  viewDefinitions: [{ platform: 'YOUTUBE', viewDefinition: 'YOUTUBE_2025_03_31' }],
  ...{ posts: 2, acceptedPosts: 1, totalViews: 9_412, earned: usd(1_824n), engagement: accepted.engagement },
};

export const campaignPostExamples: Readonly<Record<string, Example>> = {
  SubmitPost: {
    body: { campaignId: 7, socialAccountId: 31, url: 'https://youtu.be/dQw4w9WgXcQ' },
    answer: { data: own(submitted, 0n) },
  },
  WithdrawPost: { answer: { data: own(withdrawn, 0n) } },
  ListOwnPosts: {
    answer: {
      data: [own(accepted, 1_420n)],
      nextCursor: null,
      summary: { total: 1, onModeration: 0, earned: usd(1_824n) },
    },
  },
  ListPostEarnings: { answer: { data: earnings, nextCursor: null, post: own(accepted, 1_420n) } },
  ListCampaignPosts: { answer: { data: [accepted], nextCursor: null } },
  ListCampaignPostEarnings: { answer: { data: earnings, nextCursor: null, post: accepted } },
  ListCampaignCreators: { answer: { data: [creator], nextCursor: null } },
  AcceptCampaignPost: { answer: { data: accepted } },
  RejectCampaignPost: {
    body: { reason: 'CRITERIA_NOT_MET', note: 'The can is not in the picture.' },
    answer: { data: rejected },
  },
};
