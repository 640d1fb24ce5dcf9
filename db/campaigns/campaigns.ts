import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { CampaignEventKind } from '../../schema/campaigns/campaign-terms.ts';
import type { EngagementSums } from '../../schema/metrics/engagement.ts';
import { cursorGuard, largestId } from '../client.ts';
import { limitCode } from '../failures.ts';
import type { ShownSince } from '../metrics/engagement.ts';
import { build, changesOne, guard, insertSelect, json, type Query, select, type TypeOf } from '../query.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaignPlatforms, campaigns } from '../tables/campaigns.ts';
import { users } from '../tables/identity.ts';
import {
  type DefinitionsOfPlatform,
  shownEngagement,
  shownSums,
  sumFields,
  totalViewsOf,
  viewDefinitionsOf,
  viewsSinceOf,
} from './sums.ts';

/** What a campaign offers creators. */
export const offeredFields = {
  title: campaigns.title,
  brief: campaigns.brief,
  platforms: campaigns.platforms,
  paymentModel: campaigns.paymentModel,
  cpmCents: campaigns.cpmCents,
  rewardCents: campaigns.rewardCents,
  maxPerPostCents: campaigns.maxPerPostCents,
  requirements: campaigns.requirements,
  endsAt: campaigns.endsAt,
};

const fields = {
  id: campaigns.id,
  version: campaigns.version,
  status: campaigns.status,
  pauseReason: campaigns.pauseReason,
  ...offeredFields,
  budgetCents: campaigns.budgetCents,
  spentCents: campaigns.spentCents,
  paidCents: campaigns.paidCents,
  reserves: campaigns.reserves,
  creators: campaigns.creators,
  createdAt: campaigns.createdAt,
  startedAt: campaigns.startedAt,
  endedAt: campaigns.endedAt,
  updatedAt: campaigns.updatedAt,
};

const campaignJson = json(fields);

/** A campaign without its sums, as JSON. Amounts are cents as text. */
export type CampaignTerms = TypeOf<typeof campaignJson>;

const figuresJson: SQL<Figures> = json({
  posts: json(sumFields(campaignPlatforms)),
  totalViews: totalViewsOf,
  viewsSince: viewsSinceOf,
  viewDefinitions: viewDefinitionsOf(campaignPlatforms),
  engagement: shownEngagement(campaignPlatforms),
});

/** The metrics of a row of campaigns. */
export const figuresOf = (since: ShownSince): SQL<Figures> =>
  sql`(select ${figuresJson} from ${campaignPlatforms} ${shownSums(campaignPlatforms, since)}
    where ${campaignPlatforms.campaignId} = ${campaigns.id})`;

/** The metrics of a row of campaign_platforms. */
export const platformFigures = (since: ShownSince): SQL<Figures> =>
  sql`(select ${figuresJson} from (select ${campaignPlatforms}.*) ${campaignPlatforms} ${shownSums(campaignPlatforms, since)})`;

/** The numbers of posts of a campaign, and their metrics that the reader may see. */
export interface Figures {
  readonly posts: {
    readonly total: number;
    readonly onModeration: number;
    readonly accepted: number;
    readonly rejected: number;
    readonly unavailable: number;
  };
  /** Null: no views are known. */
  readonly totalViews: string | null;
  /** The time of the oldest measurement in totalViews. */
  readonly viewsSince: string | null;
  /** The definitions of a view of the views in totalViews, by platform. */
  readonly viewDefinitions: readonly DefinitionsOfPlatform[];
  readonly engagement: EngagementSums;
}

export interface CampaignRecord extends CampaignTerms {
  readonly figures: Figures;
}

/** A campaign with its metrics, as JSON. */
const campaignWith = (since: ShownSince): SQL<CampaignRecord> =>
  sql`(${campaignJson}::jsonb || jsonb_build_object('figures', ${figuresOf(since)}::jsonb))`;

/** A campaign of this advertiser, or null: a field of the facts. */
export const campaignOf = (advertiserId: number, id: number, since: ShownSince): SQL<CampaignRecord | null> =>
  sql`(select ${campaignWith(since)} from ${campaigns} where ${campaigns.id} = ${id} and ${campaigns.advertiserId} = ${advertiserId})`;

/** Whether there is such a campaign of this advertiser: a field of the facts. */
export const isCampaignOf = (advertiserId: number, id: number): SQL<boolean> =>
  sql`exists (select from ${campaigns} where ${campaigns.id} = ${id} and ${campaigns.advertiserId} = ${advertiserId})`;

/** The columns that its advertiser changes. */
const written = (campaign: CampaignTerms) => ({
  status: campaign.status,
  pauseReason: campaign.pauseReason,
  version: campaign.version,
  title: campaign.title,
  brief: campaign.brief,
  platforms: campaign.platforms,
  paymentModel: campaign.paymentModel,
  cpmCents: centsIn(campaign.cpmCents),
  rewardCents: centsIn(campaign.rewardCents),
  maxPerPostCents: centsIn(campaign.maxPerPostCents),
  requirements: campaign.requirements,
  budgetCents: BigInt(campaign.budgetCents),
  endsAt: dateIn(campaign.endsAt),
  reserves: campaign.reserves,
  startedAt: dateIn(campaign.startedAt),
  endedAt: dateIn(campaign.endedAt),
  updatedAt: new Date(campaign.updatedAt),
  // When a higher budget brings the spent share below 80 %, campaign.budget_low can occur again.
  budgetLowAt: sql`case when ${campaigns.spentCents} * 100 >= ${campaign.budgetCents}::bigint * 80 then ${campaigns.budgetLowAt} end`,
});

