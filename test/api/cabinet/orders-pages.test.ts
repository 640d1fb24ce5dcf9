import { afterAll, expect, test } from 'vitest';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { keyedVisitor } from '../../support/cabinet/keyed-visitor.ts';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { anOffer } from '../../support/contract/order-cases.ts';
import { wordsOf } from '../../support/html.ts';
import { type Advertiser, anItem, created, type Listing, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

interface Buyer {
  readonly advertiser: Advertiser;
  readonly visitor: Visitor;
}

async function aBuyer(fundsCents = 1_000_000): Promise<Buyer> {
  const { id } = await market.anAdvertiser({ fundsCents });
  const { visitor, apiKey, api } = await keyedVisitor(market, baseUrl, id);
  return { advertiser: { id, apiKey, api }, visitor };
}

const newPath = ({ id, creator }: Listing) => `/cabinet/orders/new?creator=${creator.publicId}&service=${id}`;

async function aDraftPage({ visitor }: Buyer, listing: Listing, values = {}): Promise<string> {
  const created = await visitor.submit(newPath(listing), 'create', {
    'items.0.brief': 'Show the product.',
    'items.0.rights': 'months: 6\nterritory: EU',
    ...values,
  });
  expect({ status: created.status, html: created.status === 303 ? '' : wordsOf(created.html) }).toEqual({
    status: 303,
    html: '',
  });
  return created.headers.get('location') ?? '';
}

test('an advertiser drafts an order from the page of a creator, quotes it and confirms it', async () => {
  const buyer = await aBuyer();
  const { visitor, advertiser } = buyer;
  const listing = await market.aListing();
  const path = await aDraftPage(buyer, listing);
  await visitor.submit(path, 'quote');
  const api = (await advertiser.api.get(path.replace('/cabinet/orders', '/placement-orders'))).body.data;
  expect(api.items[0]).toMatchObject({ rights: { months: 6, territory: 'EU' }, serviceListingId: listing.id });
  const quoted = wordsOf((await visitor.get(path)).html);
  expect(quoted).toContain('105.00 USDT');
  expect(quoted).toContain('available balance is 10,000.00 USDT');
  const confirmed = await visitor.follow(await visitor.submit(path, 'checkout'));
  expect(wordsOf(confirmed.html)).toContain('The order is confirmed');
  expect(confirmed.html).toMatch(/\/cabinet\/work\/\d+/);
  const { data } = (await advertiser.api.get('/wallet')).body;
  expect(data.reserved.raw).toBe('105000000');
  await market.expectSoundLedger();
});

test('the list of orders shows the totals, titles and names of the API', async () => {
  const { visitor, advertiser } = await aBuyer();
  const listing = await market.aListing({ cents: 12_345 });
  const quoted = await market.aQuote(advertiser, listing);
  created(await market.checkOut(advertiser, quoted));
  await market.aDraft(advertiser, listing);
  const words = wordsOf((await visitor.get('/cabinet/orders')).html);
  for (const text of [`Order ${quoted.orderId}`, 'A mention', 'A creator', '129.6225 USDT', 'no quote yet'])
    expect(words).toContain(text);
  const drafts = wordsOf((await visitor.get('/cabinet/orders?status=DRAFT')).html);
  expect(drafts).not.toContain('129.6225');
});

test('a package of five needs five dates, which the page shows without script', async () => {
  const buyer = await aBuyer();
  const { visitor, advertiser } = buyer;
  const listing = await market.aListing();
  const chosen = `${listing.id}:5:1000`;
  const shown = await visitor.submit(newPath(listing), 'create', {
    'items.0.quantity': chosen,
    'items.0.brief': 'Kept while the dates change.',
    rows: 'show:items',
  });
  expect(shown.status).toBe(200);
  expect(shown.html.match(/name="items\.0\.results\.\d\.expectedAt"/g)).toHaveLength(5);
  expect(shown.html).toContain('Kept while the dates change.');
  const dates = Object.fromEntries(
    [5, 6, 7, 8, 9].map((day, index) => [`items.0.results.${index}.expectedAt`, `2099-01-0${day}T10:00`]),
  );
  const path = await aDraftPage(buyer, listing, {
    'items.0.quantity': chosen,
    'items.0.dueAt': '2099-02-01T10:00',
    ...dates,
  });
  const { items } = (await advertiser.api.get(path.replace('/cabinet/orders', '/placement-orders'))).body.data;
  expect(items[0]).toMatchObject({ quantity: 5, discountBps: 1_000, results: { length: 5 } });
});

test('a draft takes services of several creators', async () => {
  const buyer = await aBuyer();
  const { visitor, advertiser } = buyer;
  const [first, second] = [await market.aListing(), await market.aListing()];
  const path = await aDraftPage(buyer, first);
  const { creator, id } = second;
  const edit = `${path}/edit?creator=${creator.publicId}&service=${id}`;
  const saved = await visitor.submit(edit, 'update', { 'items.1.brief': 'The second one.' });
  expect(saved.status).toBe(303);
  const { items } = (await advertiser.api.get(path.replace('/cabinet/orders', '/placement-orders'))).body.data;
  expect(items.map(({ serviceListingId }: { serviceListingId: number }) => serviceListingId)).toEqual([first.id, id]);
  expect(items[0].rights).toEqual({ months: 6, territory: 'EU' });
});

test('a draft that is opened from the page of another creator has a row for a service of that creator', async () => {
  const buyer = await aBuyer();
  const [first, { creator, id }] = [await market.aListing(), await market.aListing()];
  const path = await aDraftPage(buyer, first);
  const edit = `${path}/edit?creator=${creator.publicId}`;
  const { html } = await buyer.visitor.get(edit);
  expect(wordsOf(html)).toContain('The last service below is one of');
  expect(html).toContain('Service 2');
  const saved = await buyer.visitor.submit(edit, 'update', { 'items.1.brief': 'The second one.' });
  expect(saved.status).toBe(303);
  const { items } = (await buyer.advertiser.api.get(path.replace('/cabinet/orders', '/placement-orders'))).body.data;
  expect(items.map(({ serviceListingId }: { serviceListingId: number }) => serviceListingId)).toEqual([first.id, id]);
});

test('the editor proposes new dates for a draft whose dates have passed', async () => {
  const buyer = await aBuyer();
  const path = await aDraftPage(buyer, await market.aListing());
  const past = '2026-01-01T00:00:00.000Z';
  await market.pool.query('update order_items set due_at = $2, results = $3 where order_id = $1', [
    ...[path.split('/').at(-1), past, JSON.stringify([{ expectedAt: past }])],
  ]);
  const { html } = await buyer.visitor.get(`${path}/edit`);
  expect(html).not.toContain('2026-01-01T00:00');
  expect(html.match(/<input[^>]* type="datetime-local"[^>]* min="\d{4}-/g)).toHaveLength(2);
  expect((await buyer.visitor.submit(`${path}/edit`, 'update')).status).toBe(303);
});

test('an edit of an order that has changed meanwhile shows what was typed', async () => {
  const buyer = await aBuyer();
  const { visitor, advertiser } = buyer;
  const listing = await market.aListing();
  const path = await aDraftPage(buyer, listing);
  const order = path.replace('/cabinet/orders', '/placement-orders');
  const items = [anItem(listing, { brief: 'Another tab.' })];
  expect((await advertiser.api.patch(order, { expectedVersion: 1, items })).status).toBe(200);
  const stale = await visitor.submit(`${path}/edit`, 'update', {
    expectedVersion: '1',
    'items.0.brief': 'Typed here.',
  });
  expect(stale.status).toBe(409);
  expect(stale.html).toContain('Typed here.');
  expect((await advertiser.api.get(order)).body.data.items[0].brief).toBe('Another tab.');
});

test('a confirmation that is sent twice reserves the total once', async () => {
  const { visitor, advertiser } = await aBuyer();
  const quoted = await market.aQuote(advertiser, await market.aListing());
  const path = `/cabinet/orders/${quoted.orderId}`;
  const { html } = await visitor.get(path);
  const fields = formIn(html, 'checkout');
  const answers = await Promise.all([visitor.post(path, fields), visitor.post(path, fields)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect((await advertiser.api.get('/wallet/transactions')).body.data).toHaveLength(2);
  await market.expectSoundLedger();
});

test('a confirmation without funds shows what is missing, and changes nothing', async () => {
  const { visitor, advertiser } = await aBuyer(100);
  const quoted = await market.aQuote(advertiser, await market.aListing());
  const path = `/cabinet/orders/${quoted.orderId}`;
  const refused = await visitor.submit(path, 'checkout');
  expect(refused.status).toBe(409);
  expect(wordsOf(refused.html)).toContain('You need 104.00 USDT more.');
  await market.expectSoundLedger();
});

test('a price that has changed since the quote offers a new quote in place', async () => {
  const { visitor, advertiser } = await aBuyer();
  const listing = await market.aListing();
  const quoted = await market.aQuote(advertiser, listing);
  const path = `/cabinet/orders/${quoted.orderId}`;
  const { html } = await visitor.get(path);
  await market.pool.query(
    'update service_listings set base_price = base_price * 2, version = version + 1 where id = $1',
    [listing.id],
  );
  await market.refresh(listing.creator.id);
  const refused = await visitor.post(path, formIn(html, 'checkout'));
  expect(refused.status).toBe(409);
  expect({ quote: hasForm(refused.html, 'quote'), checkout: hasForm(refused.html, 'checkout') }).toEqual({
    quote: true,
    checkout: false,
  });
  await visitor.submit(path, 'quote');
  expect(wordsOf((await visitor.get(path)).html)).toContain('210.00 USDT');
  expect((await visitor.submit(path, 'checkout')).status).toBe(303);
  await market.expectSoundLedger();
});

test('an advertiser quotes a custom offer, sees its amounts and confirms it once', async () => {
  const { visitor, advertiser } = await aBuyer();
  const { creator } = await market.aListing();
  const quoted = await visitor.submit(`/cabinet/orders/custom?creator=${creator.publicId}`, 'quote', {
    brief: 'Three clips.',
    priceCents: '12.50',
    'results.0.description': 'One clip.',
  });
  expect({ status: quoted.status, html: quoted.status === 303 ? '' : wordsOf(quoted.html) }).toEqual({
    status: 303,
    html: '',
  });
  const path = quoted.headers.get('location') ?? '';
  const { html } = await visitor.get(path);
  expect(wordsOf(html)).toContain('13.125 USDT');
  const again = await visitor.submit(path, 'quote');
  expect(again.status).toBe(303);
  const fields = formIn(html, 'confirm');
  const answers = await Promise.all([visitor.post(path, fields), visitor.post(path, fields)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect((await advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('13125000');
  expect(wordsOf((await visitor.get(path)).html)).toContain('Confirmed');
  await market.expectSoundLedger();
});

test('a quoted offer of another advertiser is not found, and reads as its terms for its own', async () => {
  const [{ advertiser }, other] = [await aBuyer(), await aBuyer()];
  const { creator } = await market.aListing();
  const offer = anOffer(creator.publicId);
  const { quoteId } = created(await advertiser.api.post('/placement-offers/quote', offer)).body.data;
  const { data } = (await advertiser.api.get(`/placement-offers/${quoteId}`)).body;
  expect(data).toMatchObject({
    status: 'ACTIVE',
    orderId: null,
    quote: { quoteId },
    terms: { creatorName: 'A creator', priceCents: offer.priceCents, brief: offer.brief },
  });
  expect((await other.advertiser.api.get(`/placement-offers/${quoteId}`)).status).toBe(404);
  expect((await other.visitor.get(`/cabinet/orders/custom/${quoteId}`)).status).toBe(404);
});

test('an order of another advertiser is not found, and a creator has no orders', async () => {
  const [{ advertiser }, other] = [await aBuyer(), await aBuyer()];
  const { orderId } = await market.aQuote(advertiser, await market.aListing());
  for (const path of [`/cabinet/orders/${orderId}`, `/cabinet/orders/${orderId}/edit`])
    expect((await other.visitor.get(path)).status).toBe(404);
  const creator = await visitorOf(market, baseUrl, (await market.aCreator()).id);
  expect((await creator.get('/cabinet/orders')).status).toBe(403);
  expect((await creator.get(`/cabinet/orders/${orderId}`)).status).toBe(403);
});

test('hostile text in an order is inert', async () => {
  const { visitor, advertiser } = await aBuyer();
  const brief = '</dd><script>alert(1)</script>';
  const { body } = await market.aDraft(advertiser, await market.aListing(), { brief, rights: { [brief]: brief } });
  for (const page of [`/cabinet/orders/${body.data.id}`, `/cabinet/orders/${body.data.id}/edit`]) {
    const { html } = await visitor.get(page);
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).not.toContain('<script>alert');
  }
});
