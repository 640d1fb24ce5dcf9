import type { Market } from './market.ts';
import { aHandle } from './sellers.ts';

interface Submitted {
  readonly campaignId: number;
  readonly creatorId: number;
  readonly accountId: number;
  readonly count?: number;
}

/** Submits posts of an account directly in the database, as their creator would have, and returns their ids. They are due a year from now. */
export async function submitPosts(
  { pool }: Market,
  { campaignId, creatorId, accountId, count = 1 }: Submitted,
): Promise<number[]> {
  const prefix = aHandle();
  await pool.query(
    `insert into campaign_creators (campaign_id, creator_id, taken_at) values ($1, $2, now() - interval '1 hour') on conflict do nothing`,
    [campaignId, creatorId],
  );
  const { rows } = await pool.query(
    `with account as (select id, platform, external_id from social_accounts where id = $3),
     told as (
       insert into posts (platform, content_id, social_account_id, due_at, media_type, visibility, published_at, owner_external_id, created_at)
       select platform, $4 || n, id, now() + interval '1 year', 'VIDEO', 'PUBLIC', now(), external_id, now()
       from account, generate_series(1, $5::int) n order by n returning id, platform, content_id
     ), submitted as (
       insert into campaign_posts (campaign_id, creator_id, social_account_id, platform, content_id, url, post_id, published_at, status,
         submitted_at, decide_by, updated_at)
       select $1, $2, $3, platform, content_id, 'https://www.youtube.com/watch?v=' || content_id, id, now(), 'ON_MODERATION', now(),
         now() + interval '7 days', now() from told order by id returning id, platform, content_id
     ), proven as (insert into proven_posts (platform, content_id, campaign_post_id) select platform, content_id, id from submitted)
     select id::int from submitted order by id`,
    [campaignId, creatorId, accountId, prefix, count],
  );
  await pool.query(
    `update campaigns set creators = creators + 1 where id = $1
       and exists (select from campaign_creators where campaign_id = $1 and creator_id = $2 and posts = 0)`,
    [campaignId, creatorId],
  );
  await pool.query('update campaign_creators set posts = posts + $3 where campaign_id = $1 and creator_id = $2', [
    ...[campaignId, creatorId, count],
  ]);
  await pool.query('select campaign_roll_up($1, array[$2::bigint])', [campaignId, accountId]);
  return rows.map(({ id }) => id);
}
