import { afterAll, beforeAll, expect, test } from 'vitest';
import { shownAt } from '../../support/cabinet/creator-forms.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import type { Visitor } from '../../support/cabinet/visitor.ts';
import { refused } from '../../support/contract/expectations.ts';
import { campaignPostsOf, type Publisher } from '../../support/market/campaign-posts.ts';
import { campaignsOf, dataOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import type { Person } from '../../support/market/people.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const campaigns = campaignsOf(baseUrl, market);
const posts = campaignPostsOf({ stack: shared, market, control: controlOf(shared.controlUrl) });
afterAll(() => market.close());

let advertiser: Person;
let browser: Visitor;
let campaign: { id: number };
let taker: Publisher;
let publisher: Publisher;
beforeAll(async () => {
  advertiser = await campaigns.anAdvertiser();
  browser = await signedIn(baseUrl, advertiser);
  campaign = await campaigns.aRunning(advertiser);
  [taker, publisher] = [await posts.aPublisher(), await posts.aPublisher()];
  for (const creator of [taker, publisher]) dataOf(await posts.take(creator, campaign));
  await posts.aPost(publisher, campaign);
  await posts.aPublisher();
});
const creatorsOf = (query: string) => advertiser.keyed.get(`/campaigns/${campaign.id}/creators${query}`);

test('an advertiser makes a link for a creator who has taken the offer and has no post', async () => {
  const own = `/cabinet/campaigns/${campaign.id}`;
  expect(await shownAt(browser, `${own}/links`)).toContain('without posts yet');
  const { html } = await browser.get(`${own}/creators?withoutPosts=true`);
  const [, address = ''] = /href="([^"]+)#create"/.exec(html) ?? [];
  const made = await browser.submit(address.replaceAll('&amp;', '&'), 'create', {
    destinationUrl: 'https://shop.example/tea',
  });
  expect(made.status).toBe(303);
  const { trackingLinks } = dataOf(await taker.api.get(`/offers/${campaign.id}`));
  expect(trackingLinks).toHaveLength(1);
  expect(await shownAt(await signedIn(baseUrl, taker), `/cabinet/offers/${campaign.id}`)).toContain(
    trackingLinks[0].url,
  );
});

test('the accounts without posts are those of creators who have taken the offer, without any metrics', async () => {
  const { body } = await creatorsOf('?withoutPosts=true');
  expect(body).toMatchObject({
    data: [
      {
        ...{
          socialAccountId: taker.accountId,
          posts: 0,
          acceptedPosts: 0,
          totalViews: null,
          viewsUpdatedAt: null,
          viewDefinitions: [],
        },
        ...{ creatorPublicId: null, earned: { raw: '0' }, engagement: { er: null, saves: null } },
      },
    ],
    nextCursor: null,
  });
  expect((await creatorsOf('')).body.data).toMatchObject([{ socialAccountId: publisher.accountId, posts: 1 }]);
});

test.each([
  ['of a suspended creator', 'update users set suspended_at = now() where id = $1', 'userId'],
  ['that staff has blocked', `update social_accounts set status = 'BLOCKED' where id = $1`, 'accountId'],
] as const)('an account %s is not listed, and gets no link', async (_, change, id) => {
  const other = await posts.aPublisher();
  dataOf(await posts.take(other, campaign));
  const idsOf = async () =>
    (await creatorsOf('?withoutPosts=true')).body.data.map(
      ({ socialAccountId }: { socialAccountId: number }) => socialAccountId,
    );
  expect(await idsOf()).toContain(other.accountId);
  await market.pool.query(change, [other[id]]);
  expect(await idsOf()).not.toContain(other.accountId);
  const link = { destinationUrl: 'https://shop.example/tea', socialAccountId: other.accountId };
  refused(await advertiser.api.post(`/campaigns/${campaign.id}/tracking-links`, link), 'RESOURCE_NOT_FOUND');
  await market.pool.query('delete from campaign_creators where campaign_id = $1 and creator_id = $2', [
    campaign.id,
    other.userId,
  ]);
});

test('the accounts without posts have pages, and a cursor of a creator without the offer is refused', async () => {
  const other = await posts.aPublisher();
  dataOf(await posts.take(other, campaign));
  const first = (await creatorsOf('?withoutPosts=true&limit=1')).body;
  const second = (await creatorsOf(`?withoutPosts=true&limit=1&cursor=${first.nextCursor}`)).body;
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([other.accountId, taker.accountId]);
  expect(second.nextCursor).toBeNull();
  const stranger = await posts.aPublisher();
  refused(await creatorsOf(`?withoutPosts=true&cursor=${stranger.accountId}`), 'INVALID_CURSOR');
  refused(await creatorsOf('?withoutPosts=false'), 'VALIDATION_FAILED');
});

test('the accounts of a campaign of another advertiser are not found', async () => {
  const other = await campaigns.anAdvertiser();
  refused(await other.keyed.get(`/campaigns/${campaign.id}/creators?withoutPosts=true`), 'RESOURCE_NOT_FOUND');
});
