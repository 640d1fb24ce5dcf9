import { beforeEach, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import type { Publisher } from '../../support/market/campaign-posts.ts';
import { dataOf, move } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import type { Person } from '../../support/market/people.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { depth } from '../../support/stack/depth.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

let advertiser: Person;
let creator: Publisher;
beforeEach(async () => {
  advertiser = await campaigns.anAdvertiser();
  creator = await posts.aPublisher();
});

const campaignOf = async ({ id }: { id: number }) => dataOf(await advertiser.keyed.get(`/campaigns/${id}`));
const rounds = depth(4, 40);

test('a withdrawn post does not block the deletion of the account of its creator', async () => {
  const campaign = await campaigns.aRunning(advertiser);
  const { id } = await posts.aPost(creator, campaign);
  const leave = () => creator.api.delete('/me', { body: { confirm: true } });
  expect(refused(await leave(), 'INVALID_STATE').status).toBe('OPEN_POST');
  dataOf(await posts.withdraw(creator, id));
  dataOf(await leave());
});

test('a withdrawn post can be submitted again, as often as a rejected one, and counts in the campaign as rejected', async () => {
  const campaign = await campaigns.aRunning(advertiser);
  const first = await posts.aPost(creator, campaign);
  dataOf(await posts.withdraw(creator, first.id));
  expect(await campaignOf(campaign)).toMatchObject({ posts: { total: 1, onModeration: 0, rejected: 1 } });
  for (let again = 0; again < 3; again++) {
    const { id } = dataOf(await posts.submit(creator, campaign, first.contentId), 201);
    dataOf(await posts.withdraw(creator, id));
  }
  const tooOften = await posts.submit(creator, campaign, first.contentId);
  expect(refused(tooOften, 'INVALID_STATE')).toMatchObject({ status: 'LIMIT_REACHED' });
});

test('a withdrawal with the same key returns the same post and withdraws nothing again', async () => {
  const campaign = await campaigns.aRunning(advertiser);
  const { id, contentId } = await posts.aPost(creator, campaign);
  const key = crypto.randomUUID();
  const send = () => creator.keyed.post(`/posts/${id}/withdraw`, undefined, { key });
  const one = dataOf(await send());
  const later = dataOf(await posts.submit(creator, campaign, contentId), 201);
  expect(dataOf(await send())).toEqual(one);
  expect(await posts.postOf(creator, later.id)).toMatchObject({ status: 'ON_MODERATION' });
});

test('the post of another creator cannot be withdrawn', async () => {
  const campaign = await campaigns.aRunning(advertiser);
  const { id } = await posts.aPost(creator, campaign);
  const other = await posts.aPublisher();
  refused(await posts.withdraw(other, id), 'RESOURCE_NOT_FOUND');
});

/** What can decide about the post at the same time, and the status that it then has. */
const decisions = {
  accept: { send: (campaign, id) => posts.accept(advertiser, campaign, id), status: 'ACCEPTED', reason: null },
  reject: { send: (campaign, id) => posts.reject(advertiser, campaign, id), status: 'REJECTED', reason: 'OTHER' },
  end: { send: (campaign) => move(advertiser, campaign, 'complete'), status: 'ACCEPTED', reason: null },
} satisfies Record<string, Decision>;
interface Decision {
  readonly send: (campaign: { id: number; version: number }, id: number) => Promise<unknown>;
  readonly status: string;
  readonly reason: string | null;
}

test.each(Object.entries(decisions))(
  'a withdrawal and a concurrent decision (%s) have one effect together, and the ledger is sound',
  async (_, { send, status, reason }: Decision) => {
    for (let round = 0; round < rounds; round++) {
      const campaign = await campaigns.aRunning(advertiser, {
        payment: { model: 'FIXED', rewardCents: '600' },
        budgetCents: '1000',
      });
      const { id } = await posts.aPost(creator, campaign);
      const [withdrawal] = await Promise.all([posts.withdraw(creator, id), send(await campaignOf(campaign), id)]);
      const post = await posts.postOf(creator, id);
      if (withdrawal.status === 200)
        expect(post).toMatchObject({ status: 'REJECTED', reason: 'WITHDRAWN', earned: { raw: '0' } });
      else {
        expect(refused(withdrawal, 'INVALID_STATE').status).toBe(status);
        expect(post).toMatchObject({ status, reason });
      }
    }
    await own.market.expectSoundLedger();
  },
);

test('the automatic decision does not accept a withdrawn post', async () => {
  const campaign = await campaigns.aRunning(advertiser);
  const { id } = await posts.aPost(creator, campaign);
  dataOf(await posts.withdraw(creator, id));
  await own.control.moveOn(8 * 86_400_000);
  await own.control.run('scan-undecided-posts');
  await own.control.run('take-due-platform-work');
  expect(await posts.postOf(creator, id)).toMatchObject({ status: 'REJECTED', reason: 'WITHDRAWN' });
});

test('the views of a post that is withdrawn and submitted again count once in the sums of its campaign and creator', async () => {
  const campaign = await campaigns.aRunning(advertiser);
  const first = await posts.aPost(creator, campaign);
  await creator.publish(first.contentId, { views: 1_000 });
  await posts.scan();
  const sums = async () => [
    (await campaignOf(campaign)).totalViews,
    ...(await advertiser.keyed.get(`/campaigns/${campaign.id}/creators`)).body.data.map(
      ({ totalViews }: { totalViews: number }) => totalViews,
    ),
    dataOf(await advertiser.keyed.get(`/analytics/campaigns/${campaign.id}`)).totals.totalViews,
  ];
  expect(await sums()).toEqual([1_000, 1_000, 1_000]);
  dataOf(await posts.withdraw(creator, first.id));
  const again = dataOf(await posts.submit(creator, campaign, first.contentId), 201);
  expect(await sums(), 'the new submission is not measured yet').toEqual([1_000, 1_000, 1_000]);
  await creator.publish(first.contentId, { views: 1_500 });
  await own.control.moveOn(3_600_000);
  await posts.scan();
  expect(await sums()).toEqual([1_500, 1_500, 1_500]);
  dataOf(await posts.withdraw(creator, again.id));
  expect(await sums()).toEqual([1_500, 1_500, 1_500]);
});

test('the views of a post count once after its creator has given up the account, proven it again and submitted the post again', async () => {
  const campaign = await campaigns.aRunning(advertiser);
  const { id, contentId } = await posts.aPost(creator, campaign);
  await posts.scan();
  const totals = async () => {
    const { totals, byPlatform, byCreator } = dataOf(await advertiser.keyed.get(`/analytics/campaigns/${campaign.id}`));
    return {
      ...{ all: totals.totalViews, campaign: (await campaignOf(campaign)).totalViews },
      byPlatform: byPlatform.map(({ totalViews }: { totalViews: number }) => totalViews),
      byCreator: byCreator.map(({ totalViews }: { totalViews: number | null }) => totalViews).sort(),
    };
  };
  const once = { all: 1_000, campaign: 1_000, byPlatform: [1_000] };
  expect(await totals()).toEqual({ ...once, byCreator: [1_000] });
  dataOf(await posts.withdraw(creator, id));
  dataOf(await creator.api.delete(`/social-accounts/${creator.accountId}`));
  const proven = { ...creator, accountId: await provenAgain(creator) };
  await creator.publish(contentId, { views: 1_000 });
  const again = dataOf(await posts.submit(proven, campaign, contentId), 201);
  expect(await totals(), 'the new submission is not measured yet').toEqual({ ...once, byCreator: [1_000, null] });
  await posts.scan();
  expect(await totals()).toEqual({ ...once, byCreator: [1_000, null] });
  dataOf(await posts.withdraw(proven, again.id));
  expect(await totals()).toEqual({ ...once, byCreator: [1_000, null] });
});

/** The id of the account that a creator proves by a code. */
async function provenAgain({ api, handle }: Publisher): Promise<number> {
  const { id, verification } = dataOf(await api.post('/social-accounts', { platform: 'YOUTUBE', handle }), 201);
  await simulatorOf(own.stack.socialUrl).change(handle, { description: verification.code });
  dataOf(await api.post(`/social-accounts/${id}/verification/check`, {}));
  await own.control.untilNothingIsDeferred();
  await own.control.untilQueuesAreEmpty();
  return id;
}
