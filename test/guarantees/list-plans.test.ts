import { type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { expect, test } from 'vitest';
import { campaignsPage } from '../../db/campaigns/campaigns.ts';
import { dueSketches } from '../../db/campaigns/clicks.ts';
import { creatorsPage, takersPage } from '../../db/campaigns/creators.ts';
import { earningsPage } from '../../db/campaigns/earnings.ts';
import { offersPage } from '../../db/campaigns/offers.ts';
import { postsPage } from '../../db/campaigns/posts.ts';
import { proofsPage } from '../../db/campaigns/proofs.ts';
import { staffPostsPage } from '../../db/campaigns/staff-posts.ts';
import { trackingLinksPage } from '../../db/campaigns/tracking-links.ts';
import { type Db, openDb } from '../../db/client.ts';
import { channelsPage } from '../../db/creators/channels.ts';
import { portfolioOf } from '../../db/creators/portfolio.ts';
import { lettersPage } from '../../db/desk/dead-letters.ts';
import { actionsPage } from '../../db/desk/staff-actions.ts';
import { usersPage } from '../../db/desk/users.ts';
import { entriesPage, factoryEntriesPage } from '../../db/factories/credits.ts';
import { readKeys } from '../../db/identity/api-keys.ts';
import { requestsPage } from '../../db/identity/api-requests.ts';
import { deliveriesPage } from '../../db/notifications/deliveries.ts';
import { endpointsPage } from '../../db/notifications/endpoints.ts';
import { eventsPage } from '../../db/placements/assignment-events.ts';
import { assignmentsPage } from '../../db/placements/assignments-page.ts';
import { casesPage } from '../../db/placements/disputes.ts';
import { ordersPage } from '../../db/placements/orders-page.ts';
import type { Query } from '../../db/query.ts';
import { factsOf, one, query } from '../../db/query.ts';
import { transactionsPage } from '../../db/wallet/transactions.ts';
import { maxFoundUsers } from '../../schema/desk/users.ts';
import type { Market } from '../support/market/market.ts';
import { requestedStatement } from '../support/requested-statement.ts';
import { type OwnMarket, ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

const since = new Date(0);
const [buyer, seller, others] = [9_000_001, 9_000_003, 8_999_900];
/**
 * 10,000 rows in each list, all in the statistics: the oldest 2,000 belong to one owner, or the newest where a list
 * begins with the oldest.
 */
const [rows, old] = [10_000, 2_000];
const owner = `case when n <= ${old} then ${buyer} else ${others} + 2 * (n % 100) end`;

const keyId = '0198f1b9-4c1d-7d0a-b0f3-6a1e8c2d5f90';

let stack: OwnStack;
let market: Market;
let db: Db;
// Cursors below are ids from 1.
ownMarket(fill, { isNew: true });
async function fill(own: OwnMarket): Promise<void> {
  ({ stack, market } = own);
  db = openDb({ DATABASE_URL: stack.databaseUrl, NEON_FETCH_ENDPOINT: stack.neonUrl });
  // By the statistics, the rows of an old owner with a fifth of all rows could be anywhere.
  await market.pool.query(`begin; set local session_replication_role = replica;
    insert into placement_assignments (id, order_id, order_item_id, advertiser_id, creator_id, type, proof_modes, proof_template,
      status, quantity, brief, rights, base, brand_fee, creator_fee, creator_fee_bps, due_at, accept_by, created_at, updated_at)
    select n, n, n, ${owner}, case when n <= ${old} then ${seller} else ${others} + 200 + n % 100 end, 'STREAM', '{PUBLIC_VOD}', '{}',
      case when n > 9000 then 'DISPUTED' when n > 4000 and n % 2 = 0 then 'PENDING' else 'APPROVED' end, 1,
      'A brief.', '{}', 100, 5, 10, 1000, now(), now(), now(), now() from generate_series(1, ${rows}) n;
    insert into assignment_events (assignment_id, seq, kind, actor, at)
    select case when n <= ${old} then 7 else 1000 + n % 100 end, n, 'deliverable.updated', 'CREATOR', now() from generate_series(1, ${rows}) n;
    insert into placement_orders (id, advertiser_id, origin, status, created_at, updated_at)
    select n, ${owner}, 'LISTING', case when n > ${old} and n % 2 = 0 then 'DRAFT' when n > ${old} and n % 3 = 0 then 'QUOTED' else 'COMPLETED' end,
      now(), now() from generate_series(1, ${rows}) n;
    insert into webhook_endpoints (id, owner_id, url, sealed_secret, created_at, updated_at, deleted_at)
    select n, ${owner}, 'https://castline.example', '', now(), now(), case when n % 2 = 0 then now() end from generate_series(1, ${rows}) n;
    insert into messages (id, channel, recipient_id, endpoint_id, kind, body, status, due_at, created_at, ended_at)
    select n, 'WEBHOOK', 1, case when n <= ${old} then 1 else 1000 + n % 100 end, 'k', '{}', case when n > ${old} and n % 2 = 0 then 'FAILED' else 'DELIVERED' end,
      null, now(), now() from generate_series(1, ${rows}) n;
    insert into api_keys (id, owner_id, name, prefix, secret_sha256, scopes, created_at)
    select gen_random_uuid(), ${owner}, 'k', n::text, sha256(n::text::bytea), '{read}', timestamptz '2026-01-01' + n * interval '1 second'
    from generate_series(1, ${rows}) n;
    insert into api_requests (owner_id, key_id, request_id, method, path, status, duration_ms, at)
    select ${owner}, case when n <= ${old} then '${keyId}' else gen_random_uuid() end::uuid, n::text, 'POST', '/',
      case when n <= ${old} then 201 when n % 2 = 0 then 404 else 500 end, 1, now() from generate_series(1, ${rows}) n;
    insert into channels (id, creator_id, kind, platform, handle, canonical_url, status)
    select n, case when n > ${rows - old} then ${buyer} else ${others} + n % 100 end, 'MANUAL', 'TWITCH', n::text, 'https://www.twitch.tv/' || n,
      case when n % 2 = 0 then 'REMOVED' else 'ACTIVE' end from generate_series(1, ${rows}) n;
    insert into portfolio_pictures (id, creator_id, upload_id, url, width, height, position, created_at, updated_at)
    select gen_random_uuid(), case when n <= 12 then ${seller} else n / 12 end, gen_random_uuid(), 'https://castline.example', 1, 1, n % 12 + 1, now(), now()
    from generate_series(1, ${rows}) n;
    insert into ledger_accounts (id, owner_id, kind, balance) overriding system value
    select 1000 + n, ${others} + n, 'AVAILABLE', 0 from generate_series(0, 99) n union all select 500, ${buyer}, 'AVAILABLE', 0;
    insert into ledger_transfers (id, kind, reference_type, reference_id, created_at) overriding system value
    select n, 'DEPOSIT', 'payment', n::text, now() from generate_series(1, ${rows}) n;
    insert into ledger_entries (account_id, transfer_id, amount, balance_after)
    select case when n <= ${old} then 500 else 1000 + n % 100 end, n, 1, 1 from generate_series(1, ${rows}) n;
    insert into campaigns (id, advertiser_id, status, title, brief, platforms, payment_model, cpm_cents, requirements, budget_cents, created_at, updated_at)
    select n, ${buyer}, 'DRAFT', 'A', 'B', '{YOUTUBE}', 'CPM', 1, '{}', 1, now(), now() from generate_series(1, 200) n;
    insert into campaigns (id, advertiser_id, status, title, brief, platforms, payment_model, cpm_cents, requirements, budget_cents, reserves, created_at,
      started_at, updated_at)
    select 1000 + n, ${others} + n % 100, 'RUNNING', 'A', 'B', '{YOUTUBE}', 'CPM', 1, '{}', 1, 1, now(), now() - n * interval '1 second', now()
    from generate_series(1, ${rows}) n;
    insert into social_accounts (id, owner_id, platform, handle, external_id, status, is_verified, verified_via)
    select n, case when n <= ${old} then ${seller} else ${others} + n % 100 end, 'YOUTUBE', 'h' || n, 'e' || n, 'ACTIVE', true, 'PLATFORM_API'
    from generate_series(1, ${rows}) n union all select 20000, ${publisher}, 'YOUTUBE', 'h', 'e', 'ACTIVE', true, 'PLATFORM_API';
    insert into posts (id, platform, content_id, social_account_id, created_at)
    select n, 'YOUTUBE', 'c' || n, n, now() from generate_series(1, ${rows}) n;
    insert into campaign_posts (id, campaign_id, creator_id, social_account_id, platform, content_id, url, post_id, published_at, status, submitted_at,
      decide_by, decided_at, updated_at)
    select n, case when n <= ${old} then 7 else 100 + n % 100 end, case when n <= ${old} then ${seller} else ${others} + n % 100 end, n, 'YOUTUBE',
      'c' || n, 'https://x.test', n, now(), case when n > ${old} and n % 2 = 0 then 'ON_MODERATION' else 'ACCEPTED' end, now(),
      case when n > ${old} and n % 2 = 0 then now() end, case when n > ${old} and n % 2 = 0 then null else now() end, now() from generate_series(1, ${rows}) n;
    insert into campaign_accounts (campaign_id, social_account_id, creator_id, platform, posts, views)
    select campaign_id, social_account_id, creator_id, platform, 1, n % 97 from (select *, id as n from campaign_posts) p;
    insert into campaign_earnings (campaign_post_id, kind, at, amount_cents, earned_after_cents)
    select case when n <= ${old} then 7 else 100 + n % 100 end, 'ACCRUAL', now(), 1, n from generate_series(1, ${rows}) n;
    insert into campaign_proofs (id, campaign_post_id, upload_id, taken_at, created_at)
    select n, case when n <= ${old} then 7 else 100 + n % 100 end, gen_random_uuid(), now() - n * 7919 % ${rows} * interval '1 second', now()
    from generate_series(1, ${rows}) n;
    insert into tracking_links (id, campaign_id, code, destination_url, salt, created_at, sketch_due_at)
    select n, case when n <= ${old} then 7 else 100 + n % 100 end, lpad(n::text, 10, '0'), 'https://shop.example/', sha256(n::text::bytea), now(),
      case when n > ${old} and n % 2 = 0 then now() end from generate_series(1, ${rows}) n;
    insert into credit_entries (id, owner_id, factory_id, kind, reason, amount, balance_after, reference, created_at) overriding system value
    select n, ${owner}, case when n <= ${old} then 7 else 100 + n % 100 end, 'DEBIT', 'SCAN', 1, 1, n::text, now() from generate_series(1, ${rows}) n;
    insert into users (id, name, email, suspended_at) select 100000 + n, 'Person ' || n, 'person' || n || '@castline.example',
      case when n <= ${old} then now() end from generate_series(1, ${rows}) n;
    insert into staff_actions (actor_id, operation, object, request_id, at, data)
    select case when n <= ${old} then 7 else 100 + n % 100 end, case when n <= ${old} then 'SuspendUser' else 'BlockChannel' end,
      'users/' || case when n <= ${old} then 7 else 100 + n % 100 end, n::text, now(), '{}' from generate_series(1, ${rows}) n;
    insert into dead_letters (message_id, queue, kind, body, attempts, at, requeued_at, requeued_by)
    select n::text, 'JOBS', 'sweep-quotes', '{}', 6, now(), case when n > ${old} then now() end, case when n > ${old} then 1 end
    from generate_series(1, ${rows}) n;
    insert into factories (id, owner_id, name, interval_hours, tracking_days, created_at, updated_at) values (7, ${buyer}, 'A', 24, 30, now(), now());
    commit`);
  await market.pool.query('vacuum analyze');
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** The most rows read in one place of one table: returned and filtered ones. */
async function maxRowsRead(page: SQLWrapper | Query<unknown>): Promise<number> {
  const statement = 'statement' in page ? page.statement : page;
  const explained = await one(
    db,
    query(
      { 'QUERY PLAN': sql<[{ Plan: Plan }]>`` },
      () => sql`explain (analyze, format json, timing off, summary off) ${statement}`,
    ),
  );
  const reads: number[] = [];
  const walk = (plan: Plan): void => {
    if (plan['Relation Name'] !== undefined)
      reads.push((plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']);
    plan.Plans?.forEach(walk);
  };
  walk(explained['QUERY PLAN'][0].Plan);
  expect(reads.length).toBeGreaterThan(0);
  return Math.round(Math.max(...reads));
}

const limit = 20;
const now = new Date();
const longAgo = new Date(0);
/** Has a single account. */
const publisher = 9_000_005;
const ofCreator = { creatorId: seller };
const ofCampaign = { advertiserId: buyer, campaignId: 7 };

const keys = (cursor: string | null) =>
  requestedStatement((asking) => readKeys(asking, buyer, { cursor, limit: limit + 1 }));

const endpoint = { id: 1, limit, cursor: undefined };
const lists: readonly (readonly [string, () => SQLWrapper | Query<unknown> | Promise<SQLWrapper>])[] = [
  ['assignments of a former advertiser', () => assignmentsPage(buyer, { limit })],
  ['assignments of a former creator', () => assignmentsPage(seller, { limit })],
  [
    'assignments of a former advertiser, as the advertiser',
    () => assignmentsPage(buyer, { limit, role: 'ADVERTISER' }),
  ],
  ['assignments of a former advertiser, from a cursor', () => assignmentsPage(buyer, { limit, cursor: 1_000 })],
  ['assignments in an empty state', () => assignmentsPage(buyer, { limit, status: 'PENDING' })],
  [
    'assignments in an empty state, as the creator',
    () => assignmentsPage(seller, { limit, status: 'PENDING', role: 'CREATOR' }),
  ],
  ['assignments of a user without any', () => assignmentsPage(1, { limit })],
  ['the history of an assignment', () => eventsPage('STAFF', 7, { limit })],
  ['the history of an assignment, from a cursor', () => eventsPage(buyer, 7, { limit, cursor: 1_000 })],
  ...(['DISPUTED', 'PENDING', 'EXPIRED'] as const).map(
    (status) => [`cases that are ${status}`, () => casesPage({ limit, cursor: undefined, status })] as const,
  ),
  ['cases, from a cursor', () => casesPage({ limit, cursor: 9_500, status: 'DISPUTED' })],
  ['orders', () => ordersPage(buyer, { limit }, now)],
  ['orders, from a cursor', () => ordersPage(buyer, { limit, cursor: 1_000 }, now)],
  ['orders of a user without any', () => ordersPage(1, { limit }, now)],
  ...(['DRAFT', 'QUOTED', 'CANCELLED', 'COMPLETED'] as const).map(
    (status) => [`orders that are ${status}`, () => ordersPage(buyer, { limit, status }, now)] as const,
  ),
  ['webhook endpoints', () => endpointsPage(buyer, { limit, cursor: undefined })],
  ['webhook endpoints, from a cursor', () => endpointsPage(buyer, { limit, cursor: 1_001 })],
  ['webhook endpoints of a user without any', () => endpointsPage(1, { limit, cursor: undefined })],
  ['deliveries', () => deliveriesPage(buyer, endpoint)],
  ['deliveries, from a cursor', () => deliveriesPage(buyer, { ...endpoint, cursor: 1_000 })],
  ['deliveries in an empty state', () => deliveriesPage(buyer, { ...endpoint, status: 'FAILED' })],
  ['delivered deliveries', () => deliveriesPage(buyer, { ...endpoint, status: 'DELIVERED' })],
  ['transactions', () => transactionsPage(buyer, { limit })],
  ['transactions, from a cursor', () => transactionsPage(buyer, { limit, cursor: 1_000 })],
  ['transactions of a user without any', () => transactionsPage(1, { limit })],
  ['channels of the newest creator', () => channelsPage(buyer, { limit, cursor: undefined }).statement],
  ['channels of the newest creator, from a cursor', () => channelsPage(buyer, { limit, cursor: 9_001 }).statement],
  ['channels of a user without any', () => channelsPage(1, { limit, cursor: undefined }).statement],
  ['pictures of a portfolio', () => factsOf({ pictures: portfolioOf(seller) })],
  ['the portfolio of a page', () => sql`select * from shown_portfolios where creator_id = ${seller}`],
  ['campaigns', () => campaignsPage(buyer, { limit }, () => longAgo)],
  ['campaigns, from a cursor', () => campaignsPage(buyer, { limit, cursor: 100 }, () => longAgo)],
  ['campaigns in an empty state', () => campaignsPage(buyer, { limit, status: 'PAUSED' }, () => longAgo)],
  ['offers', () => offersPage(publisher, { limit }, now)],
  ['offers, from a cursor', () => offersPage(publisher, { limit, cursor: 5_000 }, now)],
  ...[ofCreator, ofCampaign].flatMap((reader) => [
    ['posts of campaigns', () => factsOf({ posts: postsPage(reader, { limit }) })] as const,
    [
      'posts of campaigns, from a cursor',
      () => factsOf({ posts: postsPage(reader, { limit, cursor: 1_000 }) }),
    ] as const,
    [
      'posts of campaigns in an empty state',
      () => factsOf({ posts: postsPage(reader, { limit, status: 'ON_MODERATION' }) }),
    ] as const,
  ]),
  [
    'posts of campaigns at a platform without any',
    () => factsOf({ posts: postsPage(ofCreator, { limit, platform: 'TIKTOK' }) }),
  ],
  ['accounts without posts of a campaign', () => factsOf({ page: takersPage(buyer, 7, { limit }) })],
  ['creators of a campaign', () => factsOf({ page: creatorsPage(buyer, 7, { limit, at: now }, () => longAgo) })],
  [
    'creators of a campaign, from a cursor',
    () => factsOf({ page: creatorsPage(buyer, 7, { limit, cursor: 1_000, at: now }, () => longAgo) }),
  ],
  ['posts for staff', () => staffPostsPage({ limit })],
  ['posts for staff, of a campaign from a cursor', () => staffPostsPage({ limit, campaignId: 7, cursor: 1_000 })],
  ['screenshots of a post', () => factsOf({ page: proofsPage(7, { limit }) })],
  ['screenshots of a post, from a cursor', () => factsOf({ page: proofsPage(7, { limit, cursor: 1_000 }) })],
  ['earnings of a post', () => factsOf({ page: earningsPage(ofCreator, 7, { limit }) })],
  ['earnings of a post, from a cursor', () => factsOf({ page: earningsPage(ofCreator, 7, { limit, cursor: 1_000 }) })],
  ['tracking links', () => trackingLinksPage(buyer, 7, { limit })],
  ['tracking links, from a cursor', () => trackingLinksPage(buyer, 7, { limit, cursor: 1_000 })],
  ['tracking links of a campaign without any', () => trackingLinksPage(buyer, 8, { limit })],
  ['credits and debits', () => entriesPage(buyer, { limit })],
  ['credits and debits, from a cursor', () => entriesPage(buyer, { limit, cursor: 1_000 })],
  ['credits and debits of a user without any', () => entriesPage(1, { limit })],
  ['debits of a factory', () => factoryEntriesPage(buyer, 7, { limit })],
  ['debits of a factory, from a cursor', () => factoryEntriesPage(buyer, 7, { limit, cursor: 1_000 })],
  ['sketches that are due', () => dueSketches(now, limit)],
  ['users', () => usersPage({ limit, at: now, staffId: 1, by: 'EMAIL' })],
  ['users, from a cursor', () => usersPage({ limit, at: now, staffId: 1, by: 'EMAIL', cursor: 105_000 })],
  ['suspended users', () => usersPage({ limit, at: now, staffId: 1, by: 'EMAIL', suspended: 'true' })],
  [
    'suspended users, from a cursor',
    () => usersPage({ limit, at: now, staffId: 1, by: 'EMAIL', suspended: 'true', cursor: 101_000 }),
  ],
  ['users by an id', () => usersPage({ limit, at: now, staffId: 1, by: 'ID', search: '105000' })],
  ['changes by staff', () => actionsPage({ limit })],
  ['changes by a former member of staff', () => actionsPage({ limit, actorId: 7 })],
  ['changes by an operation, from a cursor', () => actionsPage({ limit, operation: 'SuspendUser', cursor: 1_000 })],
  ['changes of an object', () => actionsPage({ limit, object: 'users/7' })],
  ['dead letters', () => lettersPage({ limit })],
  ['dead letters that wait', () => lettersPage({ limit, waiting: 'true' })],
  ['dead letters that wait, from a cursor', () => lettersPage({ limit, waiting: 'true', cursor: 1_000 })],
  ['requests', () => requestsPage(buyer, { limit, since })],
  ['requests, from a cursor', () => requestsPage(buyer, { limit, since, cursor: 1_000 })],
  ['requests of a key', () => requestsPage(buyer, { limit, since, keyId, cursor: 1_000 })],
  ['requests that failed', () => requestsPage(buyer, { limit, since, statusClass: 5 })],
  [
    'requests that succeeded, from a cursor',
    () => requestsPage(buyer, { limit, since, statusClass: 2, cursor: 1_000 }),
  ],
  ['requests of a key that failed', () => requestsPage(buyer, { limit, since, keyId, statusClass: 4 })],
  ['requests with an id', () => requestsPage(buyer, { limit, since, requestId: '1000' })],
  ['keys', () => keys(null)],
  ['keys, from a cursor', async () => keys((await market.one(`select id from api_keys where prefix = '1000'`)).id)],
];

test.each(lists)('%s: the list reads only the rows of its page', async (_, page) => {
  // Twenty and one more, for each of two sides.
  expect(await maxRowsRead(await page())).toBeLessThanOrEqual(2 * (limit + 1));
});

test.each(['EMAIL', 'NAME'] as const)('a search of users by %s reads only those that it finds', async (by) => {
  const found = { limit, at: now, staffId: 1, by, search: by === 'EMAIL' ? 'Person' : 'PERSON ' };
  for (const page of [found, { ...found, cursor: 105_000 }])
    expect(await maxRowsRead(usersPage(page))).toBeLessThanOrEqual(maxFoundUsers);
  expect(await maxRowsRead(usersPage({ ...found, search: 'zzz' }))).toBe(0);
});
