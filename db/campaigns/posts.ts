import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { ViewDefinition } from '../../schema/metrics/metric-rules.ts';
import { cursorGuard, largestId } from '../client.ts';
import { type JsonOf, json, jsonList, type TypeOf } from '../query.ts';
import { isAccountUsable } from '../social-accounts/grant-access.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaigns } from '../tables/campaigns.ts';
import { socialGrants } from '../tables/connections.ts';
import { users } from '../tables/identity.ts';
import { posts } from '../tables/posts.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

/** The fields of a post that decide which of its metrics the advertiser may see. */
export const sharingFields = {
  platform: campaignPosts.platform,
  sharing: campaignPosts.sharing,
  isGrantActive: sql<boolean>`exists (select from ${socialGrants}
    where ${socialGrants.socialAccountId} = ${campaignPosts.socialAccountId} and ${socialGrants.status} = 'ACTIVE')`,
  /** Measurements under the grant are shown to the advertiser if they are not older than this; null shows none. */
  sharedSince: sql<string | null>`iso(campaign_shared_since(${campaignPosts.socialAccountId}))`,
};

export type SharedPost = JsonOf<typeof sharingFields>;

const postJson = json({
  id: campaignPosts.id,
  campaignId: campaignPosts.campaignId,
  campaignTitle: campaigns.title,
  socialAccountId: campaignPosts.socialAccountId,
  handle: socialAccounts.handle,
  url: campaignPosts.url,
  contentId: campaignPosts.contentId,
  mediaType: posts.mediaType,
  status: campaignPosts.status,
  reason: campaignPosts.reason,
  note: campaignPosts.note,
  submittedAt: campaignPosts.submittedAt,
  publishedAt: campaignPosts.publishedAt,
  decideBy: campaignPosts.decideBy,
  decidedAt: campaignPosts.decidedAt,
  views: campaignPosts.views,
  viewsMeasuredAt: campaignPosts.viewsMeasuredAt,
  countedViews: campaignPosts.countedViews,
  countedLikes: campaignPosts.countedLikes,
  countedComments: campaignPosts.countedComments,
  countsMeasuredAt: campaignPosts.countsMeasuredAt,
  saves: campaignPosts.saves,
  savesMeasuredAt: campaignPosts.savesMeasuredAt,
  source: campaignPosts.source,
  viewDefinition: sql<ViewDefinition | null>`${campaignPosts.viewDefinition}`,
  reasons: campaignPosts.reasons,
  flags: campaignPosts.flags,
  earnedCents: campaignPosts.earnedCents,
  paidCents: campaignPosts.paidCents,
  accountStatus: socialAccounts.status,
  isAccountUsable,
  isCreatorSuspended: sql<boolean>`exists (select from ${users}
    where ${users.id} = ${campaignPosts.creatorId} and ${users.suspendedAt} is not null)`,
  ...sharingFields,
});

/** A post of a campaign, as JSON. Amounts are cents as text. */
export type PostRecord = TypeOf<typeof postJson>;

const joined = sql`join ${campaigns} on ${campaigns.id} = ${campaignPosts.campaignId}
  join ${posts} on ${posts.id} = ${campaignPosts.postId}
  join ${socialAccounts} on ${socialAccounts.id} = ${campaignPosts.socialAccountId}`;

/** The posts that a creator has submitted, or those of a campaign of an advertiser. */
export type PostsOf = { readonly creatorId: number } | { readonly advertiserId: number; readonly campaignId: number };

/** A condition on a post: the reader may see it. */
export const isOf = (reader: PostsOf): SQL =>
  'creatorId' in reader
    ? sql`${campaignPosts.creatorId} = ${reader.creatorId}`
    : sql`${campaignPosts.campaignId} = ${reader.campaignId} and exists (select from ${campaigns}
        where ${campaigns.id} = ${reader.campaignId} and ${campaigns.advertiserId} = ${reader.advertiserId})`;

/** One of these posts, or null: a field of the facts. */
export const postOf = (reader: PostsOf, id: number): SQL<PostRecord | null> =>
  sql`(select ${postJson} from ${campaignPosts} ${joined} where ${campaignPosts.id} = ${id} and ${isOf(reader)})`;

export interface PostFilters {
  readonly status?: string | undefined;
  readonly platform?: string | undefined;
}

export interface PostsPage extends PostFilters {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

const matches = ({
  status,
  platform,
}: PostFilters): SQL => sql`${status === undefined ? sql`true` : sql`${campaignPosts.status} = ${status}`}
  and ${platform === undefined ? sql`true` : sql`${campaignPosts.platform} = ${platform}`}`;

/**
 * These posts, the newest submission first, and one more than the limit: a field of the facts. A cursor that is none of them is INVALID_CURSOR.
 */
export function postsPage(reader: PostsOf, { limit, cursor, ...filters }: PostsPage): SQL<readonly PostRecord[]> {
  // A status changes, a platform does not.
  const own = sql`${campaignPosts} where ${campaignPosts.id} = ${cursor ?? null} and ${isOf(reader)} and ${matches({ platform: filters.platform })}`;
  return jsonList(
    postJson,
    sql`from (select * from ${campaignPosts} where ${isOf(reader)} and ${campaignPosts.id} < ${cursor ?? largestId} and ${matches(filters)}
        ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
      order by ${campaignPosts.id} desc limit ${limit + 1}) ${campaignPosts} ${joined}`,
    sql`${campaignPosts.id} desc`,
  );
}

const summaryJson = json({
  total: sql<number>`count(*)`,
  onModeration: sql<number>`count(*) filter (where ${campaignPosts.status} = 'ON_MODERATION')`,
  earnedCents: sql<string>`coalesce(sum(${campaignPosts.earnedCents}), 0)::text`,
});

export type SummaryRecord = TypeOf<typeof summaryJson>;

/** The sums of the posts of a creator that match the filters: a field of the facts. */
export const postSummaryOf = (creatorId: number, filters: PostFilters): SQL<SummaryRecord> =>
  sql`(select ${summaryJson} from ${campaignPosts} where ${campaignPosts.creatorId} = ${creatorId} and ${matches(filters)})`;
