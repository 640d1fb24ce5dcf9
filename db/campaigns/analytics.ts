import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Period } from '../../schema/shared/instants.ts';
import { limitOf, type ShownSince } from '../metrics/engagement.ts';
import { json, jsonList, type TypeOf } from '../query.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaignDays, campaignPlatforms, campaigns } from '../tables/campaigns.ts';
import { figuresOf, platformFigures } from './campaigns.ts';
import { clicksOfCampaign, clicksOfDays } from './clicks.ts';
import { topCreators } from './creators.ts';

/** Midnight of the day in UTC. */
const dayOf = (at: Date): SQL => sql`(${at}::timestamptz at time zone 'UTC')::date`;

const platformLine = (since: ShownSince) =>
  json({
    platform: campaignPlatforms.platform,
    earnedCents: campaignPlatforms.earnedCents,
    figures: platformFigures(since),
  });

const dayLine = json({
  date: sql<string>`to_char(day.day, 'YYYY-MM-DD')`,
  submitted: sql<number>`coalesce(events.submitted, 0)`,
  accepted: sql<number>`coalesce(events.accepted, 0)`,
  spentCents: sql<string>`coalesce(events.spent, 0)::text`,
  views: sql<number | null>`events.views::float8`,
  likes: sql<number | null>`events.likes::float8`,
  comments: sql<number | null>`events.comments::float8`,
  clicks: sql<number>`coalesce(visits.clicks, 0)::float8`,
});

/** The days of a period, with their events. What was added on a day whose measurements are too old is unknown. */
function series({ from, until }: Period, since: ShownSince): SQL<readonly TypeOf<typeof dayLine>[]> {
  const [first, last] = [dayOf(from), dayOf(new Date(until.getTime() - 1))];
  const isShown = sql`${campaignDays.day} >= (${limitOf(campaignDays.platform, since)} at time zone 'UTC')`;
  const shown = (column: SQL) => sql`sum(${column}) filter (where ${isShown})`;
  const events = sql`select ${campaignDays.day} as day, sum(${campaignDays.submitted}) as submitted, sum(${campaignDays.accepted}) as accepted,
      sum(${campaignDays.spentCents}) as spent, ${shown(sql`${campaignDays.views}`)} as views, ${shown(sql`${campaignDays.likes}`)} as likes,
      ${shown(sql`${campaignDays.comments}`)} as comments
    from ${campaignDays} where ${campaignDays.campaignId} = ${campaigns.id} and ${campaignDays.day} between ${first} and ${last} group by 1`;
  const visits = clicksOfDays(sql`${campaigns.id}`, first, last);
  return jsonList(
    dayLine,
    sql`from (select day::date from generate_series(${first}, ${last}, interval '1 day') day) day
      left join (${events}) events using (day) left join (${visits}) visits using (day)`,
    sql`day.day`,
  );
}

const analyticsJson = (id: number, days: Period, since: ShownSince, creators: number) =>
  json({
    budgetCents: campaigns.budgetCents,
    spentCents: campaigns.spentCents,
    paidCents: campaigns.paidCents,
    creators: campaigns.creators,
    /** A post has earned by views that engagement does not count: it is gone, or its views are newer than its other counts. */
    hasOtherEarnings: sql<boolean>`(exists (select from ${campaignPosts} where ${campaignPosts.campaignId} = ${campaigns.id}
        and ${campaignPosts.status} = 'UNAVAILABLE' and ${campaignPosts.earnedCents} > 0)
      or exists (select from ${campaignPosts} where ${campaignPosts.campaignId} = ${campaigns.id}
        and ${campaignPosts.status} = 'ACCEPTED' and ${campaignPosts.viewsMeasuredAt} > ${campaignPosts.countsMeasuredAt}))`,
    figures: figuresOf(since),
    clicks: clicksOfCampaign(id),
    byPlatform: jsonList(
      platformLine(since),
      sql`from ${campaignPlatforms} where ${campaignPlatforms.campaignId} = ${campaigns.id}`,
      sql`${campaignPlatforms.platform}`,
    ),
    byCreator: topCreators(id, creators, since),
    series: series(days, since),
  });

/** Amounts are cents as text. */
export type CampaignAnalyticsRecord = TypeOf<ReturnType<typeof analyticsJson>>;

interface Wanted {
  readonly days: Period;
  readonly since: ShownSince;
  /** The number of accounts in byCreator. */
  readonly creators: number;
}

/** The metrics of a campaign of the advertiser, with the days of a period, or null: a field of the facts. It reads sums, and no measurement. */
export const analyticsOfCampaign = (
  advertiserId: number,
  id: number,
  { days, since, creators }: Wanted,
): SQL<CampaignAnalyticsRecord | null> =>
  sql`(select ${analyticsJson(id, days, since, creators)} from ${campaigns}
    where ${campaigns.id} = ${id} and ${campaigns.advertiserId} = ${advertiserId})`;
