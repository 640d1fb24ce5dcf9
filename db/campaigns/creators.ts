import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { EngagementSums } from '../../schema/metrics/engagement.ts';
import { metricTerms } from '../../schema/metrics/metric-terms.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { isListed } from '../catalog/refresh.ts';
import { array, cursorGuard } from '../client.ts';
import type { ShownSince } from '../metrics/engagement.ts';
import { json, jsonList, type TypeOf } from '../query.ts';
import { campaignAccounts } from '../tables/campaigns.ts';
import { creators } from '../tables/creators.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { isCampaignOf } from './campaigns.ts';
import { shownEngagement, shownSums, totalViewsOf, viewsSinceOf } from './sums.ts';

const { socialAccountId, campaignId } = campaignAccounts;

const neverShared: readonly Platform[] = platforms.filter((platform) => {
  const { byKey, byGrant } = metricTerms[platform].sharing;
  return [byKey, byGrant].every((sharing) => sharing === 'NEVER' || sharing === 'PAGES_ONLY');
});

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
    figures: sql<{
      readonly totalViews: string | null;
      readonly viewsSince: string | null;
      readonly engagement: EngagementSums;
    }>`(
      select ${json({ totalViews: totalViewsOf, viewsSince: viewsSinceOf, engagement: shownEngagement(campaignAccounts) })}
      from (select ${campaignAccounts}.*) ${campaignAccounts} ${shownSums(campaignAccounts, since)})`,
  });

/** An account with posts in a campaign, and their sums that the reader may see, as JSON. */
export type CreatorRecord = TypeOf<ReturnType<typeof creatorJson>>;

/**
 * The accounts with posts in a campaign, those with the most views first, then by id, and one more than the limit: a field of the facts. A cursor that
 * is none of them is INVALID_CURSOR.
 */
export function creatorsPage(
  advertiserId: number,
  campaign: number,
  { limit, cursor }: { readonly limit: number; readonly cursor?: number | undefined },
  since: ShownSince,
): SQL<readonly CreatorRecord[]> {
  const own = isCampaignOf(advertiserId, campaign);
  const rank = rankOf(since);
  const last = sql`${campaignAccounts} last where last.campaign_id = ${campaign} and last.social_account_id = ${cursor ?? null} and ${own}`;
  const after =
    cursor === undefined
      ? sql``
      : sql`and ${cursorGuard(last)}
          and ${rank} <= (select ${rankOf(since, 'last')} from ${last})
          and (${rank} < (select ${rankOf(since, 'last')} from ${last}) or ${socialAccountId} > ${cursor})`;
  return jsonList(
    creatorJson(since),
    sql`from (select * from ${campaignAccounts} where ${campaignId} = ${campaign} ${after}
        order by ${rank} desc, ${socialAccountId} limit ${limit + 1}) ${campaignAccounts}
      join ${socialAccounts} on ${socialAccounts.id} = ${socialAccountId}`,
    sql`${rank} desc, ${socialAccountId}`,
  );
}

/** The views that rank the accounts. They are 0 for platforms whose metrics the settings withhold, even if older sums are stored. */
function rankOf(since: ShownSince, row: 'campaign_accounts' | 'last' = 'campaign_accounts'): SQL {
  const withheld = platforms.filter((platform) => since(platform) === null);
  const [ofRow, platform] = [sql.raw(`${row}.views`), sql.raw(`${row}.platform`)];
  // Nobody but the creator ever sees the views of these, so their sums are zero.
  if (withheld.every((one) => neverShared.includes(one))) return ofRow;
  return sql`case when ${platform} = any (${array(withheld)}::text[]) then 0 else ${ofRow} end`;
}
