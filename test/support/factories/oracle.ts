import type { Query, RawAccount, RawPost } from './raw.ts';

// What reads of a factory must return, from its raw measurements. It knows neither days nor last known values.

const counters = ['views', 'likes', 'comments', 'saves'] as const;
type Counter = (typeof counters)[number];
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const startOf = (query: Query) => (query.from === undefined ? -Infinity : Date.parse(query.from));
const endOf = (query: Query) => (query.to === undefined ? Infinity : Date.parse(query.to) + 86_400_000);
const sum = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
};
const oldest = (times: readonly (Date | undefined)[]) => {
  const known = times.filter((time) => time !== undefined).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known)).toISOString();
};
const halfUp = (value: number) => Math.floor(value + 0.5);
const rate = (views: number, reactions: number) =>
  views === 0 ? null : Math.floor((20_000 * reactions + views) / (2 * views)) / 100;

const lastOf = (post: RawPost, counter: Counter) => post.measurements.findLast((each) => each[counter] !== null);
const completeOf = (post: RawPost) =>
  post.measurements.findLast(({ views, likes, comments }) => views !== null && likes !== null && comments !== null);
const rateOf = (post: RawPost) => {
  const complete = completeOf(post);
  return complete === undefined ? null : rate(complete.views ?? 0, (complete.likes ?? 0) + (complete.comments ?? 0));
};
const until = (post: RawPost, day: string): RawPost => ({
  ...post,
  measurements: post.measurements.filter(({ measuredAt }) => dayOf(measuredAt) <= day),
});

/** The last known values of posts, and the rate of their last complete measurements. */
function values(posts: readonly RawPost[]) {
  const complete = posts.map(completeOf).filter((each) => each !== undefined);
  const [views, reactions] = [
    sum(complete.map((each) => each.views)) ?? 0,
    sum(complete.map(({ likes, comments }) => (likes ?? 0) + (comments ?? 0))) ?? 0,
  ];
  const known = counters.map((counter) => [
    counter,
    sum(posts.map((post) => lastOf(post, counter)?.[counter] ?? null)),
  ]);
  return { ...(Object.fromEntries(known) as Record<Counter, number | null>), er: rate(views, reactions) };
}

export function metrics(posts: readonly RawPost[]) {
  const times = (counter: Counter) => posts.map((post) => lastOf(post, counter)?.measuredAt);
  const complete = posts.map((post) => completeOf(post)?.measuredAt);
  const totalPosts = posts.length;
  return {
    ...values(posts),
    erCoverage: { measuredPosts: complete.filter((time) => time !== undefined).length, totalPosts },
    savesCoverage: { measuredPosts: times('saves').filter((time) => time !== undefined).length, totalPosts },
    updatedAt: oldest([...times('views'), ...times('likes'), ...times('comments'), ...complete]),
    savesUpdatedAt: oldest(times('saves')),
  };
}

/** The post with its measurements of a day alone. */
export const onDay = (post: RawPost, day: string): RawPost => ({
  ...post,
  measurements: post.measurements.filter(({ measuredAt }) => dayOf(measuredAt) === day),
});

/** A point for each day with a measurement: the points in the period, and the last one at or before its begin. */
export function history(posts: readonly RawPost[], query: Query, stateOn = until) {
  const all = posts.flatMap(({ measurements }) => measurements.map(({ measuredAt }) => measuredAt));
  const points = [...new Set(all.map(dayOf))].sort().map((date) => ({
    date,
    takenAt: new Date(Math.max(...all.filter((at) => dayOf(at) === date).map(Number))).toISOString(),
    ...values(posts.map((post) => stateOn(post, date))),
    posts: posts.filter(({ publishedAt }) => dayOf(publishedAt) <= date).length,
  }));
  const baseline =
    query.from === undefined ? undefined : points.findLast(({ takenAt }) => Date.parse(takenAt) <= startOf(query));
  const minus = (now: number | null, before: number | null) => (now === null || before === null ? null : now - before);
  const growth = (point: (typeof points)[number]) =>
    baseline && {
      posts: point.posts - baseline.posts,
      views: minus(point.views, baseline.views),
      likes: minus(point.likes, baseline.likes),
      comments: minus(point.comments, baseline.comments),
    };
  const inPeriod = points.filter(
    ({ takenAt }) => Date.parse(takenAt) >= startOf(query) && Date.parse(takenAt) < endOf(query),
  );
  return {
    history: inPeriod.map((point) => ({ ...point, growth: growth(point) ?? null })),
    snapshotBaseline: baseline ?? null,
  };
}

