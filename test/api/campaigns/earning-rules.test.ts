import { afterEach, describe, expect, test } from 'vitest';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});
afterEach(() => own.market.expectSoundLedger());

/** A campaign with the posts of one creator, and what they have earned, in cents. */
async function aCampaign(terms: object) {
  const advertiser = await campaigns.anAdvertiser();
  const creator = await posts.aPublisher();
  const campaign = await campaigns.aRunning(advertiser, terms);
  const submit = (views: number) => posts.aPost(creator, campaign, { views });
  const tryToAccept = async ({ id }: { readonly id: number }) => (await posts.accept(advertiser, campaign, id)).status;
  async function anAccepted(views: number) {
    const post = await submit(views);
    await posts.scan();
    expect(await tryToAccept(post)).toBe(200);
    return post;
  }
  const earnedBy = async ({ id }: { readonly id: number }) => Number((await posts.postOf(creator, id)).earned.raw);
  const publish = async ({ contentId }: { readonly contentId: string }, views: number) => {
    await creator.publish(contentId, { views });
    await posts.scan();
  };
  return { id: campaign.id, submit, tryToAccept, anAccepted, earnedBy, publish };
}

describe('a post that is paid by view', () => {
  test('the post earns at most what its campaign pays for one post, in one scan and in several', async () => {
    const { anAccepted, earnedBy, publish } = await aCampaign({ maxPerPostCents: '300' });
    const [slow, fast] = [await anAccepted(1_000), await anAccepted(9_000)];
    expect([await earnedBy(slow), await earnedBy(fast)]).toEqual([200, 300]);
    for (const views of [1_400, 2_000, 50_000]) await publish(slow, views);
    expect(await earnedBy(slow)).toBe(300);
  });

  test('the post loses nothing when its views fall, and earns again from the most views that it has had', async () => {
    const { anAccepted, earnedBy, publish } = await aCampaign({});
    const post = await anAccepted(1_000);
    const earned: number[] = [];
    for (const views of [400, 900, 1_000, 1_500]) {
      await publish(post, views);
      earned.push(await earnedBy(post));
    }
    expect(earned).toEqual([200, 200, 200, 300]);
  });
});

test('a fixed reward is paid whole or not at all, also when two posts are accepted at once', async () => {
  const { id, submit, tryToAccept, earnedBy } = await aCampaign({
    payment: { model: 'FIXED', rewardCents: '4000' },
    budgetCents: '10000',
  });
  const submitted = [await submit(1), await submit(1), await submit(1), await submit(1)];
  await posts.scan();
  const statuses = await Promise.all(submitted.map(tryToAccept));
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect((await Promise.all(submitted.map(earnedBy))).sort()).toEqual([0, 0, 4_000, 4_000]);
  const campaign = await own.market.one('select spent_cents::int as spent from campaigns where id = $1', [id]);
  expect(campaign).toEqual({ spent: 8_000 });
});
