import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { exactly, priceOf } from '../../../functions/web/ui/format.ts';
import type { CampaignView } from '../../../schema/campaigns/campaign.ts';
import type { Money } from '../../../schema/shared/money.ts';
import { hasForm } from '../../support/cabinet/form-in.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { type Client, clientOf } from '../../support/client.ts';
import { wordsOf } from '../../support/html.ts';
import { campaignPostsOf } from '../../support/market/campaign-posts.ts';
import { marketOf } from '../../support/market/market.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { submitPosts } from '../../support/market/submitted-posts.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const posts = campaignPostsOf({ stack: shared, market, control: controlOf(shared.controlUrl) });
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const typed = {
  title: 'Iced tea <b>now</b>',
  brief: 'Show the can for five seconds.',
  platforms: ['', 'YOUTUBE'],
  'payment.model': 'FIXED',
  'payment.rewardCents': '12.50',
  budgetCents: '100',
  'requirements.hashtags': '#tea #ice',
  'requirements.notes': 'No voice-over.',
};

let api: Client;
let person: Visitor;
beforeAll(async () => {
  const { id } = await market.anAdvertiser({ fundsCents: 100_000 });
  person = await visitorOf(market, baseUrl, id);
  // A new password ends the keys that were there before.
  api = clientOf(baseUrl, await market.aKey(id));
});

const apiOf = async (path: string) => (await api.get(path)).body;
const locationOf = ({ headers }: { readonly headers: Headers }) => headers.get('location') ?? '';

/** As wordsOf gives it. */
const said = (amount: Money) => priceOf(amount).replace(/\s/g, ' ');

/** A draft that was created on the page. */
async function aDraft(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const created = await person.submit('/cabinet/campaigns/new', 'create', { ...typed, ...changes });
  expect(created.status).toBe(303);
  return locationOf(created);
}
const campaignAt = async (path: string): Promise<CampaignView> =>
  (await apiOf(`/campaigns/${path.split('/').at(-1)}`)).data;

async function aSubmittedPost({ id }: { readonly id: number }): Promise<number> {
  const { id: creatorId } = await market.aCreator();
  const accountId = await sellersOf(market).anAccount(creatorId, { platform: 'YOUTUBE' });
  const [post = 0] = await submitPosts(market, { campaignId: id, creatorId, accountId });
  return post;
}

describe('the pages of campaigns', () => {
  test('an advertiser creates and starts a campaign, a creator submits a post, and the advertiser accepts it', async () => {
    const path = await aDraft();
    const draft = await campaignAt(path);
    expect(draft).toMatchObject({
      ...{ status: 'DRAFT', budget: { raw: '10000' }, payment: { model: 'FIXED', reward: { raw: '1250' } } },
      requirements: { hashtags: ['#tea', '#ice'], notes: 'No voice-over.' },
    });
    expect(wordsOf((await person.get(path)).html)).toContain('and reserve 100.00 USD?');
    const started = await person.follow(await person.submit(path, 'start'));
    expect(wordsOf(started.html)).toContain('The campaign is running.');

    const creator = await posts.aPublisher();
    const post = await posts.aPost(creator, draft);
    const queue = `${path}/posts?status=ON_MODERATION`;
    const accepted = await person.follow(await person.submit(queue, 'accept', {}, String(post.id)));
    expect(wordsOf(accepted.html)).toContain('The post is accepted.');
    expect((await apiOf(`/campaigns/${draft.id}/posts`)).data[0]).toMatchObject({
      ...{ id: post.id, status: 'ACCEPTED', earned: { raw: '1250' } },
    });
    const shown = wordsOf((await person.get(`${path}/posts/${post.id}`)).html);
    expect(shown).toContain('12.50 USD');
  });

  test('a rejected post shows the reason and the note to the advertiser', async () => {
    const path = await aDraft();
    await person.submit(path, 'start');
    const id = await aSubmittedPost(await campaignAt(path));
    const rejected = await person.submit(
      `${path}/posts`,
      'reject',
      { reason: 'CRITERIA_NOT_MET', note: 'No <i>can</i>.' },
      String(id),
    );
    const { html } = await person.follow(rejected);
    expect(html).toContain('No &lt;i&gt;can&lt;/i&gt;.');
    expect(wordsOf(html)).toContain('Requirements not met');
  });

  test('the figures of a campaign equal those of the API', async () => {
    const path = await aDraft();
    await person.submit(path, 'start');
    const campaign = await campaignAt(path);
    await aSubmittedPost(campaign);
    await person.submit(`${path}/posts`, 'accept', {}, String(await aSubmittedPost(campaign)));
    const [{ data }, page] = await Promise.all([apiOf(`/analytics/campaigns/${campaign.id}`), person.get(path)]);
    const shown = wordsOf(page.html);
    const { totals } = data;
    for (const amount of [totals.spent, totals.budget, totals.paid]) expect(shown).toContain(said(amount));
    expect(shown).toContain(`${exactly(totals.posts.onModeration)} to decide`);
    expect(shown).toContain(`Measured 0 of ${totals.posts.accepted} accepted video`);
    expect(shown).toContain('YouTube 2 1 accepted');
    expect(shown).toContain('– No post has known views yet.');
    const end = `Budget ${said(totals.budget)} Spent so far ${said(totals.spent)} To be paid to creators now, at least 12.50 USD Refunded to you, at most 87.50 USD 1 post waits`;
    expect(shown.split(end)).toHaveLength(3);
    expect(shown).toContain('– No accepted video has views, likes and comments in one measurement.');
    expect(page.html.length).toBeLessThan(60_000);
  });

  test('the list shows each campaign with its status, budget, spend and views', async () => {
    await aDraft({ title: 'Winter tea' });
    const { data } = await apiOf('/campaigns');
    const shown = wordsOf((await person.get('/cabinet/campaigns')).html);
    for (const { title, budget, spent } of data as CampaignView[]) {
      expect(shown).toContain(title);
      expect(shown).toContain(said(budget));
      expect(shown).toContain(said(spent));
    }
    expect(wordsOf((await person.get('/cabinet/campaigns?status=CANCELLED')).html)).toContain(
      'No campaign has this status.',
    );
  });
});

