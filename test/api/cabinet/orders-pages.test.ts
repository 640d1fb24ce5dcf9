import { afterAll, expect, test } from 'vitest';
import { aDraftPage, buyersOf, newPath } from '../../support/cabinet/buyers.ts';
import { formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { visitorOf } from '../../support/cabinet/visitor.ts';
import { anOffer } from '../../support/contract/order-cases.ts';
import { wordsOf } from '../../support/html.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const aBuyer = buyersOf(market, baseUrl);
afterAll(() => market.close());

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

test('a quote above the balance has no button that confirms it, and the confirmation is refused', async () => {
  const { visitor, advertiser } = await aBuyer(100);
  const quoted = await market.aQuote(advertiser, await market.aListing());
  const path = `/cabinet/orders/${quoted.orderId}`;
  const { html } = await visitor.get(path);
  expect(wordsOf(html)).toContain('Your available balance is 1.00 USDT. You need 104.00 USDT more. Deposit funds');
  expect(html).toContain('href="/cabinet/wallet#payments"');
  expect(hasForm(html, 'checkout')).toBe(false);
  const { quoteId, quoteVersion, payloadHash } = quoted.confirmation;
  const sent = { form: 'checkout', idempotencyKey: crypto.randomUUID(), quoteId, quoteVersion, payloadHash };
  const refused = await visitor.post(
    path,
    Object.entries(sent).map(([name, value]) => [name, String(value)] as const),
  );
  expect(refused.status).toBe(409);
  expect(wordsOf(refused.html)).toContain('The available balance does not cover this amount.');
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

test('all drafts can take a service of another creator, also those beyond the first page', async () => {
  const { visitor, advertiser } = await aBuyer();
  const listing = await market.aListing();
  for (let count = 0; count < 7; count++) await market.aDraft(advertiser, listing);
  const editIn = (html: string) => [...html.matchAll(/href="\/cabinet\/orders\/(\d+)\/edit\?([^"]+)"/g)];
  const first = await visitor.get(newPath(listing));
  const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
  const second = await visitor.get(next.replaceAll('&amp;', '&'));
  expect(second.html).toContain('<details class="drafts" open');
  const shown = [first, second].flatMap(({ html }) => editIn(html));
  expect(shown).toHaveLength(7);
  for (const [, , query = ''] of shown) expect(query).not.toContain('cursor');
});
