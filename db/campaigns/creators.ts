import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { EngagementSums } from '../../schema/metrics/engagement.ts';
import { isListed } from '../catalog/refresh.ts';
import type { ShownSince } from '../metrics/engagement.ts';
import { json, jsonList, type TypeOf } from '../query.ts';
import { campaignAccounts } from '../tables/campaigns.ts';
import { creators } from '../tables/creators.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { shownEngagement, shownSums, totalViewsOf } from './sums.ts';

const { socialAccountId, campaignId, views } = campaignAccounts;

const isPublished = isListed(campaignAccounts.creatorId);

const creatorJson = (since: ShownSince) =>
  json({
    id: socialAccountId,
    platform: campaignAccounts.platform,
    handle: socialAccounts.handle,
    avatarUrl: sql<string | null>`case when ${isPublished} then ${socialAccounts.avatarUrl} end`,
    creatorPublicId: sql<string | null>`(select ${creators.publicId} from ${creators}
      where ${creators.userId} = ${campaignAccounts.creatorId} and ${isPublished})`,
    posts: campaignAccounts.posts,
    acceptedPosts: campaignAccounts.accepted,
    earnedCents: campaignAccounts.earnedCents,
    figures: sql<{ readonly totalViews: string | null; readonly engagement: EngagementSums }>`(
      select ${json({ totalViews: totalViewsOf, engagement: shownEngagement(campaignAccounts) })}
      from (select ${campaignAccounts}.*) ${campaignAccounts} ${shownSums(campaignAccounts, since)})`,
  });

/** An account with posts in a campaign, and their sums that the reader may see, as JSON. */
export type CreatorRecord = TypeOf<ReturnType<typeof creatorJson>>;

/**
 * The accounts with posts in a campaign, those with the most views first, then by id, and one more than the limit: a field of the facts. A cursor that
 * is none of them is INVALID_CURSOR.
 */
export function creatorsPage(
  campaign: number,
  { limit, cursor }: { readonly limit: number; readonly cursor?: number | undefined },
  since: ShownSince,
): SQL<readonly CreatorRecord[]> {
  const last = sql`${campaignAccounts} last where last.campaign_id = ${campaign} and last.social_account_id = ${cursor ?? null}`;
  const after =
    cursor === undefined
      ? sql``
      : sql`and (select guard(exists (select from ${last}), 'INVALID_CURSOR'))
          and ${views} <= (select last.views from ${last})
          and (${views} < (select last.views from ${last}) or ${socialAccountId} > ${cursor})`;
  return jsonList(
    creatorJson(since),
    sql`from (select * from ${campaignAccounts} where ${campaignId} = ${campaign} ${after}
        order by ${views} desc, ${socialAccountId} limit ${limit + 1}) ${campaignAccounts}
      join ${socialAccounts} on ${socialAccounts.id} = ${socialAccountId}`,
    sql`${views} desc, ${socialAccountId}`,
  );
}
