import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { userSearches } from '../../schema/desk/user-searches.ts';
import { maxFoundUsers, maxShownKeys, maxUserCount } from '../../schema/desk/users.ts';
import { accountAddress } from '../../schema/shared/email-address.ts';
import { isListed } from '../catalog/refresh.ts';
import { cursorGuard } from '../client.ts';
import { channelsForStaff } from '../creators/channels.ts';
import { portfolioOf } from '../creators/portfolio.ts';
import { newestKeys } from '../identity/api-keys.ts';
import { isVerified } from '../identity/users.ts';
import { type Query, query, type RowOf, select } from '../query.ts';
import { accountsForStaff } from '../social-accounts/accounts.ts';
import { apiKeys } from '../tables/api-keys.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaigns } from '../tables/campaigns.ts';
import { creditAccounts } from '../tables/credits.ts';
import { factories } from '../tables/factories.ts';
import { sessions, users } from '../tables/identity.ts';
import { placementOrders } from '../tables/orders.ts';
import { idsInOrder, pageOfWalk, walkedList } from '../walks.ts';

const listedFields = {
  id: users.id,
  displayName: users.name,
  email: users.email,
  isVerified,
  roles: users.roles,
  suspendedAt: users.suspendedAt,
  createdAt: users.createdAt,
};

export type ListedUser = RowOf<typeof listedFields>;

export interface UsersPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly by: (typeof userSearches)[number];
  readonly search?: string | undefined;
  readonly suspended?: 'true' | undefined;
  readonly at: Date;
  /** The member of staff who searches. */
  readonly staffId: number;
}

/** Users, newest first; those found by a text in its order. A cursor that is no user is INVALID_CURSOR. */
export function usersPage({ search, ...page }: UsersPage): Query<ListedUser> {
  if (search === undefined) return newestUsers(page);
  return page.by === 'ID' ? usersWhere(isWithId(search), page) : foundUsers(search, page.by, page);
}

type Part = Omit<UsersPage, 'search'>;

const isChosen = ({ suspended }: Part): SQL =>
  suspended === undefined ? sql`true` : sql`${users.suspendedAt} is not null`;

const usersWhere = (condition: SQL, page: Part): Query<ListedUser> =>
  select(
    listedFields,
    sql`from ${users} where ${condition} and ${isChosen(page)} order by ${users.id} desc limit ${page.limit + 1}`,
  );

const newestUsers = (page: Part): Query<ListedUser> =>
  page.cursor === undefined
    ? usersWhere(sql`true`, page)
    : usersWhere(
        sql`${users.id} < ${page.cursor} and ${cursorGuard(sql`${users} where ${users.id} = ${page.cursor}`)}`,
        page,
      );

/** Sorted by its bytes, so that an index finds the texts that begin with another text. An address belongs to one user. */
const sorted = {
  EMAIL: { text: sql`${users.email} collate "C"`, order: sql`${users.email} collate "C"` },
  NAME: { text: sql`lower(${users.name}) collate "C"`, order: sql`lower(${users.name}) collate "C", ${users.id}` },
} as const;

/** The first users whose address or name begins with a text. */
function foundUsers(search: string, by: 'EMAIL' | 'NAME', page: Part): Query<ListedUser> {
  const { text, order } = sorted[by];
  // Postgres folds names here as in their index: JavaScript has other lower cases.
  const begin = by === 'EMAIL' ? sql`${accountAddress(search)}` : sql`lower(${search})`;
  const isFound = sql`${text} >= ${begin} and ${text} < ${begin} || ${lastCharacter} and ${isChosen(page)}`;
  const found = sql`select ${users.id}, row_number() over (order by ${order}) as place from ${users}
    where ${isFound} order by ${order} limit ${maxFoundUsers}`;
  const walk = { subject: 'users', list: [by, search, page.suspended ?? null], reader: String(page.staffId), ...page };
  const rows = {
    order: idsInOrder(sql`found.id`, sql`from (${found}) found`, sql`found.place`),
    row: (id: SQL) => sql`${users} where ${users.id} = (${id})::bigint and ${isFound}`,
  };
  return query(
    listedFields,
    (columns) => sql`with ${pageOfWalk(walk, rows)}
      select ${columns} from page join ${users} on ${users.id} = page.id::bigint
      where (select ${walkedList(walk, rows, sql`true`)}) order by page.place`,
  );
}

