import type { ClientBase } from 'pg';

/** A factory that is measured, and the key of its owner. */
export interface GrownFactory {
  readonly id: number;
  readonly ownerId: number;
}

const factories = 200;
/** Days on which each post was scanned. */
const scannedDays = 20;
/** So many accounts are filled by one statement. */
const accountsAtOnce = 1_000;

/** Adds owners with many credits and a factory each to a temporary database: it skips triggers and foreign keys. */
export async function growFactories(client: ClientBase): Promise<readonly GrownFactory[]> {
  await client.query('set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0');
  await client.query(
    `select make_measurement_partitions(now() - interval '1 month'), make_measurement_partitions(now())`,
  );
  const { rows } = await client.query<{ id: number; ownerId: number }>(
    `with owner as (
       insert into users (name, email, roles) select 'Owner', 'factories-' || n || '@bench.invalid', '{ADVERTISER}' from generate_series(1, $1::int) n
       returning id
     ), credits as (
       insert into credit_accounts (owner_id, balance, updated_at) select id, 1000000000, now() from owner
     )
     insert into factories (owner_id, name, interval_hours, tracking_days, created_at, updated_at)
     select id, 'A factory', 24, 365, now(), now() from owner returning id::int, owner_id::int as "ownerId"`,
    [factories],
  );
  return rows;
}

/** Adds accounts, 100 posts each by default, to the factories in turn, with the measurements of 20 days. */
export async function addAccounts(
  client: ClientBase,
  factoryIds: readonly number[],
  accounts: number,
  posts = 100,
): Promise<void> {
  for (let added = 0; added < accounts; added += accountsAtOnce) {
    const { rows } = await client.query<{ id: number }>(
      `insert into factory_accounts (factory_id, platform, handle, external_id, mode, status, posts, tracked_posts, views, turn, due_at, listed_at,
         last_scanned_at, created_at)
       select ($1::bigint[])[1 + n % cardinality($1::bigint[])], 'YOUTUBE', 'bench-' || n, gen_random_uuid()::text, 'ACCOUNT', 'ACTIVE', $3, $3, 1,
         'LISTING', now() + interval '1 day', now(), now() - interval '25 hours', now() from generate_series(1, $2::int) n returning id::int`,
      [factoryIds, Math.min(accountsAtOnce, accounts - added), posts],
    );
    const ids = rows.map(({ id }) => id);
    await addPosts(client, ids, posts);
    await addDays(client, ids, scannedDays, 0);
    await addMeasurements(client, ids, 0, 0);
  }
  await client.query(
    'update factory_accounts a set views = (select sum(views) from factory_posts p where p.account_id = a.id) where factory_id = any ($1)',
    [factoryIds],
  );
  await client.query(
    'vacuum analyze factories, factory_accounts, factory_posts, factory_post_days, factory_account_days, factory_measurements',
  );
}

/** The posts of an account lie together by 50, as a listing finds them and a scan writes them. */
const addPosts = (client: ClientBase, accountIds: readonly number[], posts: number) =>
  client.query(
    `insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at, title, media_type, duration_seconds, hashtags,
       views, views_at, likes, likes_at, comments, comments_at, complete_views, complete_reactions, complete_at, last_scanned_at)
     select a.factory_id, a.id, 'YOUTUBE', 'v' || a.id || '-' || n, now() - interval '20 days' - n * interval '1 day' - a.id % 86400 * interval '1 second',
       now(), 'A post about drinks in summer ' || n, 'VIDEO', 60, '{drinks,summer}', v, measured, v / 20, measured, v / 200, measured, v, v / 20 + v / 200,
       measured, measured
     from generate_series(1, $2::int) n, factory_accounts a, lateral (select 1000 + (a.id * 7919 + n * 104729) % 1000000 as v,
       now() - interval '25 hours' as measured) counted
     where a.id = any ($1) order by n / 50, a.id, n`,
    [accountIds, posts],
  );

/** Adds days with a scan that end so many days ago. */
export async function addDays(
  client: ClientBase,
  accountIds: readonly number[],
  days: number,
  from: number,
): Promise<void> {
  await client.query(
    `insert into factory_post_days (account_id, post_id, day, taken_at, views, views_at, likes, likes_at, comments, comments_at, complete_views,
       complete_reactions, complete_at)
     select p.account_id, p.id, (at at time zone 'UTC')::date, at, p.views - n, at, p.likes, at, p.comments, at, p.views - n, p.likes + p.comments, at
     from factory_posts p, generate_series($3::int + $2::int - 1, $3::int, -1) n, lateral (select now() - interval '25 hours' - n * interval '1 day' as at) scan
     where p.account_id = any ($1) order by p.account_id, p.id, n desc`,
    [accountIds, days, from],
  );
  await client.query(
    `insert into factory_account_days (account_id, day, taken_at, views, likes, comments, complete_views, complete_reactions)
     select account_id, day, max(taken_at), sum(views), sum(likes), sum(comments), sum(complete_views), sum(complete_reactions)
     from factory_post_days where account_id = any ($1) and day <= ((now() - $2::int * interval '1 day') at time zone 'UTC')::date
     group by 1, 2 on conflict do nothing`,
    [accountIds, from],
  );
}

/** Adds the measurements of each of the 20 days from the first to the last of them; a day has at most ten. */
export const addMeasurements = (client: ClientBase, accountIds: readonly number[], first: number, last: number) =>
  client.query(
    `insert into factory_measurements (account_id, post_id, measured_at, views, likes, comments, source, reasons, flags)
     select p.account_id, p.id, now() - interval '25 hours' - day * interval '1 day' - nth * interval '144 minutes', p.views - day, p.likes, p.comments,
       'YOUTUBE_DATA_API', '{"saves": "NOT_OFFERED"}', '{}'
     from factory_posts p, generate_series($2::int - 1, 0, -1) day, generate_series($4::int, $3::int, -1) nth
     where p.account_id = any ($1) order by p.account_id, p.id, day desc, nth desc`,
    [accountIds, scannedDays, first, last],
  );

/** The accounts of some factories. */
export const accountsOf = async (client: ClientBase, factoryIds: readonly number[]): Promise<number[]> =>
  (
    await client.query<{ id: number }>('select id::int from factory_accounts where factory_id = any ($1) order by id', [
      factoryIds,
    ])
  ).rows.map(({ id }) => id);

/** All accounts are due for a scan, and no credits are reserved. */
export async function makeAllDue(client: ClientBase): Promise<void> {
  await client.query('delete from factory_scans');
  await client.query('update credit_accounts set reserved = 0');
  await client.query(
    `update factory_accounts set turn = 'SCAN', due_at = now() - interval '1 hour' - id % 3600 * interval '1 second'`,
  );
  await client.query('vacuum analyze factory_accounts, factory_scans');
}
