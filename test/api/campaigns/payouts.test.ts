import { beforeEach, describe, expect, test } from 'vitest';
import type { Publisher } from '../../support/market/campaign-posts.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import { type Person, signedInAgain } from '../../support/market/people.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

const payout = { kind: 'pay-campaign-creators', afterId: 0 } as const;
const dayMs = 24 * 3_600_000;

let advertiser: Person;
let creator: Publisher;
let campaign: { id: number; version: number };
beforeEach(async () => {
  advertiser = await signedInAgain(own.stack.baseUrl, await campaigns.anAdvertiser());
  creator = await posts.aPublisher();
  campaign = await campaigns.aRunning(advertiser);
});

async function anEarningPost(publisher: Publisher, views: number) {
  const post = await posts.aPost(publisher, campaign, { views });
  await posts.scan();
  dataOf(await posts.accept(await signedInAgain(own.stack.baseUrl, advertiser), campaign, post.id));
  return post;
}
const paymentsOf = async (publisher: Publisher) =>
  (await publisher.keyed.get('/wallet/transactions')).body.data.map(
    ({ amount, reference }: { amount: { raw: string }; reference: { id: string } }) => [amount.raw, reference.id],
  );
const reference = (publisher: Publisher, n: number) => `${campaign.id}:${publisher.userId}:${n}`;

describe('the daily payout', () => {
  test('the payout pays what the posts of a creator have earned, by one transfer, and explains it on each post', async () => {
    const pending = async () => dataOf(await creator.keyed.get('/wallet')).pending.posts.raw;
    const [first, second] = [await anEarningPost(creator, 1_000), await anEarningPost(creator, 2_500)];
    expect(await pending()).toBe('700');
    await own.control.run(payout);
    expect(await pending()).toBe('0');
    expect(await paymentsOf(creator)).toEqual([['7000000', reference(creator, 1)]]);
    for (const [post, cents] of [
      [first, '200'],
      [second, '500'],
    ] as const) {
      expect(await posts.postOf(creator, post.id)).toMatchObject({ earned: { raw: cents }, paid: { raw: cents } });
      const [payout] = dataOf(await creator.keyed.get(`/posts/${post.id}/earnings`));
      expect(payout).toMatchObject({ kind: 'PAYOUT', amount: { raw: cents }, views: null, limitedBy: null });
    }
    const { reserved } = (await advertiser.keyed.get('/wallet')).body.data;
    expect(reserved.raw).toBe('93000000');
  });

  test('the payout pays a creator once a UTC day, however often it runs', async () => {
    const post = await anEarningPost(creator, 1_000);
    await Promise.all([own.control.run(payout), own.control.run(payout)]);
    await creator.publish(post.contentId, { views: 3_000 });
    await posts.scan();
    await own.control.run(payout);
    expect(await paymentsOf(creator)).toEqual([['2000000', reference(creator, 1)]]);
    await own.control.moveOn(dayMs);
    await own.control.run(payout);
    await own.control.run(payout);
    expect(await paymentsOf(creator)).toEqual([
      ['4000000', reference(creator, 2)],
      ['2000000', reference(creator, 1)],
    ]);
  });

  test('the payout pays a suspended creator what was earned, and other creators too', async () => {
    const other = await posts.aPublisher();
    await anEarningPost(creator, 1_000);
    await anEarningPost(other, 500);
    await own.market.pool.query(`update users set suspended_at = now(), suspension_reason = 'a test' where id = $1`, [
      creator.userId,
    ]);
    await own.control.run(payout);
    const paid = await own.market.pool.query(
      `select creator_id::int as id, paid_cents::int as cents from campaign_creators where campaign_id = $1 order by paid_cents`,
      [campaign.id],
    );
    expect(paid.rows).toEqual([
      { id: other.userId, cents: 100 },
      { id: creator.userId, cents: 200 },
    ]);
  });
});
