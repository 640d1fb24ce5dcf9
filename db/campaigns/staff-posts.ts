import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { cursorGuard, largestId } from '../client.ts';
import { json, type Query, select, type TypeOf } from '../query.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaigns } from '../tables/campaigns.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { sharingFields } from './posts.ts';

const postJson = json({
  id: campaignPosts.id,
  campaignId: campaignPosts.campaignId,
  campaignTitle: campaigns.title,
  advertiserId: campaigns.advertiserId,
  creatorId: campaignPosts.creatorId,
  socialAccountId: campaignPosts.socialAccountId,
  handle: socialAccounts.handle,
  url: campaignPosts.url,
  status: campaignPosts.status,
  submittedAt: campaignPosts.submittedAt,
  publishedAt: campaignPosts.publishedAt,
  ...sharingFields,
});

/** A post of any campaign, for staff, as JSON. */
export type StaffPostRecord = TypeOf<typeof postJson>;

const joined = sql`join ${campaigns} on ${campaigns.id} = ${campaignPosts.campaignId}
  join ${socialAccounts} on ${socialAccounts.id} = ${campaignPosts.socialAccountId}`;

/** The post of any campaign, or null: a field of the facts, for staff. */
export const anyPost = (postId: number): SQL<StaffPostRecord | null> =>
  sql`(select ${postJson} from ${campaignPosts} ${joined} where ${campaignPosts.id} = ${postId})`;

export interface StaffPostsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly campaignId?: number | undefined;
  readonly postId?: number | undefined;
}

/** The posts of a campaign, the one with an id, or all, the newest submission first. A cursor that is none of them is INVALID_CURSOR. */
export function staffPostsPage({
  limit,
  cursor,
  campaignId,
  postId,
}: StaffPostsPage): Query<{ readonly post: StaffPostRecord }> {
  const isOf = sql`${campaignId === undefined ? sql`true` : sql`${campaignPosts.campaignId} = ${campaignId}`}
    and ${postId === undefined ? sql`true` : sql`${campaignPosts.id} = ${postId}`}`;
  const own = sql`${campaignPosts} where ${campaignPosts.id} = ${cursor ?? null} and ${isOf}`;
  return select(
    { post: postJson },
    sql`from ${campaignPosts} ${joined} where ${isOf} and ${campaignPosts.id} < ${cursor ?? largestId}
      ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
      order by ${campaignPosts.id} desc limit ${limit + 1}`,
  );
}
