import type { WatchedAccount } from '../../../db/factories/reads/accounts.ts';
import type { Bounds } from '../../../db/factories/reads/filters.ts';
import type { WatchedPost } from '../../../db/factories/reads/posts.ts';
import type { SummaryRecord } from '../../../db/factories/reads/summary.ts';
import type { FactorySums } from '../../../db/factories/reads/sums.ts';
import type { FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import { type FactoryMetrics, type FactorySummary, maxMiniPoints } from '../../../schema/factories/factory-metrics.ts';
import type { FactoryPostView } from '../../../schema/factories/factory-post.ts';
import { factoryPostFlags, type HideableField } from '../../../schema/factories/factory-terms.ts';
import { counters } from '../../../schema/metrics/metric-rules.ts';
import { postUrl } from '../../social-accounts/content-url-rules.ts';
import { viewHistory } from './history-view.ts';
import { rateOfText, viewPoint } from './point-view.ts';

export type Hidden = ReadonlySet<HideableField>;

export const viewSummary = (
  { sums, more, definitions, ...history }: SummaryRecord,
  hidden: Hidden,
  bounds: Bounds,
): FactorySummary => ({
  publications: sums.posts,
  views: sums.views,
  viewDefinitions: [...definitions],
  reactions: more.reactions,
  averageViews: more.averageViews,
  medianViews: more.medianViews,
  er: percentOf(more.meanRate),
  totals: viewMetrics(sums, hidden),
  ...viewHistory(history, bounds),
});

/** The metrics of a set of posts. `updatedAt` leaves out the counters that the reader does not see. */
function viewMetrics(sums: FactorySums, hidden: Hidden): FactoryMetrics {
  const { posts, completePosts, savesPosts } = sums;
  return {
    ...{ views: sums.views, likes: sums.likes, comments: sums.comments },
    er: rateOfText(sums),
    saves: sums.saves,
    erCoverage: { measuredPosts: completePosts, totalPosts: posts },
    savesCoverage: { measuredPosts: savesPosts, totalPosts: posts },
    updatedAt: oldest(sums, hidden),
    savesUpdatedAt: sums.savesAt,
  };
}

interface Times {
  readonly viewsAt: string | null;
  readonly likesAt: string | null;
  readonly commentsAt: string | null;
  readonly completeAt: string | null;
}

/** The oldest time of the counters that the reader sees. ISO times in UTC are sorted like their texts. */
function oldest({ viewsAt, likesAt, commentsAt, completeAt }: Times, hidden: Hidden): string | null {
  const isRateHidden = (['views', 'likes', 'comments', 'er'] as const).some((field) => hidden.has(field));
  const shown = [
    hidden.has('views') ? null : viewsAt,
    hidden.has('likes') ? null : likesAt,
    hidden.has('comments') ? null : commentsAt,
    isRateHidden ? null : completeAt,
  ];
  return shown.filter((time) => time !== null).sort()[0] ?? null;
}

export const viewWatchedAccount = (account: WatchedAccount, hidden: Hidden): FactoryAccountView => ({
  id: account.id,
  platform: account.platform,
  handle: account.handle,
  title: account.title,
  avatarUrl: account.avatarUrl,
  status: account.status,
  mode: account.mode,
  posts: account.sums.posts,
  lastScannedAt: account.lastScannedAt,
  nextScanAt: account.dueAt,
  metrics: viewMetrics(account.sums, hidden),
  reasons: [
    ...(account.status === 'UNAVAILABLE' ? (['UNAVAILABLE'] as const) : []),
    ...(account.hiddenBecause === null ? [] : [account.hiddenBecause]),
  ],
  tags: account.tags.map(({ id, name }) => ({ id, name })),
});

export const viewWatchedPost = (post: WatchedPost, hidden: Hidden): FactoryPostView => ({
  id: post.id,
  factoryAccountId: Number(post.accountId),
  platform: post.platform,
  url: postUrl(post.platform, post.contentId, post.handle),
  title: post.title,
  coverUrl: post.coverUrl,
  durationSeconds: post.durationSeconds,
  hashtags: [...(post.hashtags ?? [])],
  publishedAt: post.publishedAt,
  lastScannedAt: post.lastScannedAt,
  metrics: {
    ...{ views: post.views, likes: post.likes, comments: post.comments },
    er: percentOf(post.rate),
    saves: post.saves,
    erCoverage: { measuredPosts: post.completeAt === null ? 0 : 1, totalPosts: 1 },
    savesCoverage: { measuredPosts: post.saves === null ? 0 : 1, totalPosts: 1 },
    updatedAt: oldest(post, hidden),
    savesUpdatedAt: post.savesAt,
  },
  reasons: reasonsOf(post),
  source: post.source,
  viewDefinition: post.viewDefinition,
  history: post.days.slice(-maxMiniPoints).map(viewPoint),
  snapshotBaseline: post.baseline && viewPoint(post.baseline),
  tags: post.tags.map(({ id, name }) => ({ id, name })),
  flags: factoryPostFlags
    .flatMap((flag) => {
      const at = post.flags?.[flag];
      return at === undefined ? [] : [{ flag, at }];
    })
    .sort((one, other) => one.at.localeCompare(other.at)),
});

const percentOf = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100);

/** Why each counter is unknown. A post that was not scanned yet has no reasons. */
function reasonsOf(post: WatchedPost): FactoryPostView['reasons'] {
  const { hiddenBecause } = post;
  if (hiddenBecause === null && post.lastScannedAt === null) return {};
  const unknown = counters.filter((counter) => post[counter] === null);
  return Object.fromEntries(
    unknown.map((counter) => [counter, hiddenBecause ?? post.reasons[counter] ?? 'UNAVAILABLE']),
  );
}
