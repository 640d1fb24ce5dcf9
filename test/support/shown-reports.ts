import { hider } from '../../functions/factories/hiding/hide.ts';
import { accountSortOf, postSortOf } from '../../functions/factories/hiding/visible-sorts.ts';
import type { renderReport } from '../../functions/web/site/report/report-page.tsx';
import type { FactoryAccountView } from '../../schema/factories/factory-account.ts';
import type { FactorySummary, HistoryPoint } from '../../schema/factories/factory-metrics.ts';
import type { FactoryPostView } from '../../schema/factories/factory-post.ts';
import type { HideableField } from '../../schema/factories/factory-terms.ts';
import { anAccount, aPost, aSummary } from './report-fixtures.ts';

type Rendered = Parameters<typeof renderReport>[0];

const startsAt = Date.UTC(2026, 9, 26);
const dateOf = (day: number): string => new Date(startsAt + day * 86_400_000).toISOString();

/** A day of a factory that grows: a curve without chance. */
const aDay = (day: number, scale: number) => {
  const views = Math.round(scale * (1 - Math.exp(-(day + 1) / 9)));
  const likes = Math.round(views * (0.086 - day / 4_000));
  const comments = Math.round(views / 140);
  return {
    date: dateOf(day).slice(0, 10),
    takenAt: dateOf(day + 0.3),
    ...{ views, likes, comments, saves: Math.round(views / 62) },
    er: Math.round(((likes + comments) / views) * 10_000) / 100,
  };
};

const aHistory = (days: number): HistoryPoint[] =>
  Array.from({ length: days }, (_, day) => ({ ...aDay(day, 1_840_221), posts: 12 + day, growth: null }));

const titles = [
  'Three iced teas for a long afternoon',
  'We tried every cold brew in the city, and this one surprised all of us at the table',
  'How to make a lemonade that is not too sweet',
  'POV: the first sip',
  'Behind the counter <b>at 6 am</b>',
];

const posts = Array.from({ length: 20 }, (_, n): FactoryPostView => {
  const history = Array.from({ length: 30 - n }, (_, day) => aDay(day, 260_000 / (n + 2)));
  const last = history.at(-1) ?? aDay(0, 1);
  const isHidden = n % 6 === 4;
  return {
    ...aPost,
    id: 900 + n,
    factoryAccountId: 31 + (n % 4),
    platform: n % 4 === 1 ? 'X' : 'YOUTUBE',
    title: n === 7 ? null : (titles[n % titles.length] ?? null),
    hashtags: n === 7 ? ['icedtea', 'summer'] : [],
    durationSeconds: n % 3 === 0 ? null : 41 + n * 97,
    publishedAt: dateOf(n),
    lastScannedAt: dateOf(30.2),
    metrics: {
      ...last,
      likes: isHidden ? null : last.likes,
      er: isHidden ? null : last.er,
      saves: n % 4 === 1 ? last.saves : null,
      erCoverage: { measuredPosts: isHidden ? 0 : 1, totalPosts: 1 },
      savesCoverage: { measuredPosts: n % 4 === 1 ? 1 : 0, totalPosts: 1 },
      ...{ updatedAt: last.takenAt, savesUpdatedAt: null },
    },
    reasons: { ...(isHidden && { likes: 'HIDDEN' }), ...(n % 4 !== 1 && { saves: 'NOT_OFFERED' }) },
    history,
    snapshotBaseline: null,
    flags: n === 2 ? [{ flag: 'VIEWS_JUMPED', at: dateOf(22) }] : n === 11 ? [{ flag: 'GONE', at: dateOf(29) }] : [],
  };
});

/** What a factory without posts has. */
const nothingKnown: FactorySummary = {
  publications: 0,
  ...{ views: null, reactions: null, averageViews: null, medianViews: null, er: null, viewDefinitions: [] },
  totals: {
    ...{ views: null, likes: null, comments: null, er: null, saves: null },
    erCoverage: { measuredPosts: 0, totalPosts: 0 },
    savesCoverage: { measuredPosts: 0, totalPosts: 0 },
    ...{ updatedAt: null, savesUpdatedAt: null },
  },
  history: [],
  snapshotBaseline: null,
};

