import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { cursorGuard } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, guard, json, jsonList, type Query, select, type TypeOf } from '../query.ts';
import { campaignAccounts, campaignCreators, campaigns } from '../tables/campaigns.ts';
import { users } from '../tables/identity.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { trackingLinks } from '../tables/tracking-links.ts';
import { trackingTargets } from '../tables/tracking-targets.ts';

const linkJson = json({
  id: trackingLinks.id,
  code: trackingLinks.code,
  destinationUrl: trackingLinks.destinationUrl,
  label: trackingLinks.label,
  socialAccountId: trackingLinks.socialAccountId,
  clicks: trackingLinks.clicks,
  uniqueClicks: trackingLinks.uniqueClicks,
  lastClickAt: trackingLinks.lastClickAt,
  createdAt: trackingLinks.createdAt,
  blockedAt: trackingLinks.blockedAt,
  blockReason: trackingLinks.blockReason,
});

/** A tracking link, as JSON. */
export type TrackingLinkRecord = TypeOf<typeof linkJson>;

const campaignJson = json({ id: campaigns.id, status: campaigns.status });

/** A campaign of this advertiser, or null: a field of the facts. */
export const linkedCampaign = (advertiserId: number, id: number): SQL<TypeOf<typeof campaignJson> | null> =>
  sql`(select ${campaignJson} from ${campaigns} where ${campaigns.id} = ${id} and ${campaigns.advertiserId} = ${advertiserId})`;

/** A condition on an account: it is verified, its owner may use it, and it is at a platform of the campaign. */
export const canBeSubmitted = (campaignId: number): SQL =>
  sql`${socialAccounts.isVerified} and ${socialAccounts.status} = 'ACTIVE'
    and exists (select from ${users} where ${users.id} = ${socialAccounts.ownerId} and ${users.suspendedAt} is null)
    and ${socialAccounts.platform} = any (
      (select ${campaigns.platforms} from ${campaigns} where ${campaigns.id} = ${campaignId})::text[])`;

/**
 * The owner of an account that takes part in a campaign, because the owner has taken the offer or the account has posts in it; otherwise null: a
 * field of the facts.
 */
export const participantOf = (campaignId: number, accountId: number | null): SQL<number | null> =>
  sql`(select ${socialAccounts.ownerId}::float8 from ${socialAccounts}
    where ${socialAccounts.id} = ${accountId}::bigint and ${socialAccounts.status} not in ('SOLD', 'DELETED') and (
      (${canBeSubmitted(campaignId)}
        and exists (select from ${campaignCreators}
          where ${campaignCreators.campaignId} = ${campaignId} and ${campaignCreators.creatorId} = ${socialAccounts.ownerId}))
      or exists (select from ${campaignAccounts}
        where ${campaignAccounts.campaignId} = ${campaignId} and ${campaignAccounts.socialAccountId} = ${socialAccounts.id}
          and ${campaignAccounts.creatorId} = ${socialAccounts.ownerId})))`;

/** What is stored of a new link. */
export type NewTrackingLink = Pick<
  typeof trackingLinks.$inferSelect,
  'id' | 'campaignId' | 'socialAccountId' | 'creatorId' | 'code' | 'destinationUrl' | 'label' | 'salt' | 'createdAt'
>;

/** Inserts a link, unless its campaign has ended. The limit `tracking_links` refuses it when the campaign would have more than `limit`. */
export const insertTrackingLink = (link: NewTrackingLink, limit: number): SQLWrapper[] => [
  sql`with held as (select 1 from ${campaigns}
      where ${campaigns.id} = ${link.campaignId} and ${campaigns.endedAt} is null for no key update)
    ${guard(sql`(select count(*) from held) = 1`, 'VERSION_CONFLICT')}`,
  build.insert(trackingLinks).values(link),
  guard(
    sql`(select count(*) <= ${limit} from ${trackingLinks} where ${trackingLinks.campaignId} = ${link.campaignId})`,
    limitCode('tracking_links'),
  ),
];

/** The links that redirect and were made for the accounts of a creator in the campaign of a row of `campaigns`, newest first, as JSON. */
export const linksForCreator = (creatorId: number): SQL<readonly TrackingLinkRecord[]> =>
  jsonList(
    linkJson,
    sql`from ${trackingLinks}
      where ${trackingLinks.creatorId} = ${creatorId} and ${trackingLinks.campaignId} = ${campaigns.id}
        and (select ${trackingTargets.stop} from ${trackingTargets} where ${trackingTargets.linkId} = ${trackingLinks.id}) is null`,
    sql`${trackingLinks.id} desc`,
  );

/** The code of a link of this advertiser; no row if there is none. */
export const codeOfLink = (advertiserId: number, { id, linkId }: { readonly id: number; readonly linkId: number }) =>
  select(
    { code: trackingLinks.code },
    sql`from ${trackingLinks} join ${campaigns} on ${campaigns.id} = ${trackingLinks.campaignId}
      where ${trackingLinks.id} = ${linkId} and ${campaigns.id} = ${id} and ${campaigns.advertiserId} = ${advertiserId}`,
  );

export interface TrackingLinksPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/**
 * The links of a campaign of this advertiser, newest first, and one more than the limit, as one row; no row if the campaign is not the
 * advertiser's. A cursor that is none of its links is INVALID_CURSOR.
 */
export function trackingLinksPage(
  advertiserId: number,
  campaignId: number,
  { limit, cursor }: TrackingLinksPage,
): Query<{ readonly links: readonly TrackingLinkRecord[] }> {
  const own = sql`${trackingLinks} own where own.id = ${cursor ?? null} and own.campaign_id = ${campaignId}`;
  const after = cursor === undefined ? sql`` : sql`and ${cursorGuard(own)} and ${trackingLinks.id} < ${cursor}`;
  return select(
    {
      links: sql<
        readonly TrackingLinkRecord[]
      >`(select coalesce(json_agg(link order by (link->>'id')::bigint desc), '[]') from (
        select ${linkJson} as link from ${trackingLinks} where ${trackingLinks.campaignId} = ${campaignId} ${after}
        order by ${trackingLinks.campaignId} desc, ${trackingLinks.id} desc limit ${limit + 1}) page)`,
    },
    sql`from ${campaigns} where ${campaigns.id} = ${campaignId} and ${campaigns.advertiserId} = ${advertiserId}`,
  );
}
