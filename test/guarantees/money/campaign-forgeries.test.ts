import { afterAll, afterEach, expect, test } from 'vitest';
import { campaignsOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import { noRight, rightsOf } from '../../support/rights.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const campaigns = campaignsOf(shared.baseUrl, market);
const service = rightsOf(market, shared.databaseUrl);
const jobs = rightsOf(market, shared.databaseUrls.jobs);
afterEach(() => market.expectSoundLedger());
afterAll(async () => {
  await service.end();
  await jobs.end();
  await market.close();
});

/** A started campaign with a post that waits for its decision. */
async function aPost() {
  const advertiser = await campaigns.anAdvertiser();
  const { id } = await campaigns.aRunning(advertiser, { payment: { model: 'FIXED', rewardCents: '300' } });
  const creatorId = await market.aUser(['CREATOR']);
  const accountId = await sellersOf(market).anAccount(creatorId);
  const [postId] = await submitPosts(market, { campaignId: id, creatorId, accountId });
  return { id, creatorId, accountId, postId };
}

test.each([
  ['api', service],
  ['jobs', jobs],
] as const)('the role of %s cannot change what was spent, earned and paid in a campaign', async (_, { asService }) => {
  const { id, creatorId, postId } = await aPost();
  for (const [statement, value] of [
    ['update campaigns set spent_cents = 100 where id = $1', id],
    ['update campaigns set paid_cents = 100 where id = $1', id],
    ['update campaign_creators set earned_cents = 100 where creator_id = $1', creatorId],
    ['update campaign_posts set earned_cents = 100 where id = $1', postId],
    ['update campaign_posts set paid_cents = 100 where id = $1', postId],
    ['update campaign_holds set released = amount where campaign_id = $1', id],
    [
      `insert into campaign_earnings (campaign_post_id, kind, at, amount_cents, earned_after_cents) values ($1, 'ACCRUAL', now(), 1, 1)`,
      postId,
    ],
    ['update campaign_earnings set amount_cents = 1 where campaign_post_id = $1', postId],
    ['delete from campaign_posts where id = $1', postId],
    [`select ledger_pay_from_reserve('CAMPAIGN_EARNING', 'campaign-payout', $1, '[]', now())`, creatorId],
  ] as const)
    expect(await asService(statement, [value]), statement).toBe(noRight);
});

test('the role of api cannot insert a creator with earnings or a post with views', async () => {
  const { id, creatorId, accountId } = await aPost();
  const stranger = await market.aUser(['CREATOR']);
  expect(
    await service.asService(
      'insert into campaign_creators (campaign_id, creator_id, taken_at, earned_cents) values ($1, $2, now(), 4000)',
      [id, stranger],
    ),
  ).toBe(noRight);
  expect(
    await service.asService(
      `insert into campaign_posts (campaign_id, creator_id, social_account_id, platform, content_id, url, post_id, published_at, status,
         submitted_at, decide_by, updated_at, views, views_measured_at)
       select $1, $2, $3, 'YOUTUBE', 'x', 'https://x.test', max(id), now(), 'ON_MODERATION', now(), now(), now(), 1000000, now() from posts`,
      [id, creatorId, accountId],
    ),
  ).toBe(noRight);
});

test('a payout is refused when the earnings of a creator differ from the sum of its posts', async () => {
  const { id, creatorId, postId } = await aPost();
  const { rows } = await market.pool.query('select campaign_accept_by_advertiser($1, now())', [postId]);
  expect(rows).toHaveLength(1);
  const paid = () => service.asService('select ledger_campaign_pay($1, array[$2::bigint], now())', [id, creatorId]);
  expect(await paid()).toBe('done');
  await market.pool.query('update campaign_creators set earned_cents = 400 where campaign_id = $1', [id]);
  expect(await paid()).toBe('CL500');
  await market.pool.query('update campaign_creators set earned_cents = 300 where campaign_id = $1', [id]);
});