const accounts = ['Drinks, daily', 'Cold & Co', 'Sip School', 'Café 6 am', 'New here'].map(
  (title, n): FactoryAccountView => ({
    ...anAccount,
    id: 31 + n,
    handle: `@${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    title: n === 4 ? null : title,
    platform: n === 1 ? 'X' : n === 3 ? 'INSTAGRAM' : 'YOUTUBE',
    status: n === 4 ? 'PENDING' : 'ACTIVE',
    posts: n === 4 ? 0 : 12 - n,
    lastScannedAt: n === 4 ? null : dateOf(30.2),
    metrics:
      n === 4 || n === 3
        ? nothingKnown.totals
        : {
            ...aDay(29, 900_000 / (n + 1)),
            erCoverage: { measuredPosts: 10 - n, totalPosts: 12 - n },
            savesCoverage: { measuredPosts: n === 1 ? 11 : 4, totalPosts: 12 - n },
            updatedAt: dateOf(28),
            savesUpdatedAt: dateOf(28),
          },
    reasons: n === 3 ? ['WITHHELD'] : [],
    tags:
      n === 0
        ? [
            { id: 3, name: 'Street style' },
            { id: 4, name: 'Summer' },
          ]
        : [],
  }),
);

const grown = aDay(29, 1_840_221);
const summary: FactorySummary = {
  publications: 42,
  views: grown.views,
  reactions: grown.likes + grown.comments,
  ...{ averageViews: 43_815, medianViews: 39_820, er: 9.02 },
  viewDefinitions: [{ platform: 'YOUTUBE', viewDefinition: 'YOUTUBE_2025_03_31' }],
  totals: {
    ...grown,
    erCoverage: { measuredPosts: 40, totalPosts: 42 },
    savesCoverage: { measuredPosts: 12, totalPosts: 42 },
    ...{ updatedAt: dateOf(28.4), savesUpdatedAt: dateOf(29.1) },
  },
  history: aHistory(30),
  snapshotBaseline: null,
};

/** Everything that the owner sees of a factory. */
interface World {
  readonly summary: FactorySummary;
  readonly accounts: readonly FactoryAccountView[];
  readonly posts: readonly FactoryPostView[];
}

export const aBusyFactory: World = { summary, accounts, posts };
export const anEmptyFactory: World = { summary: nothingKnown, accounts: [], posts: [] };
export const aFactoryOfOne: World = { summary: aSummary, accounts: [anAccount], posts: [aPost] };

/** The page of a report of a factory, as its readers see it. */
export function shownReport(
  { summary, accounts, posts }: World,
  hidden: ReadonlySet<HideableField>,
  changes: Partial<Rendered> = {},
): Rendered {
  const shown = hider(hidden);
  const [account, post] = [accountSortOf(undefined, hidden), postSortOf(undefined, hidden)];
  const textOf = ({ by, isDescending }: { readonly by: string; readonly isDescending: boolean }) =>
    isDescending ? `-${by}` : by;
  return {
    report: {
      factory: { name: 'Drinks, autumn' },
      summary: shown.summary(summary),
      accounts: { data: accounts.map(shown.account), nextCursor: null },
      ...(!hidden.has('posts') && {
        posts: { data: posts.map(shown.post), nextCursor: posts.length > 19 ? '919' : null },
      }),
    },
    ...{ values: {}, errors: {} },
    sorts: { account: textOf(account), post: textOf(post) },
    files: {
      accounts: '/api/v1/factory-reports/Zq3v7Yk1mT0bXe5RwUuN9aLc2hJdPfGi8sVoKxM4tEA/export?of=accounts',
      posts: '/api/v1/factory-reports/Zq3v7Yk1mT0bXe5RwUuN9aLc2hJdPfGi8sVoKxM4tEA/export?of=posts',
    },
    ...changes,
  };
}
