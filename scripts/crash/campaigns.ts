import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { externalIdOf } from '../local/endpoints/social-simulator/youtube/ids.ts';
import { sendControl } from '../local/send-control.ts';
import type { Stack } from '../local/stack.ts';
import type { Victim } from './victims.ts';

const creators = 10;
const postsOfCreator = 10;
const cpmCents = 200;
const scanning = '*/5 * * * *';
const paying = '17 3 * * *';

/**
 * Kills the victim while a hundred scans of posts and the payouts of ten campaigns are in progress, and lets the queues and the crons finish the work.
 * Every post must have earned what its views give, by one accrual, and every creator must be paid it once.
 */
export async function crashCampaigns(stack: Stack, victim: Victim, round: number): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: victim.databaseUrl });
  await client.connect();
  const name = `crash-${victim.name.toLowerCase()}-${round}`;
  const campaigns = await prepare(client, name);
  await publish(stack, name);
  await client.end();
  const cron = (expression: string) =>
    sendControl(stack.control.url, 'POST', '/cron', { cron: expression }).catch(() => undefined);
  // The posts of every second campaign have earned, and are paid while those of the others are scanned.
  await cron(scanning);
  await inDatabase(victim, (db) => db.query(dueAgain, [campaigns]));
  const working = Promise.all([cron(scanning), cron(paying)]);
  await sleep(20 + ((round * 53) % 200));
  victim.kill();
  await working;
  await victim.restart();
  const find = () =>
    inDatabase(victim, async (db) => faultsOf(name, (await db.query(wrongPosts, [campaigns, cpmCents])).rows));
  let faults: readonly string[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    // Longer than a lease: what was taken and lost is taken again. A creator is paid once a day.
    await sendControl(stack.control.url, 'POST', '/clock', { onMs: 17 * 60_000 });
    await cron(scanning);
    await sendControl(stack.control.url, 'POST', '/clock', { onMs: 24 * 3_600_000 });
    await cron(paying);
    faults = await find();
    // The second try shows that nothing is booked twice.
    if (tries > 0 && faults.length === 0) break;
  }
  return faults;
}

async function inDatabase<T>({ databaseUrl }: Victim, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const faultsOf = (name: string, rows: readonly object[]): string[] =>
  rows.map((row) => `${name}: ${JSON.stringify(row)}`);

const viewsOf = (creator: number, post: number): number => 1_000 + creator * 100 + post;
const handleOf = (name: string, creator: number): string => `${name}-${creator}`;
const contentOf = (name: string, creator: number, post: number): string =>
  `${name}-${creator}-${post}`.slice(-11).padStart(11, 'x');

/** Ten running campaigns, each with ten accepted posts of each of ten creators' accounts. Each post is one message of the queue. */
async function prepare(client: pg.Client, name: string): Promise<number[]> {
  const { rows: people } = await client.query(
    `insert into users (name, email, roles) select 'Crash', $1 || '-' || n || '@crash.invalid', '{ADVERTISER,CREATOR}' from generate_series(0, $2::int) n
     returning id::int`,
    [name, creators],
  );
  const [advertiser, ...publishers] = people.map(({ id }) => id);
  await client.query(
    `select ledger_post('DEPOSIT', 'payment', $1, now(), jsonb_build_array(
       jsonb_build_object('owner', $2::bigint, 'account', 'AVAILABLE', 'amount', 10000000000),
       jsonb_build_object('owner', null, 'account', 'EXTERNAL', 'amount', -10000000000)))`,
    [name, advertiser],
  );
  const { rows } = await client.query(
    `insert into campaigns (advertiser_id, status, title, brief, platforms, payment_model, cpm_cents, requirements, budget_cents, reserves, created_at,
       started_at, updated_at)
     select $1, 'RUNNING', 'Crash', 'Show it.', '{YOUTUBE}', 'CPM', $2, '{"hashtags": [], "mentions": [], "languages": []}', 100000, 1, now(), now(), now()
     from generate_series(1, $3::int) returning id::int`,
    [advertiser, cpmCents, creators],
  );
  const campaigns: number[] = rows.map(({ id }) => id);
  for (const [creator, publisher] of publishers.entries()) {
    const handle = handleOf(name, creator);
    const account = await client.query(
      `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
       values ($1, 'YOUTUBE', $2, $3, 'ACTIVE', true, 'PLATFORM_API') returning id`,
      [publisher, handle, externalIdOf(handle)],
    );
    const contents = Array.from({ length: postsOfCreator }, (_, post) => contentOf(name, creator, post));
    await client.query(submitted, [campaigns[creator], publisher, account.rows[0].id, contents, creator % 2]);
  }
  for (const campaign of campaigns) {
    await client.query('select ledger_campaign_reserve($1, now())', [campaign]);
    await client.query('select campaign_accept_by_advertiser(id, now()) from campaign_posts where campaign_id = $1', [
      campaign,
    ]);
  }
  return campaigns;
}

// Rows that have failed often are asked for one by one.
const submitted = `
  with told as (
    insert into posts (platform, content_id, social_account_id, due_at, failures, created_at)
    select 'YOUTUBE', content, $3, now() + $5 * interval '1 day', 20, now() from unnest($4::text[]) content returning id, content_id
  ), taken as (
    insert into campaign_creators (campaign_id, creator_id, taken_at, posts) values ($1, $2, now(), cardinality($4))
  ), added as (
    insert into campaign_posts (campaign_id, creator_id, social_account_id, platform, content_id, url, post_id, published_at, status, submitted_at,
      decide_by, updated_at)
    select $1, $2, $3, 'YOUTUBE', content_id, 'https://www.youtube.com/watch?v=' || content_id, id, now(), 'ON_MODERATION', now(),
      now() + interval '7 days', now() from told returning id, content_id)
  insert into proven_posts (platform, content_id, campaign_post_id) select 'YOUTUBE', content_id, id from added`;

const dueAgain = `update posts set due_at = now() - interval '1 hour', failures = 20
  where id in (select post_id from campaign_posts where campaign_id = any ($1))`;

/** Posts that have not earned what their views give, by one accrual, or were not paid it. */
const wrongPosts = `
  select p.id, p.views, p.earned_cents, p.paid_cents, e.accruals, e.payouts from campaign_posts p
  cross join lateral (
    select count(*) filter (where kind = 'ACCRUAL') as accruals, count(*) filter (where kind = 'PAYOUT') as payouts
    from campaign_earnings where campaign_post_id = p.id) e
  where p.campaign_id = any ($1) and (p.views is null or p.earned_cents is distinct from div(p.views * $2, 1000) or p.paid_cents <> p.earned_cents
    or (e.accruals, e.payouts) <> (1, 1))`;

async function publish({ services }: Stack, name: string): Promise<void> {
  for (let creator = 0; creator < creators; creator += 1) {
    const posts = Array.from({ length: postsOfCreator }, (_, post) => ({
      id: contentOf(name, creator, post),
      publishedAt: '2026-01-01T00:00:00.000Z',
      views: viewsOf(creator, post),
    }));
    const answer = await fetch(`${services.social?.url}/simulator/youtube/accounts/${handleOf(name, creator)}`, {
      method: 'PUT',
      body: JSON.stringify({ posts }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}
