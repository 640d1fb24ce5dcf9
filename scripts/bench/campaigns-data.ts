import type { Client } from 'pg';

export interface CampaignsData {
  readonly advertiser: number;
  /** A creator with an account that fits all offers. */
  readonly creator: number;
  readonly small: number;
  readonly large: number;
  /** Content ids of accepted posts of the large campaign. */
  readonly contents: readonly string[];
  /** Posts of the large campaign that wait for their decision. */
  readonly undecided: readonly number[];
  /** Campaigns with 10,000 undecided posts of 2,000 creators. */
  readonly ending: readonly number[];
}

const creators = 2_000;
const budgetCents = 100_000_000_000;

/** Adds campaigns and their posts to a temporary database: it skips triggers and foreign keys. */
export async function growCampaigns(client: Client): Promise<CampaignsData> {
  await client.query('set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0');
  const id = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await client.query<{ id: string }>(text, values)).rows[0]?.id);
  const advertiser = await id(
    `insert into users (name, email) values ('Advertiser', 'campaigns@bench.invalid') returning id`,
  );
  const creator = await id(
    `with added as (insert into users (name, email) select 'Creator', 'campaigns-' || n || '@bench.invalid' from generate_series(1, $1::int) n returning id)
     select min(id) as id from added`,
    [creators],
  );
  await client.query(
    `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
     select id, 'TIKTOK', 'campaigns-' || id, 'campaigns-' || id, 'ACTIVE', true, 'PLATFORM_API' from users where id >= $1`,
    [creator],
  );
  await client.query(
    `insert into social_grants (social_account_id, platform, scopes, status, sealed_access, due_at, connected_at, shared_at, sharing_version,
       audience_due_at, updated_at)
     select id, platform, '{}', 'ACTIVE', '\\x00', now(), now() - interval '90 days', now(), 'bench', now(), now() from social_accounts where owner_id >= $1`,
    [creator],
  );
  const aCampaign = () =>
    id(
      `insert into campaigns (advertiser_id, status, title, brief, platforms, payment_model, cpm_cents, requirements, budget_cents, reserves,
         created_at, started_at, updated_at)
       values ($1, 'RUNNING', 'A campaign', 'Show it.', '{TIKTOK}', 'CPM', 200, '{"hashtags": [], "mentions": [], "languages": []}', $2, 1,
         now(), now(), now()) returning id`,
      [advertiser, budgetCents],
    );
  await client.query(`insert into ledger_accounts (owner_id, kind, balance) values ($1, 'AVAILABLE', $2)`, [
    advertiser,
    '1000000000000000000',
  ]);
  const [small, large] = [await aCampaign(), await aCampaign()];
  const ending = [await aCampaign(), await aCampaign()];
  for (let offers = 0; offers < 1_000; offers += 1) await aCampaign();
  for (const [campaign, posts] of [
    [small, 10],
    [large, 10_100],
    ...ending.map((one) => [one, 10_000] as const),
  ] as const) {
    await addPosts(client, { campaign, posts, creator });
    await client.query('select ledger_campaign_reserve($1, now())', [campaign]);
  }
  await client.query(
    `update campaign_posts set status = 'ACCEPTED', decided_at = now(), decide_by = null where id in (
       select id from campaign_posts where campaign_id = $2 order by id limit 10000) or campaign_id = $1`,
    [small, large],
  );
  await addMeasurements(client, [small, large, ...ending]);
  await client.query('set session_replication_role = origin');
  for (const campaign of [small, large, ...ending])
    await client.query(
      'select campaign_roll_up($1, array(select distinct social_account_id from campaign_posts where campaign_id = $1))',
      [campaign],
    );
  await client.query('vacuum analyze');
  const of = async (condition: string) =>
    (
      await client.query(
        `select id::int, content_id from campaign_posts where campaign_id = $1 and ${condition} order by id`,
        [large],
      )
    ).rows;
  return {
    ...{ advertiser, creator, small, large, ending },
    contents: (await of(`status = 'ACCEPTED'`)).map(({ content_id: content }) => content),
    undecided: (await of(`status = 'ON_MODERATION'`)).map(({ id: post }) => post),
  };
}

interface Added {
  readonly campaign: number;
  readonly posts: number;
  /** The first of the creators. */
  readonly creator: number;
}

const addPosts = (client: Client, { campaign, posts, creator }: Added) =>
  client.query(
    `with account as (select owner_id, id, external_id from social_accounts where owner_id >= $3::bigint),
     told as (
       insert into posts (platform, content_id, social_account_id, due_at, media_type, visibility, published_at, owner_external_id, created_at)
       select 'TIKTOK', 'bench-' || $1::bigint || '-' || n, account.id, now() + interval '1 day', 'VIDEO', 'PUBLIC', now(), external_id, now()
       from generate_series(1, $2::int) n join account on account.owner_id = $3::bigint + n % ${creators} returning id, content_id, social_account_id
     ), taken as (
       insert into campaign_creators (campaign_id, creator_id, taken_at, posts)
       select $1::bigint, owner_id, now(), count(*) from told join account on account.id = told.social_account_id group by owner_id
     )
     insert into campaign_posts (campaign_id, creator_id, social_account_id, platform, content_id, url, post_id, published_at, status, submitted_at,
       decide_by, updated_at)
     select $1::bigint, owner_id, account.id, 'TIKTOK', content_id, 'https://x.test', told.id, now(), 'ON_MODERATION', now(), now() + interval '7 days', now()
     from told join account on account.id = told.social_account_id`,
    [campaign, posts, creator],
  );

/** A hundred measurements of each post, and days of its campaigns. */
async function addMeasurements(client: Client, campaigns: readonly number[]): Promise<void> {
  await client.query(
    `insert into post_measurements (post_id, measured_at, views, likes, comments, source, reasons, fallen)
     select post_id, now() - n * interval '6 hours', 10000 - n, 400, 30, 'TIKTOK_DISPLAY_API', '{"saves": "NOT_OFFERED"}', '{}'
     from campaign_posts, generate_series(1, 100) n where campaign_id = any ($1) and status = 'ACCEPTED'`,
    [campaigns],
  );
  await client.query(
    `update campaign_posts set views = 9999, views_measured_at = now(), counted_views = 9999, counted_likes = 400, counted_comments = 30,
       counts_measured_at = now(), scanned_at = now(), sharing = 'WITH_CONSENT' where campaign_id = any ($1)`,
    [campaigns],
  );
  await client.query(
    `insert into campaign_days (campaign_id, day, platform, submitted, accepted, spent_cents, views, likes, comments)
     select campaign, current_date - n, 'TIKTOK', 1, 1, 10, 100, 5, 1 from unnest($1::bigint[]) campaign, generate_series(0, 99) n`,
    [campaigns],
  );
}
