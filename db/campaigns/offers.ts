import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { sharingVersion } from '../../schema/social-accounts/sharing-text.ts';
import { cursorGuard } from '../client.ts';
import { guard, insertSelect, json, jsonList, type Query, select, type TypeOf } from '../query.ts';
import { isAccountUsable } from '../social-accounts/grant-access.ts';
import { campaignCreators, campaigns } from '../tables/campaigns.ts';
import { socialGrants } from '../tables/connections.ts';
import { users } from '../tables/identity.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { offeredFields } from './campaigns.ts';
import { linksForCreator } from './tracking-links.ts';

/** The accounts of a creator whose posts can be submitted to a campaign. */
const fittingAccounts = (creatorId: number): SQL => sql`${socialAccounts}
  where ${socialAccounts.ownerId} = ${creatorId} and ${socialAccounts.isVerified} and ${isAccountUsable}
    and ${socialAccounts.platform} = any (${campaigns.platforms})`;

/**
 * A condition on a running or paused campaign: this creator may take part. It uses scalar subqueries, because Postgres turns `exists` into
 * joins over all campaigns. So the list of offers is read in order, and the read stops when the page is full.
 */
const fits = (creatorId: number, at: Date): SQL => sql`${campaigns.advertiserId} <> ${creatorId}
  and (${campaigns.endsAt} is null or ${campaigns.endsAt} > ${at})
  and (select ${users.suspendedAt} from ${users} where ${users.id} = ${campaigns.advertiserId}) is null
  and (select true from ${fittingAccounts(creatorId)} limit 1)`;

const fittingJson = json({
  id: socialAccounts.id,
  platform: socialAccounts.platform,
  isGranted: sql<boolean>`exists (select from ${socialGrants}
    where ${socialGrants.socialAccountId} = ${socialAccounts.id} and ${socialGrants.status} = 'ACTIVE')`,
  hasNewConsent: sql<boolean>`exists (select from ${socialGrants}
    where ${socialGrants.socialAccountId} = ${socialAccounts.id} and ${socialGrants.status} = 'ACTIVE' and ${socialGrants.sharingVersion} = ${sharingVersion})`,
  isShared: sql<boolean>`exists (select from ${socialGrants}
    where ${socialGrants.socialAccountId} = ${socialAccounts.id} and ${socialGrants.status} = 'ACTIVE' and ${socialGrants.sharedAt} is not null)`,
});

/** An account whose posts can be submitted, as JSON. */
export type FittingAccount = TypeOf<typeof fittingJson>;

const offerJson = (creatorId: number) =>
  json({
    id: campaigns.id,
    status: campaigns.status,
    ...offeredFields,
    advertiserName: sql<string>`(select ${users.name} from ${users} where ${users.id} = ${campaigns.advertiserId})`,
    takenAt: sql<string | null>`(select iso(${campaignCreators.takenAt}) from ${campaignCreators}
      where ${campaignCreators.campaignId} = ${campaigns.id} and ${campaignCreators.creatorId} = ${creatorId})`,
    accounts: jsonList(fittingJson, sql`from ${fittingAccounts(creatorId)}`, sql`${socialAccounts.id}`),
    trackingLinks: linksForCreator(creatorId),
  });

/** A campaign as a creator sees it, as JSON. Amounts are cents as text. */
export type OfferRecord = TypeOf<ReturnType<typeof offerJson>>;

/** A running or paused campaign that the creator can work on, or null: a field of the facts. */
export const offerOf = (creatorId: number, id: number, at: Date): SQL<OfferRecord | null> =>
  sql`(select ${offerJson(creatorId)} from ${campaigns}
    where ${campaigns.id} = ${id} and ${campaigns.status} in ('RUNNING', 'PAUSED') and ${fits(creatorId, at)})`;

export interface OffersPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/**
 * The running campaigns that a creator can work on, the latest start first, and one more than the limit. The cursor may be any started
 * campaign of others for a platform of the creator: its place in the list does not depend on its present status.
 */
export function offersPage(creatorId: number, { limit, cursor }: OffersPage, at: Date): Query<{ offer: OfferRecord }> {
  const former = sql`${campaigns} former where former.id = ${cursor ?? null} and former.started_at is not null
    and former.advertiser_id <> ${creatorId} and exists (select from ${socialAccounts}
      where ${socialAccounts.ownerId} = ${creatorId} and ${socialAccounts.platform} = any (former.platforms)
        and ${socialAccounts.createdAt} < coalesce(former.ended_at, 'infinity'))`;
  const after =
    cursor === undefined
      ? sql``
      : sql`and ${cursorGuard(former)}
          and (${campaigns.startedAt}, ${campaigns.id}) < (select former.started_at, former.id from ${former})`;
  return select(
    { offer: offerJson(creatorId) },
    sql`from ${campaigns} where ${campaigns.status} = 'RUNNING' and ${fits(creatorId, at)} ${after}
      order by ${campaigns.startedAt} desc, ${campaigns.id} desc limit ${limit + 1}`,
  );
}

const runs = (creatorId: number, id: number, at: Date): SQL => sql`from ${campaigns}
  where ${campaigns.id} = ${id} and ${campaigns.status} = 'RUNNING' and ${fits(creatorId, at)}`;

/**
 * Refuses the commit unless the campaign is running and the creator can work on it. It locks nothing, because an offer may be taken as the
 * campaign ends.
 */
export const isRunning = (creatorId: number, id: number, at: Date): SQL =>
  guard(sql`exists (select ${runs(creatorId, id, at)})`, 'VERSION_CONFLICT');

/** Like isRunning, but it locks the campaign until the commit ends. */
export const lockRunning = (creatorId: number, id: number, at: Date): SQL =>
  sql`with held as (select 1 ${runs(creatorId, id, at)} for no key update)
    ${guard(sql`(select count(*) from held) = 1`, 'VERSION_CONFLICT')}`;

/** Takes an offer, which the creator has not taken before: otherwise VERSION_CONFLICT. */
export const insertTake = (creatorId: number, campaignId: number, takenAt: Date): SQLWrapper =>
  insertSelect(campaignCreators, { campaignId, creatorId, takenAt }, sql``);
