import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { ViewDefinition } from '../../../schema/metrics/metric-rules.ts';
import type { MixedDefinitions } from '../../../schema/metrics/view-definition.ts';
import type { Platform } from '../../../schema/shared/enums.ts';
import { iso, json, jsonList, type TypeOf } from '../../query.ts';
import { factoryPosts } from '../../tables/factories.ts';
import { ofEachAccount } from './access.ts';
import { isFound, isInPeriod, type ReadFilters } from './filters.ts';

/**
 * Selects the posts of `chosen`, a relation of rows of `watched`, as a relation for sumsJson. A count that the reader may not see, or that is too old, is
 * null.
 */
export const countedPosts = (filters: ReadFilters): SQL => {
  const shown = (value: AnyPgColumn, at: AnyPgColumn) => sql`case when ${at} >= watched.sum_since then ${value} end`;
  const { views, viewsAt, viewDefinition, likes, likesAt, comments, commentsAt, saves, savesAt } = factoryPosts;
  const { completeAt, completeViews, completeReactions, rate } = factoryPosts;
  const posts = sql`select ${shown(views, viewsAt)} as views, ${shown(viewDefinition, viewsAt)} as view_definition, ${shown(viewsAt, viewsAt)} as views_at, ${shown(likes, likesAt)} as likes, ${shown(likesAt, likesAt)} as likes_at,
      ${shown(comments, commentsAt)} as comments, ${shown(commentsAt, commentsAt)} as comments_at,
      ${shown(saves, savesAt)} as saves, ${shown(savesAt, savesAt)} as saves_at,
      ${shown(completeViews, completeAt)} as complete_views, ${shown(completeReactions, completeAt)} as complete_reactions,
      ${shown(completeAt, completeAt)} as complete_at, ${shown(rate, completeAt)} as rate
    from ${factoryPosts} where ${factoryPosts.accountId} = watched.id and ${isInPeriod(filters)} and ${isFound(filters)}`;
  return sql`select watched.id as account_id, watched.platform, own.* from ${ofEachAccount(sql`chosen watched`, posts)}`;
};

/** An aggregate, as JSON, of a relation `post` of countedPosts. Sums are null when nothing is known. */
export const sumsJson = json({
  posts: sql<number>`count(post.account_id)::int`,
  views: sql<number | null>`sum(post.views)::float8`,
  likes: sql<number | null>`sum(post.likes)::float8`,
  comments: sql<number | null>`sum(post.comments)::float8`,
  saves: sql<number | null>`sum(post.saves)::float8`,
  /** Integers as text, because the rate is computed from the exact sums. */
  completeViews: sql<string | null>`sum(post.complete_views)::text`,
  completeReactions: sql<string | null>`sum(post.complete_reactions)::text`,
  completePosts: sql<number>`count(post.complete_at)::int`,
  savesPosts: sql<number>`count(post.saves)::int`,
  /** The oldest measurement of each. */
  viewsAt: sql<string | null>`${iso(sql`min(post.views_at)`)}`,
  likesAt: sql<string | null>`${iso(sql`min(post.likes_at)`)}`,
  commentsAt: sql<string | null>`${iso(sql`min(post.comments_at)`)}`,
  completeAt: sql<string | null>`${iso(sql`min(post.complete_at)`)}`,
  savesAt: sql<string | null>`${iso(sql`min(post.saves_at)`)}`,
});
export type FactorySums = TypeOf<typeof sumsJson>;

/** The definitions of a view of a relation `post` of countedPosts, by platform: a field of the facts. */
export const definitionsOf: SQL<readonly MixedDefinitions[number][]> = jsonList(
  json({ platform: sql<Platform>`mixed.platform`, viewDefinition: sql<ViewDefinition | null>`mixed.view_definition` }),
  sql`from (select distinct post.platform, post.view_definition from post where post.views is not null) mixed`,
  sql`mixed.platform, mixed.view_definition`,
);

/** More sums, for the summary. */
export const summarySumsJson = json({
  reactions: sql<number | null>`sum(post.likes + post.comments)::float8`,
  averageViews: sql<number | null>`round(avg(post.views))::float8`,
  medianViews: sql<number | null>`floor(percentile_cont(0.5) within group (order by post.views) + 0.5)`,
  /** The mean of the rates, in hundredths of a percent. */
  meanRate: sql<number | null>`round(avg(post.rate))::float8`,
});
export type SummarySums = TypeOf<typeof summarySumsJson>;
