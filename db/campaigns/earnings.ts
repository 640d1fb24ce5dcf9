import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { cursorGuard, largestId } from '../client.ts';
import { json, jsonList, type TypeOf } from '../query.ts';
import { campaignEarnings, campaignPosts } from '../tables/campaign-posts.ts';
import { isOf, type PostsOf } from './posts.ts';

const earningJson = json({
  id: campaignEarnings.id,
  at: campaignEarnings.at,
  kind: campaignEarnings.kind,
  views: campaignEarnings.views,
  amountCents: campaignEarnings.amountCents,
  earnedAfterCents: campaignEarnings.earnedAfterCents,
  limitedBy: campaignEarnings.limitedBy,
  measuredAt: campaignEarnings.measuredAt,
});

/** What a post has earned, or what was paid of it, as JSON. Amounts are cents as text. */
export type EarningRecord = TypeOf<typeof earningJson>;

/** The earnings of a post, newest first, and one more than the limit: a field of the facts. A cursor that is none of them is INVALID_CURSOR. */
export function earningsPage(
  reader: PostsOf,
  postId: number,
  { limit, cursor }: { readonly limit: number; readonly cursor?: number | undefined },
): SQL<readonly EarningRecord[]> {
  const own = sql`${campaignEarnings} join ${campaignPosts} on ${campaignPosts.id} = ${campaignEarnings.campaignPostId}
    where ${campaignEarnings.id} = ${cursor ?? null} and ${campaignPosts.id} = ${postId} and ${isOf(reader)}`;
  return jsonList(
    earningJson,
    sql`from (select * from ${campaignEarnings} where ${campaignEarnings.campaignPostId} = ${postId} and ${campaignEarnings.id} < ${cursor ?? largestId}
        ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
      order by ${campaignEarnings.id} desc limit ${limit + 1}) ${campaignEarnings}`,
    sql`${campaignEarnings.id} desc`,
  );
}
