import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { PostSort } from '../../../schema/factories/factory-terms.ts';
import type { ViewDefinition } from '../../../schema/metrics/metric-rules.ts';
import { iso, json, jsonList, type Query, query, type TypeOf } from '../../query.ts';
import { factories, factoryPosts } from '../../tables/factories.ts';
import { factoryPostDays } from '../../tables/factory-scans.ts';
import { idsInOrder, pageOfWalk, placedList, placeOf, walkedList } from '../../walks.ts';
import { tagsOfAccount } from '../tags.ts';
import { type FactoryReader, isDescribed, isReadFactory, ofEachAccount, walkOf, watchedBy } from './access.ts';
import type { SortedPage } from './accounts.ts';
import { type Bounds, isAccountChosen, isFound, isInPeriod, isUnfiltered, type ReadFilters } from './filters.ts';

export interface PostsPage extends ReadFilters, SortedPage<PostSort> {
  /** The maximum of points of each post; 0 reads no history. */
  readonly points: number;
}

const { viewsAt, likesAt, commentsAt, savesAt, completeAt } = factoryPosts;
const shown = (value: SQLWrapper, at: SQLWrapper): SQL => sql`case when ${at} >= watched.since then ${value} end`;
const visible = (value: SQLWrapper): SQL => sql`case when watched.since is not null then ${value} end`;
const described = (value: SQLWrapper): SQL => sql`case when ${isDescribed} then ${value} end`;

/** Flags of measurements under a grant that has ended are not shown. */
const shownFlags = sql`case when ${factoryPosts.flags} = '{}' then '{}' else (select coalesce(jsonb_object_agg(flag.key, flag.value), '{}')
  from jsonb_each(${factoryPosts.flags}) flag where (flag.value #>> '{}')::timestamptz >= watched.flags_since) end`;

const postJson = ({ bounds, points }: PostsPage) =>
  json({
    id: factoryPosts.id,
    accountId: factoryPosts.accountId,
    platform: factoryPosts.platform,
    handle: sql<string>`watched.handle`,
    contentId: factoryPosts.contentId,
    title: sql<string | null>`${described(factoryPosts.title)}`,
    coverUrl: sql<string | null>`${described(factoryPosts.coverUrl)}`,
    durationSeconds: sql<number | null>`${described(factoryPosts.durationSeconds)}`,
    hashtags: sql<readonly string[] | null>`${described(factoryPosts.hashtags)}`,
    publishedAt: factoryPosts.publishedAt,
    lastScannedAt: factoryPosts.lastScannedAt,
    views: sql<number | null>`(${shown(factoryPosts.views, viewsAt)})::float8`,
    likes: sql<number | null>`(${shown(factoryPosts.likes, likesAt)})::float8`,
    comments: sql<number | null>`(${shown(factoryPosts.comments, commentsAt)})::float8`,
    saves: sql<number | null>`(${shown(factoryPosts.saves, savesAt)})::float8`,
    viewsAt: sql<string | null>`${iso(shown(viewsAt, viewsAt))}`,
    likesAt: sql<string | null>`${iso(shown(likesAt, likesAt))}`,
    commentsAt: sql<string | null>`${iso(shown(commentsAt, commentsAt))}`,
    savesAt: sql<string | null>`${iso(shown(savesAt, savesAt))}`,
    completeAt: sql<string | null>`${iso(shown(completeAt, completeAt))}`,
    /** In hundredths of a percent; null where the platform's metrics may not be used for rates. */
    rate: sql<number | null>`(case when ${completeAt} >= watched.sum_since then ${factoryPosts.rate} end)::float8`,
    source: sql<string | null>`${visible(factoryPosts.source)}`,
    viewDefinition: sql<ViewDefinition | null>`${shown(factoryPosts.viewDefinition, viewsAt)}`,
    reasons: factoryPosts.reasons,
    flags: sql<TypeOf<SQL<(typeof factoryPosts.$inferSelect)['flags']>> | null>`${visible(shownFlags)}`,
    hiddenBecause: sql<'NOT_GRANTED' | 'WITHHELD' | null>`watched.hidden_because`,
    tags: tagsOfAccount(factoryPosts.accountId),
    days: jsonList(
      dayJson,
      sql`from (select ${factoryPostDays}.* from ${factoryPostDays} where ${isDayOfPost} and ${isInBounds(bounds)}
        order by ${factoryPostDays.day} desc limit ${points}) ${factoryPostDays}`,
      sql`${factoryPostDays.day}`,
    ),
    baseline:
      bounds.from === null || points === 0
        ? sql<PostDayRecord | null>`null`
        : sql<PostDayRecord | null>`(select ${dayJson} from ${factoryPostDays} where ${isDayOfPost} and ${isBefore(bounds)}
            order by ${factoryPostDays.day} desc limit 1)`,
  });

