import type { Example } from './example.ts';
import { viewDefinitions } from './factory-rows.ts';

const link = {
  id: '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e',
  label: 'For the client',
  hiddenFields: ['saves', 'lastScanned'],
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2027-02-20T09:00:00.000Z',
};
const fresh = { ...link, lastOpenedAt: null, opens: 0 };
const opened = { ...link, lastOpenedAt: '2026-11-24T08:30:12.000Z', opens: 14 };

const coverage = { measuredPosts: 40, totalPosts: 42 };
const totals = { views: 1_840_221, likes: 160_400, comments: 12_018, er: 9.37, erCoverage: coverage };
const one = { measuredPosts: 1, totalPosts: 1 };
const point = { date: '2026-11-23', views: 48_213, likes: 4_120, comments: 311, er: 9.19 };
const day = { date: '2026-11-23', views: 1_840_221, likes: 160_400, comments: 12_018, er: 9.37, posts: 42 };

const report = {
  factory: { name: 'Drinks, autumn' },
  summary: {
    publications: 42,
    ...{ views: 1_840_221, reactions: 172_418, averageViews: 46_006, medianViews: 39_820, er: 9.02 },
    viewDefinitions,
    totals,
    history: [{ ...day, growth: null }],
    snapshotBaseline: null,
  },
  accounts: {
    data: [
      {
        ...{ id: 31, platform: 'YOUTUBE', handle: 'drinks-daily', title: 'Drinks, daily', status: 'ACTIVE' },
        ...{ mode: 'ACCOUNT', posts: 42, avatarUrl: null, metrics: totals, reasons: [] },
        tags: [{ id: 12, name: 'Street style' }],
      },
    ],
    nextCursor: null,
  },
  posts: {
    data: [
      {
        ...{ id: 904, factoryAccountId: 31, platform: 'YOUTUBE', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
        ...{ title: 'Three iced teas', coverUrl: null, durationSeconds: 63, hashtags: ['icedtea'] },
        publishedAt: '2026-11-18T16:00:00.000Z',
        metrics: { views: 48_213, likes: 4_120, comments: 311, er: 9.19, erCoverage: one },
        reasons: {},
        ...{ source: 'YOUTUBE_DATA_API', viewDefinition: 'YOUTUBE_2025_03_31' },
        history: [point],
        snapshotBaseline: null,
        tags: [{ id: 12, name: 'Street style' }],
        flags: [],
      },
    ],
    nextCursor: '904',
  },
};

const file = (name: string) => ({ success: `The file. Content-Disposition names it \`${name}\`.` });

export const factoryReportExamples: Readonly<Record<string, Example>> = {
  ListShareLinks: { success: 'The share links.', answer: { data: [opened], nextCursor: null } },
  CreateShareLink: {
    success: 'The new link, with its path.',
    body: { label: link.label, hiddenFields: link.hiddenFields, expiresAt: link.expiresAt },
    answer: { data: { ...fresh, sharePath: '/reports/Zq3v7Yk1mT0bXe5RwUuN9aLc2hJdPfGi8sVoKxM4tEA' } },
  },
  DeleteShareLink: { success: 'The link as it was.', answer: { data: opened } },
  PreviewFactoryReport: {
    success: 'The report as its readers would see it.',
    answer: { data: { ...report, hiddenFields: ['saves', 'lastScanned'] } },
  },
  GetFactoryReport: {
    success: 'The report. In this example it hides saves and lastScanned.',
    answer: { data: report },
  },
  ExportFactoryReport: file('posts.csv'),
  ExportFactoryPosts: file('factory-{id}-posts.csv'),
  ExportFactoryAccounts: file('factory-{id}-accounts.csv'),
};
