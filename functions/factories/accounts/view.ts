import type { FactoryAccountRecord } from '../../../db/factories/accounts.ts';
import type { FactoryAccountView } from '../../../schema/factories/factory-account.ts';

/** An account of a factory as the owner of the factory sees it. */
export const viewFactoryAccount = (account: FactoryAccountRecord): FactoryAccountView => ({
  id: account.id,
  platform: account.platform,
  handle: account.handle,
  title: account.title,
  status: account.status,
  mode: account.mode,
  posts: account.posts,
  lastScannedAt: account.lastScannedAt,
  ...{ nextScanAt: null, avatarUrl: null, metrics: noMetrics, reasons: [] },
  tags: account.tags.map(({ id, name }) => ({ id, name })),
});

const nothing = { measuredPosts: 0, totalPosts: 0 };
const noMetrics = {
  ...{ views: null, likes: null, comments: null, er: null, saves: null, updatedAt: null, savesUpdatedAt: null },
  ...{ erCoverage: nothing, savesCoverage: nothing },
};
