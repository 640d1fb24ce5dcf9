import { afterAll, expect, test } from 'vitest';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { campaignPostsOf } from '../../support/market/campaign-posts.ts';
import { campaignsOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aChannel } from '../../support/market/sellers.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const control = controlOf(shared.controlUrl);
afterAll(() => market.close());

test('each page of a creator makes at most three requests to the database, the one for the session included', async () => {
  const posts = campaignPostsOf({ stack: shared, market, control });
  const campaigns = campaignsOf(baseUrl, market);
  const creator = await posts.aPublisher();
  const campaign = await campaigns.aRunning(await campaigns.anAdvertiser());
  const post = await posts.aPost(creator, campaign);
  const { id } = await aChannel(creator);
  const browser = await signedIn(baseUrl, creator);
  const paths = [
    ...['/cabinet/page', '/cabinet/channels', `/cabinet/channels/${id}/prices`, `/cabinet/channels/${id}/ownership`],
    ...['/cabinet/accounts', `/cabinet/accounts/${creator.accountId}`],
    ...['/cabinet/offers', `/cabinet/offers/${campaign.id}`, '/cabinet/posts', `/cabinet/posts/${post.id}`],
  ];
  const most: Record<string, number> = {};
  for (const path of paths) {
    await control.untilNothingIsDeferred();
    await control.untilQueuesAreEmpty();
    await control.resetCounts();
    expect((await browser.get(path)).status).toBe(200);
    most[path] = (await control.counts()).neon;
  }
  expect(Object.entries(most).filter(([, requests]) => requests > 3)).toEqual([]);
});
