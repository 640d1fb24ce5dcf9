import { describe, expect, test } from 'vitest';
import type { Publisher } from '../../support/market/campaign-posts.ts';
import { change, dataOf, move } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import type { Person } from '../../support/market/people.ts';

let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ posts, campaigns } = made);
});

const earnedBy = async (creator: Publisher, id: number) => (await posts.postOf(creator, id)).earned.raw;
const campaignOf = async (advertiser: Person, { id }: { id: number }) =>
  dataOf(await advertiser.keyed.get(`/campaigns/${id}`));
const share = async ({ api, accountId }: Publisher, enabled: boolean) =>
  dataOf(await api.put(`/social-accounts/${accountId}/sharing`, { enabled }));

describe('a raised budget', () => {
  /** A campaign whose first post has earned the whole budget of 100 cents. Each of its two posts is worth 1,000. */
  async function exhausted() {
    const advertiser = await campaigns.anAdvertiser();
    const running = await campaigns.aRunning(advertiser, { budgetCents: '100' });
    const creators = [await posts.aPublisher(), await posts.aPublisher()] as const;
    const first = await posts.aPost(creators[0], running, { views: 5_000 });
    const second = await posts.aPost(creators[1], running, { views: 5_000 });
    await posts.scan();
    dataOf(await posts.accept(advertiser, running, first.id));
    const campaign = await campaignOf(advertiser, running);
    expect(campaign).toMatchObject({ pauseReason: 'BUDGET_EXHAUSTED', spent: { raw: '100' } });
    const earned = async () => [await earnedBy(creators[0], first.id), await earnedBy(creators[1], second.id)];
    return { advertiser, campaign, second, earned };
  }

  test('a raised budget pays at once what accepted posts have earned beyond the former one', async () => {
    const { advertiser, campaign, earned } = await exhausted();
    const raised = dataOf(await change(advertiser, campaign, { budgetCents: '10000' }));
    expect(raised).toMatchObject({ status: 'RUNNING', pauseReason: null, spent: { raw: '1000' } });
    expect(await campaignOf(advertiser, raised)).toEqual(raised);
    expect(await earned()).toEqual(['1000', '0']);
    expect(dataOf(await move(advertiser, raised, 'complete')).spent.raw).toBe('2000');
    expect(await earned()).toEqual(['1000', '1000']);
  });

  test('a raised budget that earlier posts exhaust leaves nothing to later ones, and the campaign stays paused', async () => {
    const { advertiser, campaign, second, earned } = await exhausted();
    const raised = dataOf(await change(advertiser, campaign, { budgetCents: '1000' }));
    expect(raised).toMatchObject({ status: 'PAUSED', pauseReason: 'BUDGET_EXHAUSTED', spent: { raw: '1000' } });
    expect(await campaignOf(advertiser, raised)).toEqual(raised);
    dataOf(await posts.accept(advertiser, campaign, second.id));
    await posts.scan();
    expect(await earned()).toEqual(['1000', '0']);
  });
});

describe('a withdrawn consent', () => {
  async function withoutConsent(terms: object) {
    const advertiser = await campaigns.anAdvertiser();
    const campaign = await campaigns.aRunning(advertiser, { platforms: ['TIKTOK'], ...terms });
    const creator = await posts.aPublisher('TIKTOK');
    const { id } = await posts.aPost(creator, campaign, { views: 5_000 });
    return { advertiser, campaign, creator, id };
  }

  test('the end pays for views of accepted posts that the advertiser may see again', async () => {
    const { advertiser, campaign, creator, id } = await withoutConsent({});
    await posts.scan();
    await share(creator, false);
    dataOf(await posts.accept(advertiser, campaign, id));
    await share(creator, true);
    expect((await posts.campaignPostOf(advertiser, campaign, id)).views).toBe(5_000);
    expect(dataOf(await move(advertiser, campaign, 'complete'))).toMatchObject({
      ...{ spent: { raw: '1000' }, paid: { raw: '1000' } },
    });
  });

  test('a reward is earned at the acceptance, because it does not depend on metrics', async () => {
    const terms = { payment: { model: 'FIXED', rewardCents: '500' } };
    const { advertiser, campaign, creator, id } = await withoutConsent(terms);
    await share(creator, false);
    dataOf(await posts.accept(advertiser, campaign, id));
    expect(await earnedBy(creator, id)).toBe('500');
  });
});

describe('more views than any budget pays for', () => {
  const dear = { payment: { model: 'CPM', cpmCents: '99999999999' }, budgetCents: '100000' };
  const most = 9_000_000_000_000_000;

  test('the end pays the budget to the first of three posts whose views are worth more than a bigint holds', async () => {
    const advertiser = await campaigns.anAdvertiser(400_000);
    const campaign = await campaigns.aRunning(advertiser, dear);
    const creator = await posts.aPublisher();
    for (let n = 0; n < 3; n += 1) await posts.aPost(creator, campaign, { views: 50_000_000_000 });
    await posts.scan();
    expect(dataOf(await move(advertiser, campaign, 'complete'))).toMatchObject({
      ...{ status: 'COMPLETED', paid: { raw: '100000' }, posts: { accepted: 1, rejected: 2 } },
    });
  });

  test('a post whose views are worth more than a bigint holds earns the budget, and the scan of other campaigns continues', async () => {
    const [advertiser, other] = [await campaigns.anAdvertiser(400_000), await campaigns.anAdvertiser()];
    const [campaign, usual] = [await campaigns.aRunning(advertiser, dear), await campaigns.aRunning(other)];
    const [creator, neighbour] = [await posts.aPublisher(), await posts.aPublisher()];
    const beside = await posts.aPost(neighbour, usual, { views: 1_000 });
    const post = await posts.aPost(creator, campaign, { views: most });
    dataOf(await posts.accept(advertiser, campaign, post.id));
    dataOf(await posts.accept(other, usual, beside.id));
    await posts.scan();
    expect([await earnedBy(creator, post.id), await earnedBy(neighbour, beside.id)]).toEqual(['100000', '200']);
    const late = await posts.aPost(await posts.aPublisher(), usual, { views: most });
    await posts.scan();
    expect((await posts.accept(other, usual, late.id)).status).toBe(200);
  });

  test('the sum of unbooked earnings of a campaign may exceed a bigint', async () => {
    const advertiser = await campaigns.anAdvertiser(400_000);
    const campaign = await campaigns.aRunning(advertiser, dear);
    const creator = await posts.aPublisher();
    for (let n = 0; n < 2; n += 1) {
      const { id } = await posts.aPost(creator, campaign, { views: 90_000_000_000 });
      dataOf(await posts.accept(advertiser, campaign, id));
    }
    await posts.scan();
    expect((await campaignOf(advertiser, campaign)).spent.raw).toBe('100000');
  });
});

test('a post that was never measured earns nothing, whatever one post can earn at most', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const campaign = await campaigns.aRunning(advertiser, { maxPerPostCents: '300' });
  const { id } = await posts.aPost(await posts.aPublisher(), campaign, { views: 5_000 });
  dataOf(await posts.accept(advertiser, campaign, id));
  await posts.aPost(await posts.aPublisher(), campaign, { views: 5_000 });
  expect(dataOf(await move(advertiser, campaign, 'complete'))).toMatchObject({
    ...{ posts: { accepted: 2 }, spent: { raw: '0' }, paid: { raw: '0' } },
  });
});