const dayOf = (at: Date): SQL => sql`(${at}::timestamptz at time zone 'UTC')::date`;

/** A condition on a day of a post: it is in the bounds. */
const isInBounds = ({ from, until, isByDay }: Bounds): SQL => {
  const { day, takenAt } = factoryPostDays;
  const begins = from && (isByDay ? sql`${day} >= ${dayOf(from)}` : sql`${takenAt} >= ${from}`);
  const last = until && new Date(until.getTime() - 1);
  const ends = until && last && (isByDay ? sql`${day} <= ${dayOf(last)}` : sql`${takenAt} < ${until}`);
  return sql`${begins ?? sql`true`} and ${ends ?? sql`true`}`;
};

/** A condition on a day of a post: it is at or before the begin of the bounds. */
const isBefore = ({ from, isByDay }: Bounds): SQL =>
  isByDay ? sql`${factoryPostDays.day} < ${dayOf(from ?? new Date(0))}` : sql`${factoryPostDays.takenAt} <= ${from}`;

const isDayOfPost = sql`${factoryPostDays.accountId} = ${factoryPosts.accountId} and ${factoryPostDays.postId} = ${factoryPosts.id}
  and ${factoryPostDays.takenAt} >= watched.history_since`;

/** A condition: the count was measured on the day. An older one that was carried would get a newer time. */
const isOfDay = (at: SQLWrapper): SQL => sql`(${at} at time zone 'UTC')::date = ${factoryPostDays.day}`;
const shownDay = (value: SQLWrapper, at: SQLWrapper): SQL<number | null> =>
  sql`(case when ${at} >= watched.history_since and ${isOfDay(at)} then ${value} end)::float8`;
const isRateShown = sql`${factoryPostDays.completeAt} >= watched.sum_history_since and ${isOfDay(factoryPostDays.completeAt)}`;
const dayJson = json({
  date: sql<string>`${factoryPostDays.day}::text`,
  takenAt: factoryPostDays.takenAt,
  views: shownDay(factoryPostDays.views, factoryPostDays.viewsAt),
  likes: shownDay(factoryPostDays.likes, factoryPostDays.likesAt),
  comments: shownDay(factoryPostDays.comments, factoryPostDays.commentsAt),
  saves: shownDay(factoryPostDays.saves, factoryPostDays.savesAt),
  completeViews: sql<string | null>`(case when ${isRateShown} then ${factoryPostDays.completeViews} end)::text`,
  completeReactions: sql<string | null>`(case when ${isRateShown} then ${factoryPostDays.completeReactions} end)::text`,
});
export type PostDayRecord = TypeOf<typeof dayJson>;
/** A post with its account, its tags and the last days of its history, as JSON. */
export type WatchedPost = TypeOf<ReturnType<typeof postJson>>;

/** What an order compares. A count that the reader may not see is unknown, so that the order does not tell it. */
const keyOf: Readonly<Record<PostSort, SQL>> = {
  publishedAt: sql`${factoryPosts.publishedAt}`,
  views: shown(factoryPosts.views, viewsAt),
  likes: shown(factoryPosts.likes, likesAt),
  comments: shown(factoryPosts.comments, commentsAt),
  saves: shown(factoryPosts.saves, savesAt),
  er: sql`case when ${completeAt} >= watched.sum_since then ${factoryPosts.rate} end`,
  lastScanned: sql`${factoryPosts.lastScannedAt}`,
};

