import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { campaignsOf, dataOf } from '../../support/market/campaigns.ts';
import { aVideo, aVideoId, type Post, postsOf, watchUrl } from '../../support/market/posts.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
let deliveries: ReturnType<typeof postsOf>;
let campaigns: ReturnType<typeof campaignsOf>;
ownMarket((made) => {
  own = made;
  deliveries = postsOf(made.market, made.stack.baseUrl);
  campaigns = campaignsOf(made.stack.baseUrl, made.market);
});
afterEach(() => own.market.expectSoundLedger());

describe('a post is one thing in the whole service', () => {
  let post: Post;
  let campaign: { id: number };
  let accountId: number;
  beforeEach(async () => {
    post = await deliveries.aPost();
    const simulator = simulatorOf(own.stack.socialUrl);
    const { id } = post.work.creator;
    accountId = await sellersOf(own.market).anAccount(id, {
      handle: post.handle,
      externalId: simulator.externalIdOf(post.handle),
    });
    campaign = await campaigns.aRunning(await campaigns.anAdvertiser());
    dataOf(await post.work.creator.api.post(`/offers/${campaign.id}/take`, {}));
  });

  async function film(...ids: readonly string[]): Promise<void> {
    const publishedAt = (await own.control.now()).toISOString();
    await simulatorOf(own.stack.socialUrl).change(post.handle, { posts: ids.map((id) => aVideo(id, { publishedAt })) });
  }
  const submit = (videoId: string) =>
    post.work.creator.api.post('/posts', {
      campaignId: campaign.id,
      socialAccountId: accountId,
      url: watchUrl(videoId),
    });
  const deliver = async (videoId: string) => {
    const { id, creator } = post.work;
    const [{ id: deliverableId, version }] = await deliveries.resultsOf(post.work);
    return creator.api.put(`/placement-assignments/${id}/deliverables/${deliverableId}`, {
      expectedVersion: version,
      url: watchUrl(videoId),
    });
  };

  test('the result of an order cannot be submitted to a campaign until the order is cancelled', async () => {
    await film(post.videoId);
    expect(refused(await submit(post.videoId), 'INVALID_STATE')).toMatchObject({ status: 'POST_EXISTS' });
    const { act, must } = deliveries;
    await must(act(post.work, post.work.advertiser.api, 'request-changes'));
    const { advertiser, creator } = post.work;
    await must(act(post.work, advertiser.api, 'cancel'));
    const { openProposal, version } = (await creator.api.get(`/placement-assignments/${post.work.id}`)).body.data;
    const path = `/placement-assignments/${post.work.id}/change-proposals/${openProposal.id}/accept`;
    await must(creator.api.post(path, { expectedVersion: version }));
    dataOf(await submit(post.videoId), 201);
  });

  test('a post of a campaign cannot be delivered for an order until it is rejected', async () => {
    const videoId = aVideoId();
    await film(videoId);
    const { id } = dataOf(await submit(videoId), 201);
    await deliveries.must(deliveries.act(post.work, post.work.advertiser.api, 'request-changes'));
    refused(await deliver(videoId), 'INVALID_PROOF');
    await own.market.pool.query(`select campaign_reject_by_advertiser($1, 'OTHER', null, now())`, [id]);
    expect((await deliver(videoId)).status).toBe(200);
  });
});
