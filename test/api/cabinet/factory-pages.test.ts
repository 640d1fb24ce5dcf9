import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { exactly } from '../../../functions/web/ui/format.ts';
import type { FactoryView } from '../../../schema/factories/factory.ts';
import { type Visitor, visitorAt, visitorOf } from '../../support/cabinet/visitor.ts';
import { type FactoryWorld, worldsOf } from '../../support/factories/worlds.ts';
import { wordsOf } from '../../support/html.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { anAddress } from '../../support/market/share-links.ts';
import { randomNumbers } from '../../support/random-numbers.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

/** A browser in which this person has signed in with the password of the sign-up. */
async function signedIn({ email, password }: Person): Promise<Visitor> {
  const visitor = visitorAt(baseUrl);
  const { status } = await visitor.post('/sign-in', [
    ['email', email],
    ['password', password],
  ]);
  expect(status).toBe(303);
  return visitor;
}

let world: FactoryWorld;
let agency: Person;
let visitor: Visitor;
let own: string;
beforeAll(async () => {
  world = await worldsOf({ stack: shared, market }, randomNumbers().random).aWorld(new Date());
  agency = world.owner;
  visitor = await signedIn(agency);
  own = `/cabinet/factories/${world.factoryId}`;
});
const apiOf = async (path: string) => dataOf(await agency.keyed.get(path));
const factoryAt = async (path: string): Promise<FactoryView> =>
  (await apiOf(`/factories/${path.split('/')[3]}/settings`)).factory;
const locationOf = ({ headers }: { readonly headers: Headers }) => headers.get('location') ?? '';
const aFactory = async (name = 'Ice') =>
  locationOf(await visitor.submit('/cabinet/factories', 'create', { name })).replace(/\/accounts$/, '');
/** The text of the report from its summary on, without what differs between a page for its owner and one for readers. */
const reportIn = (html: string) =>
  wordsOf(/id="summary"[\s\S]*?(?=<details class="as-api"|<\/main>)/.exec(html)?.[0] ?? '').replaceAll(
    'Download CSV ',
    '',
  );

describe('the pages of a factory', () => {
  test('an agency creates a factory, shares a report with hidden fields, and the preview hides the same', async () => {
    const created = await visitor.submit('/cabinet/factories', 'create', {
      name: 'Drinks <i>now</i>',
      intervalHours: '4',
    });
    const path = locationOf(created).replace('/accounts', '');
    expect(await factoryAt(path)).toMatchObject({ name: 'Drinks <i>now</i>', intervalHours: 4, trackingDays: 30 });
    expect((await visitor.follow(created)).html).toContain('Drinks &lt;i&gt;now&lt;/i&gt;');

    const hidden = ['', 'views', 'lastScanned'];
    const shown = await visitor.submit(`${own}/share-links`, 'create', { label: 'For Ada', hiddenFields: hidden });
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const sharePath = /\/reports\/[\w-]{43}/.exec(shown.html)?.[0] ?? '';
    const list = await visitor.get(`${own}/share-links`);
    expect(list.html).not.toContain(sharePath);
    expect(list.html).toMatch(/\/preview\/views,lastScanned"[\s\S]*cannot show the address again/);

    const reader = await fetch(baseUrl + sharePath, { headers: { 'cf-connecting-ip': anAddress() } });
    const preview = await visitor.get(`${own}/preview/views,lastScanned`);
    expect(preview.status).toBe(200);
    expect(reportIn(preview.html)).toBe(reportIn(await reader.text()));
    expect(reportIn(preview.html)).not.toContain('Average views');
  });

  test('the figures of the dashboard equal those of the API', async () => {
    const { html } = await visitor.get(own);
    const shown = wordsOf(html);
    const [summary, posts] = [
      await apiOf(`/factories/${world.factoryId}/summary`),
      await apiOf(`/factories/${world.factoryId}/posts`),
    ];
    for (const value of [summary.publications, summary.views, summary.reactions, summary.totals.saves])
      expect(shown).toContain(value === null ? 'No post has a known value yet.' : exactly(value));
    const { measuredPosts, totalPosts } = summary.totals.erCoverage;
    expect(shown).toContain(`Measured ${measuredPosts} of ${totalPosts}`);
    for (const { metrics } of posts) if (metrics.views !== null) expect(shown).toContain(exactly(metrics.views));
    expect(html.length).toBeLessThan(60_000);
  });

  test('the list shows the aggregates of each factory', async () => {
    const shown = wordsOf((await visitor.get('/cabinet/factories')).html);
    const factories: FactoryView[] = await apiOf('/factories');
    for (const { name, accounts, posts, views } of factories) {
      expect(shown).toContain(name);
      for (const value of [accounts, posts]) expect(shown).toContain(exactly(value));
      expect(shown).toContain(views === null ? '– not measured' : exactly(views));
    }
  });

  test.each(['posts', 'accounts'])('the file of %s equals that of the API', async (list) => {
    const file = await visitor.get(`${own}/${list}.csv?platform=YOUTUBE`);
    const { text } = await agency.keyed.get(`/factories/${world.factoryId}/${list}/export?platform=YOUTUBE`);
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.html).toBe(text);
  });

  test('a filter with a mistake is named, and the page shows the rest', async () => {
    const { html } = await visitor.get(`${own}?search=x&accountSort=-likes`);
    expect(html).toContain('Use 2 to 100 characters.');
    expect(html).toContain('aria-sort="descending"');
  });
});