/** The definition of the last known views of each post, once for each platform. */
function definitions(posts: readonly RawPost[], platformOf: (post: RawPost) => string) {
  const named = posts
    .filter((post) => lastOf(post, 'views') !== undefined)
    .map((post) => ({ platform: platformOf(post), viewDefinition: lastOf(post, 'views')?.viewDefinition ?? null }));
  // A definition that is null comes last.
  const byKey = new Map(named.map((one) => [`${one.platform} ${one.viewDefinition ?? '~'}`, one]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

export function summary(
  platformOf: (post: RawPost) => string,
  posts: readonly RawPost[],
  everPublished: readonly RawPost[],
  query: Query,
) {
  const views = posts.flatMap((post) => lastOf(post, 'views')?.views ?? []).sort((one, other) => one - other);
  const rates = posts.flatMap((post) => rateOf(post) ?? []);
  const both = posts.map((post) =>
    sum([lastOf(post, 'likes')?.likes ?? null]) === null || lastOf(post, 'comments') === undefined
      ? null
      : (lastOf(post, 'likes')?.likes ?? 0) + (lastOf(post, 'comments')?.comments ?? 0),
  );
  const middle = ((views[Math.ceil(views.length / 2) - 1] ?? 0) + (views[Math.floor(views.length / 2)] ?? 0)) / 2;
  return {
    publications: posts.length,
    views: sum(views),
    viewDefinitions: definitions(posts, platformOf),
    reactions: sum(both),
    averageViews: views.length === 0 ? null : halfUp((sum(views) ?? 0) / views.length),
    medianViews: views.length === 0 ? null : halfUp(middle),
    er:
      rates.length === 0 ? null : halfUp((sum(rates.map((each) => Math.round(each * 100))) ?? 0) / rates.length) / 100,
    totals: metrics(posts),
    ...history(everPublished, query),
  };
}

/** Sorts by a value, nulls last, then by id in the same direction. */
export function sorted<Row extends { readonly id: number }>(
  rows: readonly Row[],
  sort: string,
  keyOf: (row: Row) => number | null,
) {
  const sign = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === null || b === null) return a === b ? sign * (one.id - other.id) : a === null ? 1 : -1;
    return sign * (a - b || one.id - other.id);
  });
}

export const accountMatches = (account: RawAccount, query: Query) =>
  (query.platform === undefined || account.platform === query.platform) &&
  (query.tag === undefined || account.tags.includes(query.tag)) &&
  (query.factoryAccountId === undefined || account.id === query.factoryAccountId);
export const handleMatches = ({ handle }: RawAccount, { search = '' }: Query) =>
  handle.toLowerCase().includes(search.toLowerCase());
export const postMatches = (post: RawPost, account: RawAccount, query: Query) =>
  accountMatches(account, query) &&
  (query.search === undefined ||
    handleMatches(account, query) ||
    [post.title ?? '', ...post.hashtags.map((tag) => `#${tag}`)].some((text) =>
      text.toLowerCase().includes(query.search?.toLowerCase() ?? ''),
    ));
export const isInPeriod = ({ publishedAt }: RawPost, query: Query) =>
  publishedAt.getTime() >= startOf(query) && publishedAt.getTime() < endOf(query);
export const rateOfPost = rateOf;
