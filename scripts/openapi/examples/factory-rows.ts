/** Rows of factories that several examples show. */
const coverage = { measuredPosts: 40, totalPosts: 42 };
const none = { measuredPosts: 0, totalPosts: 42 };

export const metrics = {
  ...{ views: 1_840_221, likes: 73_802, comments: 5_210, er: 4.29, saves: null },
  ...{ erCoverage: coverage, savesCoverage: none },
  ...{ updatedAt: '2026-11-22T18:40:11.902Z', savesUpdatedAt: null },
};

export const point = {
  ...{ date: '2026-11-22', takenAt: '2026-11-22T18:40:11.902Z' },
  ...{ views: 1_818_131, likes: 72_931, comments: 5_135, er: 4.29, saves: null },
};

export const viewDefinitions = [{ platform: 'YOUTUBE', viewDefinition: 'YOUTUBE_2025_03_31' }];

const tags = [{ id: 12, name: 'Street style' }];

export const accountRow = {
  ...{ id: 31, platform: 'YOUTUBE', handle: 'drinks-daily', title: 'Drinks, daily', avatarUrl: null },
  ...{ status: 'ACTIVE', mode: 'ACCOUNT', posts: 42 },
  ...{ lastScannedAt: '2026-11-23T06:15:20.118Z', nextScanAt: '2026-11-23T16:15:20.118Z' },
  ...{ metrics, reasons: [], tags },
};

const one = { measuredPosts: 1, totalPosts: 1 };

export const postRow = {
  ...{ id: 911, factoryAccountId: 31, platform: 'YOUTUBE', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  ...{ title: 'Five drinks for the autumn', coverUrl: null, durationSeconds: 61, hashtags: ['drinks', 'autumn'] },
  ...{ publishedAt: '2026-11-19T16:00:00.000Z', lastScannedAt: '2026-11-23T06:15:20.118Z' },
  metrics: {
    ...{ views: 20_480, likes: 911, comments: 42, er: 4.65, saves: null },
    ...{ erCoverage: one, savesCoverage: { measuredPosts: 0, totalPosts: 1 } },
    ...{ updatedAt: '2026-11-23T06:15:20.118Z', savesUpdatedAt: null },
  },
  reasons: { saves: 'NOT_OFFERED' },
  ...{ source: 'YOUTUBE_DATA_API', viewDefinition: 'YOUTUBE_2025_03_31' },
  history: [
    { ...point, views: 19_201, likes: 870, comments: 40, er: 4.74 },
    {
      ...{ date: '2026-11-23', takenAt: '2026-11-23T06:15:20.118Z' },
      views: 20_480,
      likes: 911,
      comments: 42,
      er: 4.65,
      saves: null,
    },
  ],
  snapshotBaseline: null,
  tags,
  flags: [{ flag: 'VIEWS_JUMPED', at: '2026-11-20T06:10:02.540Z' }],
};