describe('the forms of a factory', () => {
  test('an account is added by its address alone, which names its platform', async () => {
    const path = await aFactory();
    const added = (values: Record<string, string>) =>
      visitor.submit(`${path}/accounts`, 'add', { platform: '', handle: '', url: '', ...values });
    expect((await added({ url: 'https://www.youtube.com/@icedtea' })).status).toBe(303);
    expect(await apiOf(`/factories/${path.split('/')[3]}/accounts`)).toMatchObject([
      { platform: 'YOUTUBE', handle: 'icedtea' },
    ]);
    expect(wordsOf((await added({ url: 'https://shop.example/@icedtea' })).html)).toContain(
      'Address: is not the address of an account on “Twitch”, “Kick”',
    );
  });

  test('an account is added by its name, gets tags, and is removed', async () => {
    const path = await aFactory();
    await visitor.submit(`${path}/tags`, 'tag', { name: 'Street & style' });
    const { tags } = await apiOf(`/factories/${path.split('/')[3]}/settings`);
    const tag = tags.find(({ name }: { name: string }) => name === 'Street & style');
    expect(
      (await visitor.submit(`${path}/accounts`, 'add', { platform: 'YOUTUBE', handle: '@icedtea', url: '' })).status,
    ).toBe(303);
    const [account] = await apiOf(`/factories/${path.split('/')[3]}/accounts`);
    const tagged = await visitor.follow(
      await visitor.submit(`${path}/accounts/${account.id}`, 'tags', { tagIds: ['', String(tag.id)] }),
    );
    expect(tagged.status).toBe(200);
    expect((await visitor.get(`${path}/accounts`)).html).toContain('Street &amp; style');
    await visitor.submit(`${path}/accounts`, 'remove', {}, String(account.id));
    expect(await apiOf(`/factories/${path.split('/')[3]}/accounts`)).toEqual([]);
  });

  test('a tag group is created, changed and deleted', async () => {
    const path = await aFactory();
    await visitor.submit(`${path}/tags`, 'group', { name: 'Fashion', tagIds: ['', String(world.tagIds[0])] });
    const groups = async () => (await apiOf(`/factories/${path.split('/')[3]}/settings`)).tagGroups;
    const [{ id }] = await groups();
    await visitor.submit(`${path}/tags`, 'replaceGroup', { name: 'Sports', tagIds: [''] }, String(id));
    expect(await groups()).toEqual([{ id, name: 'Sports', tags: [] }]);
    await visitor.submit(`${path}/tags`, 'deleteGroup', {}, String(id));
    expect(await groups()).toEqual([]);
  });

  test('the settings are saved, and a stale version shows the form again with what was typed', async () => {
    const path = await aFactory();
    await visitor.submit(`${path}/settings`, 'update', { intervalHours: '12', hiddenFields: ['', 'saves'] });
    expect(await factoryAt(path)).toMatchObject({ version: 2, intervalHours: 12, hiddenFields: ['saves'] });
    const stale = await visitor.submit(`${path}/settings`, 'update', { name: 'Stale', expectedVersion: '1' });
    expect(stale.status).toBe(409);
    expect(stale.html).toContain('value="Stale"');
    expect((await factoryAt(path)).name).toBe('Ice');
  });

  test('a factory is paused, and deleted after a confirmation', async () => {
    const path = await aFactory('Short-lived');
    await visitor.submit(`${path}/settings`, 'status');
    expect(await factoryAt(path)).toMatchObject({ status: 'PAUSED', pauseReason: 'MANUAL' });
    expect(locationOf(await visitor.submit(`${path}/settings`, 'delete'))).toBe('/cabinet/factories');
    expect((await visitor.get(path)).status).toBe(404);
  });

  test('an unknown post is refused with what was typed', async () => {
    const refused = await visitor.submit(`${await aFactory()}/posts`, 'add', { url: 'https://example.com/nothing' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('value="https://example.com/nothing"');
  });

  test('a deleted share link leaves the list', async () => {
    const path = await aFactory();
    await visitor.submit(`${path}/share-links`, 'create', { label: 'Old' });
    const [{ id }] = await apiOf(`/factories/${path.split('/')[3]}/share-links`);
    await visitor.submit(`${path}/share-links`, 'delete', {}, id);
    expect(await apiOf(`/factories/${path.split('/')[3]}/share-links`)).toEqual([]);
  });
});

describe('credits', () => {
  const page = '/cabinet/factories/credits/purchase?credits=5000';

  test('a purchase shows its price, is paid once for two sends, and its balance equals the API', async () => {
    const person = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
    await market.deposit(person.userId, 1_000);
    const buyer = await signedIn(person);
    const { html } = await buyer.get(page);
    expect(wordsOf(html).replaceAll('\u00a0', ' ')).toContain('You pay 5.00 USDT');
    const key = /name="idempotencyKey" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const fields = [
      ['form', 'purchase'],
      ['idempotencyKey', key],
      ['credits', '5000'],
      ['priceRaw', '5000000'],
    ] as const;
    const sent = [await buyer.post(page, fields), await buyer.post(page, fields)];
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(dataOf(await person.keyed.get('/factories/credits')).balance).toBe(5_000);
    expect(wordsOf((await buyer.get('/cabinet/factories/credits')).html)).toContain('Credits 5,000');
  });

  test('a purchase needs the balance, and a stale price is refused with the present one in place', async () => {
    expect(wordsOf((await visitor.get(page)).html)).toContain('You need 5.00 USDT more. Deposit funds');
    await market.deposit(agency.userId, 1_000);
    const refused = await visitor.submit(page, 'purchase', { priceRaw: '1' });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('name="priceRaw" value="5000000"');
  });

  test('the forecast of the pages equals that of the API', async () => {
    const [all, one] = [await apiOf('/factories/credits'), await apiOf(`/factories/${world.factoryId}/credits`)];
    for (const [path, { balance, scansPerDay, daysLeft }] of [
      ['/cabinet/factories/credits', all],
      [`${own}/credits`, one],
    ]) {
      const shown = wordsOf((await visitor.get(path)).html);
      for (const value of [balance, scansPerDay]) expect(shown).toContain(exactly(value));
      expect(shown).toContain(daysLeft === null ? '– ' : `${exactly(daysLeft)} day`);
    }
  });
});

test.each([
  '',
  '/accounts',
  '/posts',
  '/tags',
  '/share-links',
  '/credits',
  '/settings',
  '/preview/nothing',
  '/posts.csv',
])('a factory of another person is not found at %s', async (rest) => {
  const other = await visitorOf(market, baseUrl, (await market.anAdvertiser()).id);
  expect((await other.get(`${own}${rest}`)).status).toBe(404);
});
