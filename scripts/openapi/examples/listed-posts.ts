import type { Example } from './example.ts';

const unmeasured = { measuredPosts: 0, totalPosts: 1 };
const url = 'https://www.youtube.com/watch?v=kJQP7kiw5Fk';
const post = {
  ...{ id: 902, factoryAccountId: 31, platform: 'YOUTUBE', url },
  ...{ title: 'Iced tea in three minutes', coverUrl: null, durationSeconds: 180, hashtags: ['icedtea'] },
  ...{ publishedAt: '2026-11-19T16:00:00.000Z', lastScannedAt: null },
  metrics: {
    ...{ views: null, likes: null, comments: null, er: null, saves: null, updatedAt: null, savesUpdatedAt: null },
    ...{ erCoverage: unmeasured, savesCoverage: unmeasured },
  },
  ...{ source: null, viewDefinition: null },
  ...{ reasons: {}, history: [], snapshotBaseline: null, tags: [{ id: 12, name: 'Street style' }], flags: [] },
};

export const listedPostExamples: Readonly<Record<string, Example>> = {
  AddFactoryPost: {
    success: 'The post before its first scan.',
    body: { url: 'https://youtu.be/kJQP7kiw5Fk' },
    answer: { data: post },
  },
  RemoveFactoryPost: {
    success: 'The removed post.',
    answer: { data: { id: 902, factoryAccountId: 31, platform: 'YOUTUBE', url, isAccountRemoved: false } },
  },
};
