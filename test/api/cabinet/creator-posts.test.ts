import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { plainWords, priced, shownAt } from '../../support/cabinet/creator-forms.ts';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { filled } from '../../support/cabinet/visitor.ts';
import { aContentId, campaignPostsOf } from '../../support/market/campaign-posts.ts';
import { campaignProofsOf } from '../../support/market/campaign-proofs.ts';
import { campaignsOf, dataOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson } from '../../support/market/people.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const stack = { stack: shared, market, control: controlOf(shared.controlUrl) };
const campaigns = campaignsOf(baseUrl, market);
const posts = campaignPostsOf(stack);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const reward = { payment: { model: 'FIXED', rewardCents: '1250' } };
const addressOf = (contentId: string) => `https://www.youtube.com/watch?v=${contentId}`;

test('a creator takes an offer, submits a post once by two clicks, and reads what it has earned', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const creator = await posts.aPublisher();
  const campaign = await campaigns.aRunning(advertiser, { ...reward, title: `Drinks ${randomUUID()}` });
  const browser = await signedIn(baseUrl, creator);
  const wall = await shownAt(browser, '/cabinet/offers');
  expect(wall).toContain(campaign.title);
  expect(wall).toContain(`${priced(campaign.payment.reward)} for each accepted post`);

  const path = `/cabinet/offers/${campaign.id}`;
  const taken = await browser.follow(await browser.submit(path, 'take'));
  expect(plainWords(taken.html)).toContain('You have taken the campaign offer.');
  const contentId = aContentId();
  await creator.publish(contentId, { views: 1_000, likes: 40, comments: 3 });
  const fields = filled(formIn(taken.html, 'submit'), { url: addressOf(contentId) });
  const both = [await browser.post(path, fields), await browser.post(path, fields)];
  const address = both[0]?.headers.get('location') ?? '';
  expect(both.map(({ headers }) => headers.get('location'))).toEqual([address, address]);
  const { data, summary } = (await creator.api.get('/posts')).body;
  expect(summary).toMatchObject({ total: 1, onModeration: 1 });
  expect(address).toBe(`/cabinet/posts/${data[0].id}`);

  dataOf(await posts.accept(advertiser, campaign, data[0].id));
  const { post, data: earnings } = (await creator.api.get(`/posts/${data[0].id}/earnings`)).body;
  const words = await shownAt(browser, address);
  expect(post.paid.raw).toBe('0');
  expect(words).toContain(
    `Earned ${priced(post.earned)} Paid ${priced(post.paid)} To be paid ${priced(post.earned)} once a UTC day`,
  );
  for (const { amount, earnedAfter } of earnings) expect(words).toContain(`${priced(amount)} ${priced(earnedAfter)}`);
  expect(post.earned.raw).toBe('1250');
  expect((await creator.api.get('/wallet')).body.data.pending.posts).toEqual(post.earned);
  expect(await shownAt(browser, '/cabinet/wallet')).toContain(`To be paid for posts ${priced(post.earned)}`);
});

test('the list of posts has the sums of the API, and its filters are those of the API', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const creator = await posts.aPublisher();
  const campaign = await campaigns.aRunning(advertiser, reward);
  const [first, second] = [await posts.aPost(creator, campaign), await posts.aPost(creator, campaign)];
  dataOf(await posts.accept(advertiser, campaign, first.id));
  dataOf(await posts.reject(advertiser, campaign, second.id, { reason: 'OTHER', note: '<b>No & no</b>' }));
  const browser = await signedIn(baseUrl, creator);
  for (const query of ['', '?status=ACCEPTED', '?status=REJECTED&platform=YOUTUBE', '?platform=TIKTOK']) {
    const { data, summary } = (await creator.api.get(`/posts${query}`)).body;
    const words = await shownAt(browser, `/cabinet/posts${query}`);
    expect(words).toContain(
      `Posts ${summary.total} On moderation ${summary.onModeration} Earned ${priced(summary.earned)}`,
    );
    expect(words.match(/YouTube c[0-9a-f]{12}/g) ?? []).toHaveLength(data.length);
  }
  expect((await browser.get('/cabinet/posts?status=&platform=')).status).toBe(200);
  const rejected = await browser.get(`/cabinet/posts/${second.id}`);
  expect(rejected.html).toContain('&lt;b&gt;No &amp; no&lt;/b&gt;');
  expect(plainWords(rejected.html)).toContain('A rejected post earns nothing.');
});

