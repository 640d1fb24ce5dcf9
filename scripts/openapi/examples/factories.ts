import type { Example } from './example.ts';
import { accountRow, viewDefinitions } from './factory-rows.ts';

const created = {
  id: 5,
  version: 1,
  name: 'Drinks, autumn',
  status: 'ACTIVE',
  pauseReason: null,
  neededCredits: null,
  intervalHours: 10,
  trackingDays: 30,
  scansPerPostPerDay: 2.4,
  hiddenFields: [],
  ...{ accounts: 0, posts: 0, limitReached: false, views: null, viewDefinitions: [], lastScannedAt: null },
  createdAt: '2026-11-20T09:00:00.000Z',
};
export const watching = {
  ...created,
  ...{ accounts: 5, posts: 212, views: 1_840_221, viewDefinitions, lastScannedAt: '2026-11-23T06:15:20.118Z' },
};

const none = { measuredPosts: 0, totalPosts: 0 };
const pending = {
  ...accountRow,
  ...{
    title: null,
    status: 'PENDING',
    posts: 0,
    lastScannedAt: null,
    nextScanAt: '2026-11-20T09:00:00.000Z',
    tags: [],
  },
  metrics: {
    ...{ views: null, likes: null, comments: null, er: null, saves: null, updatedAt: null, savesUpdatedAt: null },
    ...{ erCoverage: none, savesCoverage: none },
  },
};

export const factoryExamples: Readonly<Record<string, Example>> = {
  ListFactories: {
    success: 'The factories.',
    answer: { data: [watching], nextCursor: null },
  },
  CreateFactory: {
    success: 'The new factory.',
    body: { name: created.name, intervalHours: 10, trackingDays: 30 },
    answer: { data: created },
  },
  UpdateFactory: {
    success: 'The changed factory.',
    body: { expectedVersion: 1, hiddenFields: ['views'], status: 'PAUSED' },
    answer: {
      data: { ...watching, version: 2, status: 'PAUSED', pauseReason: 'MANUAL', hiddenFields: ['views'] },
    },
  },
  AddFactoryAccount: {
    success: 'The account. The platform has not answered for it yet.',
    body: { platform: 'YOUTUBE', url: 'https://www.youtube.com/@drinks-daily' },
    answer: { data: pending },
  },
  RemoveFactoryAccount: {
    success: 'The account as it was.',
    answer: { data: accountRow },
  },
  ReplaceFactoryAccountTags: {
    success: 'The account with its tags.',
    body: { tagIds: [12] },
    answer: { data: accountRow },
  },
  DeleteFactory: { success: 'The factory as it was.', answer: { data: watching } },
};
