import type { FactoryAccountDetailView } from '../../schema/factories/factory-account.ts';
import type { FactoryMetrics, FactorySummary, HistoryPoint } from '../../schema/factories/factory-metrics.ts';
import type { FactoryPostView } from '../../schema/factories/factory-post.ts';
import { type HideableField, hideableFields } from '../../schema/factories/factory-terms.ts';

/** Every set of fields that a report can hide. */
export const hiddenSets: readonly ReadonlySet<HideableField>[] = Array.from(
  { length: 2 ** hideableFields.length },
  (_, n) => new Set(hideableFields.filter((_, index) => (n >> index) % 2 === 1)),
);

const rates: readonly HideableField[] = ['er', 'views', 'likes', 'comments'];

/** By hand from the product decisions: the names of values, and the hidden fields that hide each of them. All other values are always shown. */
export const hidingOf: Readonly<Record<string, readonly HideableField[]>> = {
  views: ['views'],
  viewDefinition: ['views'],
  viewDefinitions: ['views'],
  averageViews: ['views', 'posts'],
  medianViews: ['views', 'posts'],
  likes: ['likes'],
  comments: ['comments'],
  reactions: ['likes', 'comments'],
  er: rates,
  erCoverage: [...rates, 'posts'],
  saves: ['saves'],
  savesCoverage: ['saves', 'posts'],
  publications: ['posts'],
  posts: ['posts'],
  updatedAt: ['lastScanned'],
  savesUpdatedAt: ['lastScanned', 'saves'],
  lastScannedAt: ['lastScanned'],
  nextScanAt: ['lastScanned'],
  takenAt: ['lastScanned'],
  at: ['lastScanned'],
};

/** The same view with another value wherever the set hides one. */
export function changedWhere<T>(view: T, hidden: ReadonlySet<HideableField>): T {
  const isHidden = (name: string) => (hidingOf[name] ?? []).some((field) => hidden.has(field));
  const text = JSON.stringify(view, (name, value: unknown) => {
    if (!isHidden(name)) return value;
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'string') return '2027-01-02T03:04:05.678Z';
    return Array.isArray(value) ? [] : null;
  });
  return JSON.parse(text);
}

const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T06:30:00.000Z`;

const aPoint = (day: number) => ({
  date: at(day).slice(0, 10),
  takenAt: at(day),
  views: 1_000 * day,
  likes: 90 * day,
  comments: 11 * day,
  er: 10.1 + day / 100,
  saves: 7 * day,
});

const aHistoryPoint = (day: number): HistoryPoint => ({
  ...aPoint(day),
  posts: 3 + day,
  growth: { posts: day, views: 999 * day, likes: 89 * day, comments: 10 * day },
});

const someMetrics: FactoryMetrics = {
  ...{ views: 20_400, likes: 1_830, comments: 212, er: 10.01, saves: 133 },
  erCoverage: { measuredPosts: 40, totalPosts: 42 },
  savesCoverage: { measuredPosts: 12, totalPosts: 42 },
  ...{ updatedAt: at(18), savesUpdatedAt: at(17) },
};

export const aSummary: FactorySummary = {
  publications: 42,
  ...{ views: 20_400, reactions: 2_042, averageViews: 486, medianViews: 433, er: 9.87 },
  viewDefinitions: [
    { platform: 'TIKTOK', viewDefinition: null },
    { platform: 'YOUTUBE', viewDefinition: 'YOUTUBE_2025_03_31' },
  ],
  totals: someMetrics,
  history: [aHistoryPoint(10), aHistoryPoint(11), aHistoryPoint(12)],
  snapshotBaseline: { ...aPoint(9), posts: 12 },
};

export const anAccount: FactoryAccountDetailView = {
  id: 7,
  ...{ platform: 'YOUTUBE', handle: '@drinks', title: 'Drinks daily', status: 'ACTIVE', mode: 'ACCOUNT' },
  ...{ posts: 21, lastScannedAt: at(19), nextScanAt: at(20), avatarUrl: null },
  metrics: someMetrics,
  reasons: ['WITHHELD'],
  tags: [{ id: 3, name: 'Summer' }],
  history: aSummary.history,
  snapshotBaseline: aSummary.snapshotBaseline,
};

export const aPost: FactoryPostView = {
  id: 70,
  ...{ factoryAccountId: 7, platform: 'YOUTUBE', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  ...{ title: 'Three iced teas', coverUrl: null, durationSeconds: 63, hashtags: ['tea', 'ice'] },
  ...{ publishedAt: at(8), lastScannedAt: at(19) },
  metrics: {
    ...someMetrics,
    erCoverage: { measuredPosts: 1, totalPosts: 1 },
    savesCoverage: { measuredPosts: 0, totalPosts: 1 },
  },
  reasons: { views: 'HIDDEN', likes: 'HIDDEN', comments: 'NOT_OFFERED', saves: 'NOT_OFFERED' },
  ...{ source: 'YOUTUBE_DATA_API', viewDefinition: 'YOUTUBE_2025_03_31' },
  history: [aPoint(10), aPoint(11), aPoint(12)],
  snapshotBaseline: aPoint(9),
  tags: [{ id: 3, name: 'Summer' }],
  flags: [
    { flag: 'VIEWS_JUMPED', at: at(10) },
    { flag: 'COMMENTS_FELL', at: at(11) },
    { flag: 'VIEWS_FELL', at: at(12) },
    { flag: 'SAVES_FELL', at: at(13) },
    { flag: 'LIKES_FELL', at: at(14) },
    { flag: 'GONE', at: at(15) },
  ],
};
