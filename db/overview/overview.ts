import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { overviewCount, overviewRows } from '../../schema/overview/overview.ts';
import type { Party } from '../../schema/shared/enums.ts';
import { assignmentJson } from '../placements/assignments.ts';
import { counterpartNameFor } from '../placements/party-names.ts';
import { isStopped } from '../placements/stopped-assignments.ts';
import { factsOf, iso, json, jsonList, type Query, type RowOf } from '../query.ts';
import { apiKeys } from '../tables/api-keys.ts';
import { assignmentEvents, changeProposals, placementAssignments } from '../tables/assignments.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaigns } from '../tables/campaigns.ts';
import { channels } from '../tables/channels.ts';
import { socialGrants } from '../tables/connections.ts';
import { creatorPages, creators } from '../tables/creators.ts';
import { factories } from '../tables/factories.ts';
import { ledgerAccounts } from '../tables/ledger.ts';
import { placementOrders } from '../tables/orders.ts';
import { ownershipClaims } from '../tables/ownership.ts';
import { serviceListings } from '../tables/pricing.ts';
import { socialAccounts, statsSessions } from '../tables/social-accounts.ts';

const work = placementAssignments;

/** The number of rows, up to the limit of an overview. `from` begins with `from`. */
const countUpTo = (from: SQL): SQL<number> =>
  sql<number>`(select count(*)::int from (select 1 ${from} limit ${overviewCount}) counted)`;

const exists = (from: SQL): SQL<boolean> => sql<boolean>`exists (select ${from})`;

/** A proposal of the other party is open. */
const isProposedBy = (author: 'ADVERTISER' | 'CREATOR'): SQL =>
  sql`exists (select from ${changeProposals} where ${changeProposals.assignmentId} = ${work.id}
    and ${changeProposals.status} = 'OPEN' and ${changeProposals.author} = ${author})`;

/**
 * The assignments that wait for a user, each from the index of its status. After `acceptBy` nobody can accept, unless a party is suspended.
 */
const waitingOf = (userId: number, now: Date): SQL => sql`
  select ${work.id} as id, ${work.acceptBy} as due_at from ${work}
  where ${work.status} = 'PENDING' and ${work.creatorId} = ${userId} and (${work.acceptBy} > ${now} or ${isStopped})
  union all
  select ${work.id}, ${work.dueAt} from ${work}
  where ${work.status} in ('ACCEPTED', 'CHANGES_REQUESTED') and ${work.creatorId} = ${userId}
  union all
  select ${work.id}, ${work.approveBy} from ${work} where ${work.status} = 'SUBMITTED' and ${work.advertiserId} = ${userId}
  union all
  select ${work.id}, ${work.dueAt} from ${work}
  where ${work.status} in ('ACCEPTED', 'CHANGES_REQUESTED') and ${work.advertiserId} = ${userId} and ${isProposedBy('CREATOR')}`;

const newestWork = (userId: number): SQL => sql`
  (select ${work.id} as id from ${work} where ${work.advertiserId} = ${userId} order by ${work.id} desc limit 20)
  union (select ${work.id} from ${work} where ${work.creatorId} = ${userId} order by ${work.id} desc limit 20)
  order by id desc limit 20`;

const campaignJson = json({
  id: campaigns.id,
  title: campaigns.title,
  posts: sql<number>`moderated.posts`,
  decideBy: sql<string>`${iso(sql`moderated.decide_by`)}`,
});
const eventJson = (userId: number) =>
  json({
    assignmentId: assignmentEvents.assignmentId,
    role: sql<Party>`case when ${work.advertiserId} = ${userId} then 'ADVERTISER' else 'CREATOR' end`,
    title: work.title,
    counterpartName: counterpartNameFor(userId),
    kind: assignmentEvents.kind,
    actor: assignmentEvents.actor,
    at: assignmentEvents.at,
  });
const accountJson = json({ id: socialAccounts.id, platform: socialAccounts.platform, handle: socialAccounts.handle });
const factoryJson = json({ id: factories.id, name: factories.name });
const staffJson = json({
  disputes: countUpTo(sql`from ${work} where ${work.status} = 'DISPUTED'`),
  ownershipReviews: countUpTo(
    sql`from ${ownershipClaims} where ${ownershipClaims.firstSubmittedAt} is not null and ${ownershipClaims.decidedAt} is null`,
  ),
  recordings: countUpTo(sql`from ${statsSessions} where ${statsSessions.status} = 'UPLOADED'`),
});

