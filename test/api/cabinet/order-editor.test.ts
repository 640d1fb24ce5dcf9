import { afterAll, expect, test } from 'vitest';
import { aDraftPage, buyersOf, newPath } from '../../support/cabinet/buyers.ts';
import { type Fields, formIn } from '../../support/cabinet/form-in.ts';
import { filled } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { anItem, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const aBuyer = buyersOf(market, baseUrl);
afterAll(() => market.close());

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
  expect(wordsOf(html)).toContain('We added a service of');
  expect(html).toContain('Service 2');
  const saved = await buyer.visitor.submit(edit, 'update', { 'items.1.brief': 'The second one.' });
  expect(saved.status).toBe(303);
  const { items } = (await buyer.advertiser.api.get(path.replace('/cabinet/orders', '/placement-orders'))).body.data;
  expect(items.map(({ serviceListingId }: { serviceListingId: number }) => serviceListingId)).toEqual([first.id, id]);
});

test('the editor of an order of two creators leads to the packages of each, without another row', async () => {
  const buyer = await aBuyer();
  const [first, { creator, id }] = [await market.aListing(), await market.aListing()];
  const path = await aDraftPage(buyer, first);
  const added = `${path}/edit?creator=${creator.publicId}&service=${id}`;
  expect((await buyer.visitor.submit(added, 'update', { 'items.1.brief': 'The second one.' })).status).toBe(303);
  const { html } = await buyer.visitor.get(`${path}/edit`);
  expect(html).toContain(`<a href="?show=${creator.publicId}">show all packages of`);
  const shown = (await buyer.visitor.get(`${path}/edit?show=${creator.publicId}`)).html;
  expect(shown).toContain(`value="${id}:5:1000"`);
  expect(shown).toContain(`<a href="?show=${first.creator.publicId}">`);
  expect(shown).not.toContain('Service 3');
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

test('a package of five gets dates in order, and dates that somebody has chosen stay', async () => {
  const listing = await market.aListing();
  const { visitor } = await aBuyer();
  const { html } = await visitor.get(newPath(listing));
  const chosen = [...html.matchAll(/<option value="([^"]*)"[^>]*>5 × /g)].map(([, value = '']) => value)[0] ?? '';
  const fields = filled(formIn(html, 'create'), { 'items.0.quantity': chosen, 'items.0.brief': 'Five of them.' });
  const datesOf = async (given: Fields) => {
    const shown = await visitor.post(newPath(listing), [...given, ['rows', 'show:items']]);
    return formIn(shown.html, 'create').flatMap(([name, value]) => (name.endsWith('expectedAt') ? [value] : []));
  };
  const proposed = await datesOf(fields);
  expect(new Set(proposed).size).toBe(5);
  expect(proposed).toEqual(proposed.toSorted());
  const own = '2099-01-05T10:00';
  expect(await datesOf(filled(fields, { 'items.0.results.0.expectedAt': own }))).toContain(own);
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
