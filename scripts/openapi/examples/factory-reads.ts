import type { Example } from './example.ts';
import { watching } from './factories.ts';
import { accountRow, metrics, point, postRow, viewDefinitions } from './factory-rows.ts';
import { group, tags } from './factory-tags.ts';

const history = {
  history: [
    { ...point, posts: 41, growth: { posts: 2, views: 18_220, likes: 731, comments: 64 } },
    {
      ...{ date: '2026-11-23', takenAt: '2026-11-23T06:15:20.118Z' },
      ...{ views: 1_840_221, likes: 73_802, comments: 5_210, er: 4.29, saves: null, posts: 42 },
      growth: { posts: 3, views: 40_310, likes: 1_602, comments: 139 },
    },
  ],
  snapshotBaseline: {
    ...{ date: '2026-11-20', takenAt: '2026-11-20T06:10:02.540Z' },
    ...{ views: 1_799_911, likes: 72_200, comments: 5_071, er: 4.29, saves: null, posts: 39 },
  },
};

const summary = {
  publications: 42,
  views: metrics.views,
  viewDefinitions,
  reactions: 79_012,
  averageViews: 46_006,
  medianViews: 21_480,
  er: 5.02,
  totals: metrics,
  ...history,
};

export const factoryReadExamples: Readonly<Record<string, Example>> = {
  GetFactorySettings: {
    success: 'The factory, the tags and the tag groups.',
    answer: { data: { factory: watching, tags, tagGroups: [group] } },
  },
  GetFactoryDashboard: {
    success: 'The factory, its sums, its accounts and its posts.',
    answer: {
      data: {
        factory: watching,
        summary,
        accounts: { data: [accountRow], nextCursor: null },
        posts: { data: [postRow], nextCursor: '911' },
      },
    },
  },
  GetFactorySummary: { success: 'The sums and their history.', answer: { data: summary } },
  GetFactorySummaryForStaff: { success: 'The sums and their history.', answer: { data: summary } },
  ListFactoryAccounts: {
    success: 'The accounts with their metrics.',
    answer: { data: [accountRow], nextCursor: null },
  },
  GetFactoryAccount: { success: 'The account with its history.', answer: { data: { ...accountRow, ...history } } },
  ListFactoryPosts: { success: 'The posts with their metrics.', answer: { data: [postRow], nextCursor: '911' } },
};