describe('a form of a campaign', () => {
  test('a refused form shows what was typed and the issue at its field', async () => {
    const refused = await person.submit('/cabinet/campaigns/new', 'create', { ...typed, budgetCents: 'much' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('value="much"');
    expect(refused.html).toContain('id="create-budgetCents-error"');
    expect(refused.html).toContain('Show the can for five seconds.');
  });

  test('a form that is paid by post ignores what was typed into the fields of payment by view', async () => {
    const hidden = { 'payment.cpmCents': 'much', maxPerPostCents: '5' };
    const path = await aDraft({ 'payment.model': 'FIXED', 'payment.rewardCents': '25', ...hidden });
    expect(await campaignAt(path)).toMatchObject({ payment: { reward: { raw: '2500' } }, maxPerPost: null });
  });

  test('a stale version shows the form again with what was typed, and changes nothing', async () => {
    const path = await aDraft();
    const before = await campaignAt(path);
    const stale = await person.submit(`${path}/edit`, 'update', { title: 'Another title', expectedVersion: '99' });
    expect(stale.status).toBe(409);
    expect(stale.html).toContain('value="Another title"');
    expect(await campaignAt(path)).toEqual(before);
  });

  test('an edited draft keeps what was not changed, and loses what was emptied', async () => {
    const path = await aDraft({ 'requirements.minSeconds': '20' });
    const edited = await person.submit(`${path}/edit`, 'update', {
      'payment.model': 'CPM',
      'payment.cpmCents': '2',
      maxPerPostCents: '50',
      'requirements.minSeconds': '',
    });
    expect(edited.status).toBe(303);
    const campaign = await campaignAt(path);
    expect(campaign).toMatchObject({ payment: { cpm: { raw: '200' } }, maxPerPost: { raw: '5000' } });
    expect(campaign.requirements).toEqual({
      hashtags: ['#tea', '#ice'],
      mentions: [],
      languages: [],
      notes: 'No voice-over.',
    });
  });

  test('a start that is sent twice reserves the budget once', async () => {
    const path = await aDraft();
    const { html } = await person.get(path);
    const key = /value="start"[^>]*>\s*<input[^>]*name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const fields = [
      ['form', 'start'],
      ['idempotencyKey', key],
      ['expectedVersion', '1'],
    ] as const;
    const statuses = [await person.post(path, fields), await person.post(path, fields)].map(({ status }) => status);
    expect(statuses).toEqual([303, 303]);
    expect((await campaignAt(path)).status).toBe('RUNNING');
  });

  test('a budget above the balance is refused beside the confirmation, and the draft remains', async () => {
    const poor = await market.anAdvertiser();
    const visitor = await visitorOf(market, baseUrl, poor.id);
    const path = locationOf(await visitor.submit('/cabinet/campaigns/new', 'create', typed));
    const refused = await visitor.submit(path, 'start');
    expect(refused.status).toBe(409);
    expect(refused.html).toMatch(/<details class="confirm do" open/);
    expect(hasForm(refused.html, 'start')).toBe(true);
  });
});

describe('the tracking links of a campaign', () => {
  test('a link is created, counted as in the API, and drawn as a QR code', async () => {
    const path = await aDraft();
    const created = await person.follow(
      await person.submit(`${path}/links`, 'create', { destinationUrl: 'https://shop.example/tea', label: 'Bio' }),
    );
    const { data } = await apiOf(`${path.replace('/cabinet', '')}/tracking-links`);
    expect(created.html).toContain(data[0].url);
    const qr = await person.get(`${path}/links/${data[0].id}/qr`);
    expect(qr.headers.get('content-type')).toContain('image/svg+xml');
  });
});

describe('a campaign of another advertiser', () => {
  test.each(['', '/edit', '/posts', '/posts/1', '/creators', '/links', '/links/1/qr', '/proofs.zip'])(
    'a foreign campaign is not found at %s',
    async (rest) => {
      const path = await aDraft();
      const other = await visitorOf(market, baseUrl, (await market.anAdvertiser()).id);
      expect((await other.get(`${path}${rest}`)).status).toBe(404);
    },
  );

  test('a foreign campaign is not started', async () => {
    const path = await aDraft();
    const other = await visitorOf(market, baseUrl, (await market.anAdvertiser()).id);
    const refused = await other.post(path, [
      ['form', 'start'],
      ['idempotencyKey', randomUUID()],
      ['expectedVersion', '1'],
    ]);
    expect(refused.status).toBe(404);
    expect((await campaignAt(path)).status).toBe('DRAFT');
  });

  test('a creator is refused', async () => {
    const creator = await visitorOf(market, baseUrl, (await market.aCreator()).id);
    expect((await creator.get('/cabinet/campaigns')).status).toBe(403);
  });
});
