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
import { pageOfWalk, walkedList } from '../walks.ts';
import { isCampaignOf } from './campaigns.ts';
import {
  type DefinitionsOfPlatform,
  shownEngagement,
  shownSums,
  totalViewsOf,
  viewDefinitionsOf,
  viewsSinceOf,
} from './sums.ts';
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
      readonly viewDefinitions: readonly DefinitionsOfPlatform[];
      readonly engagement: EngagementSums;
    }>`(
      select ${json({ totalViews: totalViewsOf, viewsSince: viewsSinceOf, viewDefinitions: viewDefinitionsOf(campaignAccounts), engagement: shownEngagement(campaignAccounts) })}
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
 * is none of them is INVALID_CURSOR. A function reads the order of all accounts from their index, so that the page itself reads its rows alone.
 */
export function creatorsPage(
  advertiserId: number,
  campaign: number,
  page: CreatorsPage & { readonly at: Date },
  since: ShownSince,
): SQL<readonly CreatorRecord[]> {
  const walk = { subject: `campaign:${campaign}`, list: ['creators', withheldFrom(since)], ...page };
  const rows = {
    order: rankingOf(campaign, since),
    row: (id: SQL) =>
      sql`${campaignAccounts} where ${campaignId} = ${campaign} and ${socialAccountId} = (${id})::bigint`,
  };
  const list = jsonList(
    creatorJson(since),
    sql`from page join ${campaignAccounts} on ${campaignId} = ${campaign} and ${socialAccountId} = page.id::bigint
      join ${socialAccounts} on ${socialAccounts.id} = ${socialAccountId}`,
    sql`page.place`,
  );
  return sql`case when ${isCampaignOf(advertiserId, campaign)} then (with ${pageOfWalk(walk, rows)} select ${walkedList(walk, rows, list)}) else '[]' end`;
}

/** The accounts with the most views: a field of the facts, for a campaign of the reader. */
export const topCreators = (campaign: number, count: number, since: ShownSince): SQL<readonly CreatorRecord[]> =>
  jsonList(
    creatorJson(since),
    sql`from unnest((${rankingOf(campaign, since)})[:${count}::int]) with ordinality as top(id, place)
      join ${campaignAccounts} on ${campaignId} = ${campaign} and ${socialAccountId} = top.id::bigint
      join ${socialAccounts} on ${socialAccounts.id} = ${socialAccountId}`,
    sql`top.place`,
  );

const rankingOf = (campaign: number, since: ShownSince): SQL =>
  sql`campaign_ranking(${campaign}, ${array(withheldFrom(since))}::text[])`;

/** Platforms whose views do not count in the order, because the settings withhold them, even if older sums are stored. */
const withheldFrom = (since: ShownSince): readonly Platform[] =>
  // Nobody but the creator ever sees the views of these, so their sums are zero.
  platforms.filter((platform) => since(platform) === null && !neverShared.includes(platform));

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
