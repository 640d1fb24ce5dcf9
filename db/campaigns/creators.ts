import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { EngagementSums } from '../../schema/metrics/engagement.ts';
import { metricTerms } from '../../schema/metrics/metric-terms.ts';
import { type Platform, platforms } from '../../schema/shared/enums.ts';
import { isListed } from '../catalog/refresh.ts';
import { array, cursorGuard } from '../client.ts';
import type { ShownSince } from '../metrics/engagement.ts';
import { json, jsonList, type TypeOf } from '../query.ts';
import { campaignAccounts, campaignCreators } from '../tables/campaigns.ts';
import { creators } from '../tables/creators.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { isCampaignOf } from './campaigns.ts';
import { shownEngagement, shownSums, totalViewsOf, viewsSinceOf } from './sums.ts';
import { canBeSubmitted } from './tracking-links.ts';

const { socialAccountId, campaignId } = campaignAccounts;

const neverShared: readonly Platform[] = platforms.filter((platform) => {
  const { byKey, byGrant } = metricTerms[platform].sharing;
  return [byKey, byGrant].every((sharing) => sharing === 'NEVER' || sharing === 'PAGES_ONLY');
});

/** What others may see of an account and of its creator. */
const accountFields = (creatorId: AnyPgColumn) => {
  const isPublished = isListed(creatorId);
  return {
    handle: socialAccounts.handle,
    avatarUrl: sql<string | null>`case when ${isPublished} then ${socialAccounts.avatarUrl} end`,
    creatorPublicId: sql<string | null>`(select ${creators.publicId} from ${creators}
      where ${creators.userId} = ${creatorId} and ${isPublished})`,
  };
};

const creatorJson = (since: ShownSince) =>
  json({
    id: socialAccountId,
    platform: campaignAccounts.platform,
    ...accountFields(campaignAccounts.creatorId),
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

export interface CreatorsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/**
 * The accounts with posts in a campaign, those with the most views first, then by id, and one more than the limit: a field of the facts. A cursor that
 * is none of them is INVALID_CURSOR.
 */
export function creatorsPage(
  advertiserId: number,
  campaign: number,
  { limit, cursor }: CreatorsPage,
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

const takerJson = json({
  id: socialAccounts.id,
  platform: socialAccounts.platform,
  ...accountFields(campaignCreators.creatorId),
});

/** An account whose creator has taken the offer, as JSON. */
export type TakerRecord = TypeOf<typeof takerJson>;

/**
 * The accounts without posts in a campaign whose creators have taken the offer, the largest id first, and one more than the limit: a field of the
 * facts. A cursor that is no account of such a creator is INVALID_CURSOR.
 */
export function takersPage(
  advertiserId: number,
  campaign: number,
  { limit, cursor }: CreatorsPage,
): SQL<readonly TakerRecord[]> {
  const own = isCampaignOf(advertiserId, campaign);
  const after =
    cursor === undefined
      ? sql``
      : sql`and ${cursorGuard(sql`${takers(campaign)} where ${socialAccounts.id} = ${cursor} and ${own}`)} and ${socialAccounts.id} < ${cursor}`;
  return jsonList(
    takerJson,
    sql`from (select ${socialAccounts}.* from ${takers(campaign)}
        where ${own} and ${canBeSubmitted(campaign)} and ${socialAccounts.status} not in ('SOLD', 'DELETED')
          and not exists (select from ${campaignAccounts} where ${campaignId} = ${campaign}
            and ${socialAccountId} = ${socialAccounts.id} and ${campaignAccounts.creatorId} = ${socialAccounts.ownerId}) ${after}
        order by ${socialAccounts.id} desc limit ${limit + 1}) ${socialAccounts}
      join ${campaignCreators} on ${campaignCreators.campaignId} = ${campaign}
        and ${campaignCreators.creatorId} = ${socialAccounts.ownerId}`,
    sql`${socialAccounts.id} desc`,
  );
}

/** The accounts of the creators who have taken the offer. Reads those creators first, because a campaign has few of all accounts. */
const takers = (campaign: number): SQL => sql`(select * from ${campaignCreators}
    where ${campaignCreators.campaignId} = ${campaign} offset 0) ${campaignCreators}
  join ${socialAccounts} on ${socialAccounts.ownerId} = ${campaignCreators.creatorId}`;