test('an offer at a platform that needs a consent is taken with it', async () => {
  const creator = await posts.aPublisher('TIKTOK', { shareMetrics: false });
  const campaign = await campaigns.aRunning(await campaigns.anAdvertiser(), { ...reward, platforms: ['TIKTOK'] });
  const browser = await signedIn(baseUrl, creator);
  const path = `/cabinet/offers/${campaign.id}`;
  const refused = await browser.submit(path, 'take');
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/id="take-shareMetrics"[^>]*aria-invalid/);
  expect(refused.html).toContain('id="take-shareMetrics-error"');
  const former = { shareMetrics: ['false', 'true'], sharingVersion: '2026-11' };
  const again = await browser.submit(path, 'take', former);
  expect(again.status).toBe(409);
  expect(again.html).not.toMatch(/id="take-shareMetrics"[^>]* checked/);
  expect((await browser.submit(path, 'take', { shareMetrics: ['false', 'true'] })).status).toBe(303);
  const [account] = (await creator.api.get('/social-accounts')).body.data;
  expect(account.socialConnection.sharing).toMatchObject({ version: '2026-12' });
});

test('a refused post shows its form again with the address, and why', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const creator = await posts.aPublisher();
  const campaign = await campaigns.aRunning(advertiser, reward);
  dataOf(await posts.take(creator, campaign));
  const browser = await signedIn(baseUrl, creator);
  const address = addressOf(aContentId());
  const refused = await browser.submit(`/cabinet/offers/${campaign.id}`, 'submit', { url: address });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(`value="${address}"`);
  expect(hasForm(refused.html, 'submit')).toBe(true);
});

test('a screenshot of the views is a file of its post, and only its creator sees it', async () => {
  const scene = await campaignProofsOf(stack).aCampaign();
  const post = await scene.aPost();
  const proof = await post.prover.aProof({ takenAt: new Date(), views: 812 });
  const browser = await signedIn(baseUrl, scene.creator);
  const path = `/cabinet/posts/${post.id}`;
  const page = await browser.get(path);
  expect(plainWords(page.html)).toContain('812 views');
  expect(page.html).toContain(`src="${path}/proofs/${proof.id}"`);
  const image = await browser.get(`${path}/proofs/${proof.id}`);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const other = await signedIn(baseUrl, await aPerson(baseUrl, { roles: ['CREATOR'] }));
  expect((await other.get(`${path}/proofs/${proof.id}`)).status).toBe(404);
});

test('posts of another creator do not exist, nor offers that a creator cannot take, and an advertiser has no such pages', async () => {
  const advertiser = await campaigns.anAdvertiser();
  const creator = await posts.aPublisher();
  const campaign = await campaigns.aRunning(advertiser, reward);
  const post = await posts.aPost(creator, campaign);
  const other = await signedIn(baseUrl, await aPerson(baseUrl, { roles: ['CREATOR'] }));
  for (const path of [`/cabinet/posts/${post.id}`, `/cabinet/offers/${campaign.id}`, '/cabinet/offers/0'])
    expect((await other.get(path)).status).toBe(404);
  expect(await shownAt(other, '/cabinet/offers')).toContain('There are no campaign offers for your accounts now.');
  expect(await shownAt(other, '/cabinet/posts')).toContain('You have submitted no posts.');
  const wrong = await signedIn(baseUrl, advertiser);
  for (const path of ['/cabinet/posts', '/cabinet/offers', `/cabinet/posts/${post.id}`])
    expect((await wrong.get(path)).status).toBe(403);
});