const posts = campaignPosts;

const fieldsOf = (userId: number, isStaff: boolean, now: Date) => ({
  assignments: jsonList(
    assignmentJson,
    sql`from (select id, due_at from (${waitingOf(userId, now)}) waiting order by due_at, id limit ${overviewRows}) first
      join ${work} on ${work.id} = first.id`,
    sql`first.due_at, first.id`,
  ),
  assignmentsTotal: countUpTo(sql`from (${waitingOf(userId, now)}) waiting`),
  orders: countUpTo(
    sql`from ${placementOrders} where ${placementOrders.advertiserId} = ${userId} and ${placementOrders.status} in ('DRAFT', 'QUOTED')`,
  ),
  campaigns: jsonList(
    campaignJson,
    sql`from (select ${posts.campaignId} as id, count(*)::int as posts, min(${posts.decideBy}) as decide_by
        from (select ${posts.campaignId}, ${posts.decideBy} from ${campaigns} join ${posts} on ${posts.campaignId} = ${campaigns.id}
          where ${campaigns.advertiserId} = ${userId} and ${posts.status} = 'ON_MODERATION' limit ${overviewCount}) ${posts}
        group by 1 order by 3 limit ${overviewRows}) moderated
      join ${campaigns} on ${campaigns.id} = moderated.id`,
    sql`moderated.decide_by`,
  ),
  accounts: jsonList(
    accountJson,
    sql`from (select * from ${socialAccounts} where ${socialAccounts.ownerId} = ${userId} and ${socialAccounts.status} <> 'DELETED'
        and exists (select from ${socialGrants} where ${socialGrants.socialAccountId} = ${socialAccounts.id} and ${socialGrants.status} = 'EXPIRED')
        order by ${socialAccounts.id} desc limit ${overviewRows}) ${socialAccounts}`,
  ),
  factories: jsonList(
    factoryJson,
    sql`from (select * from ${factories} where ${factories.ownerId} = ${userId} and ${factories.deletedAt} is null
        and ${factories.pauseReason} = 'NO_CREDITS' order by ${factories.id} limit ${overviewRows}) ${factories}`,
  ),
  staff: isStaff ? sql<StaffCounts | null>`(select ${staffJson})` : sql<StaffCounts | null>`null::json`,
  events: jsonList(
    eventJson(userId),
    sql`from (select ${assignmentEvents.id} as id from (${newestWork(userId)}) mine
        join ${assignmentEvents} on ${assignmentEvents.assignmentId} = mine.id order by 1 desc limit ${overviewRows}) latest
      join ${assignmentEvents} on ${assignmentEvents.id} = latest.id join ${work} on ${work.id} = ${assignmentEvents.assignmentId}`,
    sql`${assignmentEvents.id} desc`,
  ),
  hasProfile: exists(sql`from ${creators} where ${creators.userId} = ${userId} and ${creators.displayName} <> ''`),
  hasChannel: exists(sql`from ${channels} where ${channels.creatorId} = ${userId} and ${channels.status} <> 'REMOVED'`),
  hasService: exists(
    sql`from ${serviceListings} where ${serviceListings.creatorId} = ${userId} and ${serviceListings.isPublished}`,
  ),
  isPublished: exists(
    sql`from ${creatorPages} where ${creatorPages.creatorId} = ${userId} and ${creatorPages.status} = 'PUBLISHED'`,
  ),
  hasFunds: exists(
    sql`from ${ledgerAccounts} where ${ledgerAccounts.ownerId} = ${userId} and ${ledgerAccounts.kind} = 'AVAILABLE'`,
  ),
  hasOrder: exists(sql`from ${placementOrders} where ${placementOrders.advertiserId} = ${userId}`),
  hasCampaign: exists(sql`from ${campaigns} where ${campaigns.advertiserId} = ${userId}`),
  hasApiKey: exists(sql`from ${apiKeys} where ${apiKeys.ownerId} = ${userId} and ${apiKeys.deletedAt} is null`),
});

interface StaffCounts {
  readonly disputes: number;
  readonly ownershipReviews: number;
  readonly recordings: number;
}

export type OverviewRow = RowOf<ReturnType<typeof fieldsOf>>;

/** What waits for a user, in one statement. There is always one row. */
export const overviewOf = (userId: number, isStaff: boolean, now: Date): Query<OverviewRow> =>
  factsOf(fieldsOf(userId, isStaff, now));
