import type { FactoryAccountDetailView, FactoryAccountView } from '../../../schema/factories/factory-account.ts';
import type {
  Baseline,
  FactoryMetrics,
  FactorySummary,
  HistoryPoint,
  PostPoint,
} from '../../../schema/factories/factory-metrics.ts';
import type { FactoryPostView } from '../../../schema/factories/factory-post.ts';
import type { FactoryPostFlag, HideableField } from '../../../schema/factories/factory-terms.ts';
import type {
  ReportAccount,
  ReportAccountDetail,
  ReportBaseline,
  ReportHistoryPoint,
  ReportMetrics,
  ReportPost,
  ReportPostPoint,
  ReportSummary,
} from '../../../schema/factories/report-rows.ts';
import { type Shown, shownBeside } from './shown.ts';

/** Removes hidden fields from the parts of a report. A hidden field is absent, never null. */
export function hider(hidden: ReadonlySet<HideableField>) {
  const shown = shownBeside(hidden);
  return {
    summary: (summary: FactorySummary) => summaryOf(summary, shown),
    account: (account: FactoryAccountView) => accountOf(account, shown),
    accountDetail: (account: FactoryAccountDetailView): ReportAccountDetail => ({
      ...accountOf(account, shown),
      ...historyOf(account, shown),
    }),
    post: (post: FactoryPostView) => postOf(post, shown),
  };
}

function summaryOf(summary: FactorySummary, shown: Shown): ReportSummary {
  return {
    ...only(summary, {
      publications: shown.posts,
      views: shown.views,
      viewDefinitions: shown.views,
      reactions: shown.reactions,
      averageViews: shown.averages,
      medianViews: shown.averages,
      er: shown.er,
    }),
    totals: metricsOf(summary.totals, shown),
    ...historyOf(summary, shown),
  };
}

function accountOf(account: FactoryAccountView, shown: Shown): ReportAccount {
  const { id, platform, handle, title, status, mode, avatarUrl, tags } = account;
  return {
    ...{ id, platform, handle, title, status, mode, avatarUrl, tags },
    ...only(account, {
      posts: shown.posts,
      lastScannedAt: shown.times,
      nextScanAt: shown.times,
      reasons: shown.counters,
    }),
    metrics: metricsOf(account.metrics, shown),
  };
}

function postOf(post: FactoryPostView, shown: Shown): ReportPost {
  const { id, factoryAccountId, platform, url, title, coverUrl, durationSeconds, hashtags, publishedAt, tags } = post;
  const baseline = post.snapshotBaseline;
  return {
    ...{ id, factoryAccountId, platform, url, title, coverUrl, durationSeconds, hashtags, publishedAt, tags },
    ...only(post, { lastScannedAt: shown.times, source: shown.counters, viewDefinition: shown.views }),
    metrics: metricsOf(post.metrics, shown),
    reasons: only(post.reasons, countersIn(shown)),
    history: post.history.map((point) => postPointOf(point, shown)),
    snapshotBaseline: baseline && postPointOf(baseline, shown),
    flags: flagsOf(post, shown),
  };
}

const metricsOf = (metrics: FactoryMetrics, shown: Shown): ReportMetrics =>
  only(metrics, {
    ...countersIn(shown),
    er: shown.er,
    erCoverage: shown.er && shown.posts,
    savesCoverage: shown.saves && shown.posts,
    updatedAt: shown.times,
    savesUpdatedAt: shown.saves && shown.times,
  });

const historyOf = (
  { history, snapshotBaseline }: Pick<FactorySummary, 'history' | 'snapshotBaseline'>,
  shown: Shown,
): Pick<ReportSummary, 'history' | 'snapshotBaseline'> => ({
  history: history.map((point) => historyPointOf(point, shown)),
  snapshotBaseline: snapshotBaseline && baselineOf(snapshotBaseline, shown),
});

const historyPointOf = (point: HistoryPoint, shown: Shown): ReportHistoryPoint => ({
  ...baselineOf(point, shown),
  growth:
    point.growth &&
    only(point.growth, {
      posts: shown.posts,
      views: shown.views,
      likes: shown.likes,
      comments: shown.comments,
    }),
});

const baselineOf = (point: Baseline, shown: Shown): ReportBaseline => ({
  ...postPointOf(point, shown),
  ...only(point, { posts: shown.posts }),
});

const postPointOf = (point: PostPoint, shown: Shown): ReportPostPoint => ({
  date: point.date,
  ...only(point, { takenAt: shown.times, ...countersIn(shown), er: shown.er }),
});

/** Without times, the order of the flags must not reveal the first of them. */
function flagsOf({ flags }: FactoryPostView, shown: Shown): ReportPost['flags'] {
  const visible = flags.filter(({ flag }) => isFlagShown[flag](shown));
  if (shown.times) return visible.map(({ flag, at }) => ({ flag, at }));
  return visible.map(({ flag }) => ({ flag })).sort((one, other) => (one.flag < other.flag ? -1 : 1));
}

const isFlagShown: Readonly<Record<FactoryPostFlag, (shown: Shown) => boolean>> = {
  VIEWS_FELL: ({ views }) => views,
  VIEWS_JUMPED: ({ views }) => views,
  LIKES_FELL: ({ likes }) => likes,
  COMMENTS_FELL: ({ comments }) => comments,
  SAVES_FELL: ({ saves }) => saves,
  GONE: () => true,
};

const countersIn = ({ views, likes, comments, saves }: Shown) => ({ views, likes, comments, saves });

/** The named fields that are shown. Safe: the result has no other fields, and each with the value that it had. */
function only<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  isShown: Readonly<Record<Name, boolean>>,
): Partial<Pick<Whole, Name>> {
  const names = Object.keys(isShown) as Name[];
  const entries = names.filter((name) => isShown[name] && name in whole).map((name) => [name, whole[name]]);
  return Object.fromEntries(entries) as Partial<Pick<Whole, Name>>;
}
