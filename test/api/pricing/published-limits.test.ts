import { afterAll, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { marketOf } from '../../support/market.ts';
import { aPriceList, aService } from '../../support/prices.ts';
import { aChannel, type Seller, sellersOf } from '../../support/sellers.ts';
import { shared } from '../../support/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
afterAll(() => market.close());

const services = (count: number, changes: object = {}) => Array.from({ length: count }, () => aService(changes));
const pathOf = async (seller: Seller) => `/influencer-channels/${(await aChannel(seller)).id}/pricing`;
const isFull = { status: 'LIMIT_REACHED', allowedActions: ['unpublish'] };
const publishedOf = async ({ id }: Seller) =>
  (await market.one('select count(*)::int from service_listings where creator_id = $1 and is_published', [id])).count;

test('a creator publishes at most 200 services on all channels, and unpublished ones make room', async () => {
  const seller = await aSeller();
  for (let n = 0; n < 6; n++)
    expect((await seller.api.put(await pathOf(seller), aPriceList(services(30)))).status).toBe(200);
  const last = await pathOf(seller);
  expect(refused(await seller.api.put(last, aPriceList(services(21))), 'INVALID_STATE')).toMatchObject(isFull);
  expect(await publishedOf(seller)).toBe(180);
  const some = [...services(20), aService({ published: false })];
  expect((await seller.api.put(last, aPriceList(some))).status).toBe(200);
  expect(await publishedOf(seller)).toBe(200);
});

test('saves of several channels at once publish no more than 200 services', async () => {
  const seller = await aSeller();
  const paths = [];
  for (let n = 0; n < 8; n++) paths.push(await pathOf(seller));
  const replies = await Promise.all(paths.map((path) => seller.api.put(path, aPriceList(services(30)))));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 409, 409]);
  for (const reply of replies) if (reply.status === 409) expect(refused(reply, 'INVALID_STATE')).toMatchObject(isFull);
  expect(await publishedOf(seller)).toBe(180);
});

test('titles and terms of what a creator publishes are at most 500,000 bytes', async () => {
  const seller = await aSeller();
  const wide = services(30, { usageTerms: '契'.repeat(5_000) });
  expect((await seller.api.put(await pathOf(seller), aPriceList(wide))).status).toBe(200);
  const other = await pathOf(seller);
  expect(refused(await seller.api.put(other, aPriceList(wide.slice(0, 4))), 'INVALID_STATE')).toMatchObject(isFull);
  expect((await seller.api.put(other, aPriceList(wide.slice(0, 3)))).status).toBe(200);
});
