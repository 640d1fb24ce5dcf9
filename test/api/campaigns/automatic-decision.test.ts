import { beforeEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { peopleOf } from '../../support/contract/people.ts';
import type { Publisher } from '../../support/market/campaign-posts.ts';
import { dataOf, move } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import { type Person, signedInAgain } from '../../support/market/people.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

const hourMs = 3_600_000;
const fixed = { payment: { model: 'FIXED', rewardCents: '600' }, budgetCents: '1000' };

let advertiser: Person;
let creator: Publisher;
beforeEach(async () => {
  advertiser = await campaigns.anAdvertiser();
  creator = await posts.aPublisher();
});

const again = () => signedInAgain(own.stack.baseUrl, advertiser);

/** Makes the undecided posts due, and then scans them. */
async function work(): Promise<void> {
  await own.control.run('scan-undecided-posts');
  await own.control.run('take-due-platform-work');
}

const statusOf = async (id: number) => (await posts.postOf(creator, id)).status;
const suspend = (userId: number, suspended: boolean) =>
  own.market.pool.query(
    'update users set suspended_at = case when $2 then now() end, suspension_reason = $3 where id = $1',
    [userId, suspended, suspended ? 'a test' : null],
  );

describe('the automatic decision', () => {
  test('a post that the advertiser has not decided about for 7 days is accepted by the service, and earns', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const { id } = await posts.aPost(creator, campaign, { views: 1_000 });
    await own.control.moveOn(167 * hourMs);
    await work();
    expect(await statusOf(id)).toBe('ON_MODERATION');
    await own.control.moveOn(hourMs + 60_000);
    await work();
    expect(await posts.postOf(creator, id)).toMatchObject({
      status: 'ACCEPTED',
      earned: { raw: '200' },
      decideBy: null,
    });
    refused(await posts.reject(await again(), campaign, id), 'INVALID_STATE');
  });

  test('a post that is not public at decideBy becomes unavailable', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const post = await posts.aPost(creator, campaign);
    await creator.publish(post.contentId, { state: 'UNLISTED' });
    await own.control.moveOn(169 * hourMs);
    await work();
    expect(await statusOf(post.id)).toBe('UNAVAILABLE');
    await creator.publish(post.contentId, { state: 'PUBLIC' });
    await posts.scan();
    expect(await statusOf(post.id)).toBe('ON_MODERATION');
  });

  test('a post whose reward is above the rest of the budget waits until the budget is raised', async () => {
    const campaign = await campaigns.aRunning(advertiser, fixed);
    const [first, second] = [await posts.aPost(creator, campaign), await posts.aPost(creator, campaign)];
    await own.control.moveOn(169 * hourMs);
    await work();
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['ACCEPTED', 'ON_MODERATION']);
    const now = dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`));
    const raise = { expectedVersion: now.version, budgetCents: '1200' };
    dataOf(await (await again()).api.patch(`/campaigns/${campaign.id}`, raise, { key: crypto.randomUUID() }));
    await own.control.moveOn(hourMs);
    await work();
    expect(await statusOf(second.id)).toBe('ACCEPTED');
  });

  test('a post keeps its decideBy while its platform is down, and the service decides within an hour after its return', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const { id } = await posts.aPost(creator, campaign);
    const { decideBy } = await posts.postOf(creator, id);
    await own.control.moveOn(169 * hourMs);
    await own.control.social('refuse');
    await work();
    await own.control.social('up');
    expect(await posts.postOf(creator, id)).toMatchObject({ status: 'ON_MODERATION', decideBy });
    await own.control.moveOn(hourMs + 60_000);
    await work();
    expect(await statusOf(id)).toBe('ACCEPTED');
  });

  test('a post waits while a party is suspended', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const { id } = await posts.aPost(creator, campaign);
    await own.control.moveOn(169 * hourMs);
    for (const userId of [advertiser.userId, creator.userId]) {
      await suspend(userId, true);
      await work();
      await suspend(userId, false);
      expect(await statusOf(id)).toBe('ON_MODERATION');
    }
    await own.control.moveOn(25 * hourMs);
    await work();
    expect(await statusOf(id)).toBe('ACCEPTED');
  });
});

test('the moderation window has at least 72 hours left when staff lifts the suspension of a party', async () => {
  const campaign = await campaigns.aRunning(await again());
  const { id } = await posts.aPost(creator, campaign);
  const { decideBy } = await posts.postOf(creator, id);
  for (const userId of [advertiser.userId, creator.userId]) {
    await own.control.moveOn(160 * hourMs);
    const { twin: staff } = await peopleOf(own.stack.baseUrl, own.market).aPerson({ roles: ['STAFF'] });
    for (const suspended of [true, false])
      dataOf(
        await staff.put(`/staff/users/${userId}/suspension`, { suspended, ...(suspended && { reason: 'a test' }) }),
      );
    const { decide_by: until } = await own.market.one('select decide_by from campaign_posts where id = $1', [id]);
    expect(until.getTime() - (await own.control.now()).getTime()).toBeGreaterThan(71.9 * hourMs);
  }
  expect(Date.parse(decideBy)).toBeLessThan((await own.control.now()).getTime());
});

describe('the end of a campaign', () => {
  test('the end accepts public posts in the order of their ids as far as the budget reaches, rejects the others, and pays', async () => {
    const campaign = await campaigns.aRunning(advertiser, fixed);
    const [hidden, first, second] = [
      await posts.aPost(creator, campaign),
      await posts.aPost(creator, campaign),
      await posts.aPost(creator, campaign),
    ];
    await creator.publish(hidden.contentId, { state: 'UNLISTED' });
    await posts.scan();
    const ended = dataOf(await move(await again(), campaign, 'complete'));
    expect(ended).toMatchObject({
      ...{ status: 'COMPLETED', spent: { raw: '600' }, paid: { raw: '600' } },
      posts: { total: 3, accepted: 1, rejected: 2, onModeration: 0 },
    });
    expect(await posts.postOf(creator, hidden.id)).toMatchObject({ status: 'REJECTED', reason: 'CAMPAIGN_ENDED' });
    expect(await posts.postOf(creator, first.id)).toMatchObject({ status: 'ACCEPTED', paid: { raw: '600' } });
    expect(await posts.postOf(creator, second.id)).toMatchObject({ status: 'REJECTED', reason: 'CAMPAIGN_ENDED' });
    expect((await creator.keyed.get('/wallet')).body.data.balance.raw).toBe('6000000');
    const [payout] = (await creator.keyed.get('/wallet/transactions')).body.data;
    expect(payout).toMatchObject({
      ...{ type: 'CAMPAIGN_EARNING', amount: { raw: '6000000' } },
      reference: { type: 'campaign-payout', id: `${campaign.id}:${creator.userId}:1` },
      title: campaign.title,
    });
  });

  test('the end accepts no post whose platform names another account as its publisher by then', async () => {
    const campaign = await campaigns.aRunning(advertiser, fixed);
    const post = await posts.aPost(creator, campaign);
    await own.market.pool.query(`update posts set owner_external_id = 'UCsomebodyelse' where content_id = $1`, [
      post.contentId,
    ]);
    dataOf(await move(await again(), campaign, 'complete'));
    expect(await posts.postOf(creator, post.id)).toMatchObject({ status: 'REJECTED', reason: 'CAMPAIGN_ENDED' });
  });

  test('the service measures no post after the end, and no post earns', async () => {
    const campaign = await campaigns.aRunning(advertiser);
    const post = await posts.aPost(creator, campaign, { views: 1_000 });
    await posts.scan();
    dataOf(await posts.accept(await again(), campaign, post.id));
    dataOf(await move(await again(), campaign, 'cancel'));
    await creator.publish(post.contentId, { views: 90_000 });
    await own.control.moveOn(49 * hourMs);
    await work();
    expect(await posts.postOf(creator, post.id)).toMatchObject({
      views: 1_000,
      earned: { raw: '200' },
      paid: { raw: '200' },
    });
  });
});
