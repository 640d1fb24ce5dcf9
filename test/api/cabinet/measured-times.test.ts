import { describe, expect, test } from 'vitest';
import { dayOf, exactly } from '../../../functions/web/ui/format.ts';
import { shownAt } from '../../support/cabinet/creator-forms.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { worldsOf } from '../../support/factories/worlds.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { type OwnCampaigns, ownCampaigns } from '../../support/market/own-campaigns.ts';
import { signedInAgain } from '../../support/market/people.ts';
import { randomNumbers } from '../../support/random-numbers.ts';

let own: OwnCampaigns['own'];
let posts: OwnCampaigns['posts'];
let campaigns: OwnCampaigns['campaigns'];
ownCampaigns((made) => {
  ({ own, posts, campaigns } = made);
});

const dayMs = 86_400_000;

/** An accepted post with one measurement. */
async function aMeasuredPost() {
  const advertiser = await campaigns.anAdvertiser();
  const creator = await posts.aPublisher('YOUTUBE');
  const campaign = await campaigns.aRunning(advertiser, { platforms: ['YOUTUBE'] });
  const post = await posts.aPost(creator, campaign, { views: 1_200, likes: 30, comments: 6 });
  await posts.scan();
  const again = await signedInAgain(own.stack.baseUrl, advertiser);
  dataOf(await posts.accept(again, campaign, post.id));
  return { advertiser: again, creator: await signedInAgain(own.stack.baseUrl, creator), campaign, post };
}

describe('a figure of a campaign', () => {
  test('shows the time of its measurement to the advertiser and to the creator', async () => {
    const { advertiser, creator, campaign, post } = await aMeasuredPost();
    const { measuredAt, views } = (await advertiser.keyed.get(`/campaigns/${campaign.id}/posts`)).body.data[0];
    const read = dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`));
    expect(read).toMatchObject({ totalViews: views, viewsUpdatedAt: measuredAt });
    const day = dayOf(measuredAt);
    const oldest = `${exactly(views)} Oldest measurement: ${day}`;
    const browser = await signedIn(own.stack.baseUrl, advertiser);
    for (const page of ['', `/${campaign.id}/creators`, `/${campaign.id}`])
      expect(await shownAt(browser, `/cabinet/campaigns${page}`)).toContain(oldest);
    expect(await shownAt(browser, `/cabinet/campaigns/${campaign.id}/creators`)).toContain(
      `3.00 % 1 of 1 accepted video Oldest measurement: ${day}`,
    );
    const publisher = await signedIn(own.stack.baseUrl, creator);
    expect(await shownAt(publisher, '/cabinet/posts')).toContain(`${exactly(views)} Measured ${day}`);
    const shown = await shownAt(publisher, `/cabinet/posts/${post.id}`);
    expect(shown).toContain(`Views ${exactly(views)} Measured ${day}, ${measuredAt.slice(11, 16)} UTC`);
    expect(shown).toMatch(new RegExp(`Earned ${exactly(views)} Measured ${day}`));
  });

  test('has the oldest time of its platforms in the totals', async () => {
    const { advertiser, campaign } = await aMeasuredPost();
    const { viewsUpdatedAt } = dataOf(await advertiser.keyed.get(`/campaigns/${campaign.id}`));
    const at = new Date(Date.parse(viewsUpdatedAt) - dayMs).toISOString();
    const older = 'update campaign_platforms set views_since = $2 where campaign_id = $1';
    await own.market.pool.query(older, [campaign.id, at]);
    const { totals, byPlatform } = dataOf(await advertiser.keyed.get(`/analytics/campaigns/${campaign.id}`));
    expect([totals, byPlatform[0]]).toMatchObject([{ viewsUpdatedAt: at }, { viewsUpdatedAt: at }]);
  });
});

test('the views of a post of a factory show the time of their measurement', async () => {
  const random = randomNumbers().random;
  const world = await worldsOf(own, random).aWorld(await own.control.now());
  const posts = (await world.owner.keyed.get(`/factories/${world.factoryId}/posts`)).body.data;
  const browser = await signedIn(own.stack.baseUrl, world.owner);
  const shown = await shownAt(browser, `/cabinet/factories/${world.factoryId}/posts`);
  const measured = posts.filter(({ metrics }: { metrics: { views: number | null } }) => metrics.views !== null);
  expect(measured.length).toBeGreaterThan(0);
  for (const { metrics } of measured)
    expect(shown).toContain(`${exactly(metrics.views)} Oldest measurement: ${dayOf(metrics.updatedAt)}`);
});