/** The posts that match after the cursor, and one more than the limit; no row if the reader may not see the factory. */
export function postsPage(reader: FactoryReader, page: PostsPage): Query<{ readonly posts: readonly WatchedPost[] }> {
  const list = jsonList(
    postJson(page),
    sql`from page join ${factoryPosts} on ${factoryPosts.id} = page.id::bigint join watched on watched.id = ${factoryPosts.accountId}`,
    sql`page.place`,
  );
  const found = page.sort.by === 'publishedAt' ? byPublication(reader, page, list) : bySort(reader, page, list);
  return query(
    { posts: found.list },
    (columns) =>
      sql`with ${watchedBy(reader)}, ${found.page} select ${columns} from ${factories} where ${isReadFactory(reader)}`,
  );
}

/** The page of a list, as relations for the `with` of a statement, and its rows. */
interface Found {
  readonly page: SQL;
  readonly list: SQL<readonly WatchedPost[]>;
}

/** Read from the index of the factory and the time of publication, which never changes: a page remembers the time of its last post alone. */
function byPublication(reader: FactoryReader, page: PostsPage, list: Found['list']): Found {
  const { publishedAt, id } = factoryPosts;
  const accounts = sql`exists (select from watched where watched.id = ${factoryPosts.accountId} and ${isAccountChosen(page)} and ${isFound(page)})`;
  const place = { subject: `factory:${reader.factoryId}`, list: ['posts'], ...page, at: reader.at };
  const own = sql`select ${publishedAt} from ${factoryPosts} where ${id} = ${page.cursor} and ${factoryPosts.factoryId} = ${reader.factoryId}`;
  const cursorPlace = sql`coalesce((${own}), ${placeOf(place)}::timestamptz)`;
  const [comparison, direction] = page.sort.isDescending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const after = sql`and (${publishedAt}, ${id}) ${comparison} (${cursorPlace}, ${page.cursor}::bigint)`;
  return {
    page: sql`page as materialized (select found.id, found.at, row_number() over () as place from (
      select ${id} as id, ${publishedAt} as at from ${factoryPosts}
      where ${factoryPosts.factoryId} = ${reader.factoryId} and ${isInPeriod(page)} ${isUnfiltered(page) ? sql`` : sql`and ${accounts}`}
        ${page.cursor === undefined ? sql`` : after}
      order by ${publishedAt} ${direction}, ${id} ${direction} limit ${page.limit + 1}) found)`,
    list: placedList(place, { place: sql`ended.at`, isKnown: sql`${cursorPlace} is not null` }, list),
  };
}

/** Other orders compare values that depend on the reader: they sort the posts of the factory. */
function bySort(reader: FactoryReader, page: PostsPage, list: Found['list']): Found {
  const key = keyOf[page.sort.by];
  const direction = page.sort.isDescending ? sql`desc` : sql`asc`;
  const posts = sql`select ${factoryPosts.id} as id, ${key} as key from ${factoryPosts}
    where ${factoryPosts.accountId} = watched.id and ${isInPeriod(page)} and ${isFound(page)}`;
  const { points, ...listed } = page;
  const walk = walkOf(reader, 'posts', listed);
  const rows = {
    order: idsInOrder(
      sql`own.id`,
      sql`from ${ofEachAccount(sql`watched`, posts)} where ${isAccountChosen(page)}`,
      sql`own.key ${direction} nulls last, own.id ${direction}`,
    ),
    row: (id: SQL) => sql`${factoryPosts} join watched on watched.id = ${factoryPosts.accountId}
      where ${factoryPosts.id} = (${id})::bigint and ${isInPeriod(page)} and ${isAccountChosen(page)} and ${isFound(page)}`,
  };
  return { page: pageOfWalk(walk, rows), list: walkedList(walk, rows, list) };
}
