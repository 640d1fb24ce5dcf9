import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { iso, json, jsonList, type TypeOf } from '../../query.ts';
import { factoryPosts } from '../../tables/factories.ts';
import { factoryAccountDays, factoryPostDays } from '../../tables/factory-scans.ts';
import { ofEachAccount } from './access.ts';
import { isFound, type ReadFilters } from './filters.ts';

const dayJson = json({
  date: sql<string>`state.day::text`,
  takenAt: sql<string>`${iso(sql`state.taken_at`)}`,
  views: sql<number | null>`state.views::float8`,
  likes: sql<number | null>`state.likes::float8`,
  comments: sql<number | null>`state.comments::float8`,
  saves: sql<number | null>`state.saves::float8`,
  completeViews: sql<string | null>`state.complete_views::text`,
  completeReactions: sql<string | null>`state.complete_reactions::text`,
});
/** The known sums at the end of a UTC day with a scan. Rates are computed from the integers in text. */
export type DayRecord = TypeOf<typeof dayJson>;

/**
 * The states of the posts of `chosen`, a relation of rows of `watched`, at the end of each day with a scan, the oldest first: a field of the facts. A search that looks
 * into posts reads the days of the posts that it finds; otherwise the days of the accounts are enough.
 */
export const historyOf = (filters: ReadFilters): SQL<readonly DayRecord[]> =>
  jsonList(dayJson, sql`from (${statesOf(filters)}) state`, sql`state.day`);

/** The posts of `chosen` by the UTC day of their publication, the oldest first: a field of the facts. */
export const publicationsOf = (
  filters: ReadFilters,
): SQL<readonly { readonly date: string; readonly posts: number }[]> =>
  jsonList(
    json({ date: sql<string>`published.day::text`, posts: sql<number>`published.posts` }),
    sql`from (select own.day, count(*)::int as posts from ${ofEachAccount(
      sql`chosen watched`,
      sql`select (${factoryPosts.publishedAt} at time zone 'UTC')::date as day from ${factoryPosts}
        where ${factoryPosts.accountId} = watched.id and ${isFound(filters)}`,
    )} group by own.day) published`,
    sql`published.day`,
  );

const counters = ['views', 'likes', 'comments', 'saves', 'complete_views', 'complete_reactions'] as const;

/** The state of an account, or of a post, counts from its day until its next one, as factory_fold of the migrations adds days. */
function statesOf(filters: ReadFilters): SQL {
  const each = (part: (counter: SQL, known: SQL) => SQL) =>
    sql.join(
      counters.map((name) => part(sql.identifier(name).getSQL(), sql.identifier(`has_${name}`).getSQL())),
      sql`, `,
    );
  return sql`
    with spell as (
      select given.*, lead(given.day) over (partition by given.key order by given.day) as until from (${daysOf(filters)}) given
    ), change as (
      select spell.day, spell.taken_at, 1 as sign, ${each((counter) => sql`spell.${counter}`)} from spell
      union all
      select spell.until, null, -1, ${each((counter) => sql`-spell.${counter}`)} from spell where spell.until is not null
    ), added as (
      select change.day, max(change.taken_at) as taken_at, ${each(
        (counter, known) =>
          sql`sum(change.${counter}) as ${counter}, sum(change.sign) filter (where change.${counter} is not null) as ${known}`,
      )}
      from change group by change.day
    )
    select added.day, added.taken_at, ${each(
      (counter, known) =>
        sql`case when sum(added.${known}) over days > 0 then sum(added.${counter}) over days end as ${counter}`,
    )}
    from added window days as (order by added.day)`;
}

function daysOf(filters: ReadFilters): SQL {
  if (filters.search === null || !filters.searchesPosts) {
    const { accountId, day, takenAt, views, likes, comments, saves, completeViews, completeReactions } =
      factoryAccountDays;
    const days = sql`select ${day}, ${takenAt}, ${views}, ${likes}, ${comments}, ${saves}, ${completeViews}, ${completeReactions}
      from ${factoryAccountDays} where ${accountId} = watched.id and ${takenAt} >= watched.sum_history_since`;
    return sql`select watched.id as key, own.* from ${ofEachAccount(sql`chosen watched`, days)}
      where ${isFound({ ...filters, searchesPosts: false })}`;
  }
  const { takenAt, viewsAt, likesAt, commentsAt, savesAt, completeAt } = factoryPostDays;
  const shown = (value: SQL, at: AnyPgColumn) => sql`case when ${at} >= watched.sum_history_since then ${value} end`;
  const days = sql`select ${factoryPostDays.postId} as key, ${factoryPostDays.day}, ${takenAt},
      ${shown(sql`${factoryPostDays.views}`, viewsAt)} as views, ${shown(sql`${factoryPostDays.likes}`, likesAt)} as likes,
      ${shown(sql`${factoryPostDays.comments}`, commentsAt)} as comments, ${shown(sql`${factoryPostDays.saves}`, savesAt)} as saves,
      ${shown(sql`${factoryPostDays.completeViews}`, completeAt)} as complete_views,
      ${shown(sql`${factoryPostDays.completeReactions}`, completeAt)} as complete_reactions
    from ${factoryPosts} join ${factoryPostDays} on ${factoryPostDays.accountId} = watched.id and ${factoryPostDays.postId} = ${factoryPosts.id}
      and ${takenAt} >= watched.sum_history_since
    where ${factoryPosts.accountId} = watched.id and ${isFound(filters)}`;
  return sql`select own.* from ${ofEachAccount(sql`chosen watched`, days)}`;
}
