import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { EngagementSums } from '../../schema/metrics/engagement.ts';
import type { ViewDefinition } from '../../schema/metrics/metric-rules.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { limitOf, type ShownSince } from '../metrics/engagement.ts';
import { iso, json } from '../query.ts';
import { campaignAccounts, campaignPlatforms } from '../tables/campaigns.ts';

type Sums = typeof campaignAccounts | typeof campaignPlatforms;

/** The accounts whose posts a row sums up. */
const accountsOf = (table: Sums): SQL =>
  table === campaignAccounts
    ? sql`array[${campaignAccounts.socialAccountId}]`
    : sql`array(select ${sql.raw('a.social_account_id')} from ${campaignAccounts} a
        where a.campaign_id = ${campaignPlatforms.campaignId} and a.platform = ${campaignPlatforms.platform})`;

/**
 * `cross join lateral` of the metrics of a row that the reader may see, as `shown`. Uses the stored sums. If one of their measurements has
 * become too old, it computes the sums from the posts.
 */
export function shownSums(table: Sums, since: ShownSince): SQL {
  const limit = sql`seen_since.at`;
  const isStored = sql`coalesce(least(${table.viewsSince}, ${table.countedSince}, ${table.savedSince}) >= ${limit}, true)`;
  const recomputed = sql`campaign_account_sums(${table.campaignId}, ${accountsOf(table)}, ${limit})`;
  return sql`cross join lateral (select ${limitOf(table.platform, since)} as at) seen_since
    cross join lateral (
      select ${table.totalViews} as total_views, ${table.viewsSince} as views_since, ${table.counted} as counted, ${table.views} as views, ${table.likes} as likes,
        ${table.comments} as comments, ${table.countedSince} as counted_since, ${table.saved} as saved, ${table.saves} as saves,
        ${table.savedSince} as saved_since, ${table.viewDefinitions} as view_definitions
      where ${limit} is not null and ${isStored}
      union all
      select sum(total_views), min(views_since), coalesce(sum(counted), 0), coalesce(sum(views), 0), coalesce(sum(likes), 0), coalesce(sum(comments), 0),
        min(counted_since), coalesce(sum(saved), 0), sum(saves), min(saved_since), array(select distinct named from ${recomputed} again cross join unnest(again.view_definitions) named)
      from ${recomputed}
      where ${limit} is not null and not ${isStored}
      having ${limit} is not null and not ${isStored}
      union all
      select null, null, 0, 0, 0, 0, null, 0, null, null, '{}' where ${limit} is null) shown`;
}

/** Aggregates of rows of `table` with their `shown`. */
export const sumFields = (table: Sums) => ({
  total: sql<number>`coalesce(sum(${table.posts}), 0)`,
  onModeration: sql<number>`coalesce(sum(${table.onModeration}), 0)`,
  accepted: sql<number>`coalesce(sum(${table.accepted}), 0)`,
  rejected: sql<number>`coalesce(sum(${table.rejected}), 0)`,
  unavailable: sql<number>`coalesce(sum(${table.unavailable}), 0)`,
});

/** Null: no views are known. A sum may exceed 2^53, so it is text. */
export const totalViewsOf: SQL<string | null> = sql`sum(shown.total_views)::text`;

/** The time of the oldest measurement in totalViewsOf. */
export const viewsSinceOf: SQL<string | null> = iso(
  sql`min(shown.views_since) filter (where shown.total_views is not null)`,
);

/** The definitions of a view of the views in totalViewsOf, by platform. */
export const viewDefinitionsOf = (table: Sums): SQL<readonly DefinitionsOfPlatform[]> =>
  sql`coalesce(json_agg(${json({
    platform: table.platform,
    definitions: sql<readonly (ViewDefinition | null)[]>`shown.view_definitions`,
  })} order by ${table.platform}) filter (where shown.view_definitions <> '{}'), '[]')`;

export interface DefinitionsOfPlatform {
  readonly platform: Platform;
  readonly definitions: readonly (ViewDefinition | null)[];
}

/** The engagement of rows of `table` with their `shown`, as JSON. */
export const shownEngagement = (table: Sums): SQL<EngagementSums> =>
  json({
    views: sql<string>`coalesce(sum(shown.views), 0)::text`,
    likes: sql<string>`coalesce(sum(shown.likes), 0)::text`,
    comments: sql<string>`coalesce(sum(shown.comments), 0)::text`,
    saves: sql<string | null>`sum(shown.saves)::text`,
    measuredPosts: sql<number>`coalesce(sum(shown.counted), 0)`,
    savesPosts: sql<number>`coalesce(sum(shown.saved), 0)`,
    totalPosts: sql<number>`coalesce(sum(${table.videos}), 0)`,
    updatedAt: sql<string | null>`${iso(sql`min(shown.counted_since)`)}`,
    savesUpdatedAt: sql<string | null>`${iso(sql`min(shown.saved_since)`)}`,
  });