/** After every character that Postgres can store. */
const lastCharacter = '\u{10ffff}';

const isWithId = (text: string): SQL =>
  /^[1-9]\d{0,15}$/.test(text) ? sql`${users.id} = ${Number(text)}` : sql`false`;

const countUpTo = (from: SQL): SQL<number> =>
  sql<number>`(select count(*)::int from (select 1 ${from} limit ${maxUserCount}) counted)`;

const work = placementAssignments;

const assignmentsOf = (userId: number, condition: SQL): SQL<number> =>
  sql<number>`least(${maxUserCount}, ${countUpTo(sql`from ${work} where ${work.advertiserId} = ${userId} and ${condition}`)}
    + ${countUpTo(sql`from ${work} where ${work.creatorId} = ${userId} and ${condition}`)})`;

/** The posts that keep a creator from deleting the account, as `account_obstacles` finds them. */
const openPostsOf = (userId: number): SQL =>
  sql`from ${campaignPosts} join ${campaigns} on ${campaigns.id} = ${campaignPosts.campaignId}
    where ${campaignPosts.creatorId} = ${userId} and (${campaignPosts.paidCents} < ${campaignPosts.earnedCents}
      or ${campaignPosts.status} <> 'REJECTED' and ${campaigns.status} in ('RUNNING', 'PAUSED'))`;

const detailFields = (userId: number, now: Date) => ({
  ...listedFields,
  suspensionReason: users.suspensionReason,
  creditBalance: sql<number>`coalesce((select ${creditAccounts.balance} from ${creditAccounts}
    where ${creditAccounts.ownerId} = ${userId}), 0)::float8`,
  creditsReserved: sql<number>`coalesce((select ${creditAccounts.reserved} from ${creditAccounts}
    where ${creditAccounts.ownerId} = ${userId}), 0)::float8`,
  orders: countUpTo(sql`from ${placementOrders} where ${placementOrders.advertiserId} = ${userId}`),
  assignments: assignmentsOf(userId, sql`true`),
  openAssignments: assignmentsOf(userId, sql`${work.endedAt} is null`),
  campaigns: countUpTo(sql`from ${campaigns} where ${campaigns.advertiserId} = ${userId}`),
  openCampaigns: countUpTo(
    sql`from ${campaigns} where ${campaigns.advertiserId} = ${userId} and ${campaigns.status} in ('RUNNING', 'PAUSED')`,
  ),
  openPosts: countUpTo(openPostsOf(userId)),
  factories: countUpTo(
    sql`from ${factories} where ${factories.ownerId} = ${userId} and ${factories.deletedAt} is null`,
  ),
  sessions: countUpTo(sql`from ${sessions} where ${sessions.userId} = ${userId} and ${sessions.expiresAt} > ${now}`),
  keyCount: countUpTo(sql`from ${apiKeys} where ${apiKeys.ownerId} = ${userId} and ${apiKeys.deletedAt} is null`),
  keys: newestKeys(userId, maxShownKeys),
  accounts: accountsForStaff(userId),
  channels: channelsForStaff(userId),
  pictures: portfolioOf(userId),
  isPublic: isListed(sql`${userId}::bigint`),
});

export type UserDetail = RowOf<ReturnType<typeof detailFields>>;

/** A user with the numbers of objects, for staff: no row, or one. */
export const userDetail = (userId: number, now: Date): Query<UserDetail> =>
  select(detailFields(userId, now), sql`from ${users} where ${users.id} = ${userId}`);