/** The columns of a new campaign. The others have their defaults: the role may not write them. */
const newOf = (campaign: CampaignTerms) => {
  const { budgetLowAt: _, ...columns } = written(campaign);
  return { ...columns, id: campaign.id, createdAt: new Date(campaign.createdAt) };
};

const centsIn = (cents: string | null): bigint | null => (cents === null ? null : BigInt(cents));
const dateIn = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

/** Inserts a draft. The limit `campaign_drafts` refuses it when its advertiser would have more than `limit`. */
export const insertCampaign = (campaign: CampaignTerms, advertiserId: number, limit: number): SQLWrapper[] => [
  sql`select from ${users} where ${users.id} = ${advertiserId} for no key update`,
  insertSelect(campaigns, { ...newOf(campaign), advertiserId }, sql``),
  guard(
    sql`(select count(*) <= ${limit} from ${campaigns}
      where ${campaigns.advertiserId} = ${advertiserId} and ${campaigns.status} = 'DRAFT')`,
    limitCode('campaign_drafts'),
  ),
];

/** Stores a campaign that was changed, expecting the version before this one. */
export const changeCampaign = (campaign: CampaignTerms): SQL =>
  changesOne(
    build
      .update(campaigns)
      .set(written(campaign))
      .where(and(eq(campaigns.id, campaign.id), eq(campaigns.version, campaign.version - 1))),
  );

/** What accepted posts of a campaign have earned and its budget did not cover, in cents as text; of no campaign 0: a field of the facts. */
export const owedOf = (id: number | null): SQL<string> =>
  sql`coalesce((select sum(wanted.cents) from ${campaigns} cross join lateral campaign_wanted(${campaigns}, array(
      select ${campaignPosts.id} from ${campaignPosts} where ${campaignPosts.campaignId} = ${campaigns.id} and ${campaignPosts.status} = 'ACCEPTED')) wanted
    where ${campaigns.id} = ${id}::bigint), 0)::text`;

/** Books what is owed to accepted posts, as far as a raised budget reaches. The ledger is locked afterwards. */
export const bookOwed = (id: number, at: Date): SQL => sql`select campaign_book_owed(${id}, ${at})`;

/** Refuses the commit if the budget of the campaign is exhausted. Its row is locked. */
export const isNotExhausted = (id: number): SQL =>
  guard(
    sql`exists (select from ${campaigns} where ${campaigns.id} = ${id}
      and ${campaigns.budgetCents} - ${campaigns.spentCents} >= coalesce(${campaigns.rewardCents}, 1))`,
    'VERSION_CONFLICT',
  );

/**
 * Ends a started campaign that still has this version: decides about its posts, pays its creators and refunds the rest of its budget, in one
 * function of the database, because each decision depends on what the ones before it have spent.
 */
export const endCampaign = (
  { id, version }: Pick<CampaignTerms, 'id' | 'version'>,
  { ending, actor, at }: Ending,
): SQLWrapper[] => [
  sql`with held as (select 1 from ${campaigns} where ${campaigns.id} = ${id} and ${campaigns.version} = ${version} for no key update)
    ${guard(sql`(select count(*) from held) = 1`, 'VERSION_CONFLICT')}`,
  sql`select campaign_end(${id}, ${ending}, ${actor}, ${at})`,
];

interface Ending {
  readonly ending: 'COMPLETED' | 'CANCELLED';
  readonly actor: 'ADVERTISER' | 'SYSTEM';
  readonly at: Date;
}

/** Adds an event of a campaign to the outbox. */
export const notifyOfCampaign = (id: number, kind: CampaignEventKind, at: Date): SQL =>
  sql`select campaign_notify(${id}, null, ${kind}, 'ADVERTISER', ${at})`;

/** The started campaigns after this id whose end has passed, at most `limit`, in the order of their ids. */
export const dueCampaigns = ({ at, afterId, limit }: { at: Date; afterId: number; limit: number }) =>
  select(
    { id: campaigns.id, version: campaigns.version },
    sql`from ${campaigns} where ${campaigns.status} in ('RUNNING', 'PAUSED') and ${campaigns.endsAt} <= ${at}
      and ${campaigns.id} > ${afterId} order by ${campaigns.id} limit ${limit}`,
  );

export interface CampaignsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly status?: string | undefined;
}

/** The campaigns of an advertiser, newest first, and one more than the limit. A cursor that is none of them is INVALID_CURSOR. */
export function campaignsPage(
  advertiserId: number,
  { limit, cursor, status }: CampaignsPage,
  since: ShownSince,
): Query<{ campaign: CampaignRecord }> {
  const before = sql`(${campaigns.advertiserId}, ${campaigns.id}) < (${advertiserId}, ${cursor ?? largestId})`;
  const own = sql`${campaigns} own where own.id = ${cursor ?? null} and own.advertiser_id = ${advertiserId}`;
  return select(
    { campaign: campaignWith(since) },
    sql`from (select * from ${campaigns} where ${campaigns.advertiserId} >= ${advertiserId} and ${before}
        ${status === undefined ? sql`` : sql`and ${campaigns.status} = ${status}`}
        ${cursor === undefined ? sql`` : sql`and ${cursorGuard(own)}`}
      order by ${campaigns.advertiserId} desc, ${campaigns.id} desc limit ${limit + 1}) ${campaigns}
      order by ${campaigns.id} desc`,
  );
}
