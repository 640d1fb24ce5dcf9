import { afterAll, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPriceList, aService } from '../../../support/market/prices.ts';
import { aChannel, type Seller, sellersOf } from '../../../support/market/sellers.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
afterAll(() => market.close());

const services = (count: number, changes: object = {}) => Array.from({ length: count }, () => aService(changes));
const pathOf = async (seller: Seller) => `/influencer-channels/${(await aChannel(seller)).id}/pricing`;
const isFull = { status: 'LIMIT_REACHED', allowedActions: ['unpublish'] };
const publishedOf = async ({ id }: Seller) =>
  (await market.one('select count(*)::int from service_listings where creator_id = $1 and is_published', [id])).count;

test('a creator publishes at most 200 services on all channels, and unpublished services do not count', async () => {
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

test('concurrent saves on several channels publish at most 200 services', async () => {
  const seller = await aSeller();
  const paths = [];
  for (let n = 0; n < 8; n++) paths.push(await pathOf(seller));
  const replies = await Promise.all(paths.map((path) => seller.api.put(path, aPriceList(services(30)))));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 409, 409]);
  for (const reply of replies) if (reply.status === 409) expect(refused(reply, 'INVALID_STATE')).toMatchObject(isFull);
  expect(await publishedOf(seller)).toBe(180);
});

test('the titles and terms that a creator publishes have at most 500,000 bytes', async () => {
  const seller = await aSeller();
  const wide = services(30, { usageTerms: '契'.repeat(5_000) });
  expect((await seller.api.put(await pathOf(seller), aPriceList(wide))).status).toBe(200);
  const other = await pathOf(seller);
  expect(refused(await seller.api.put(other, aPriceList(wide.slice(0, 4))), 'INVALID_STATE')).toMatchObject(isFull);
  expect((await seller.api.put(other, aPriceList(wide.slice(0, 3)))).status).toBe(200);
});

test('a creator above an added limit can save changes that publish no more, until below it', async () => {
  const seller = await aSeller();
  const path = await pathOf(seller);
  expect((await seller.api.put(path, aPriceList(services(30)))).status).toBe(200);
  for (let n = 0; n < 7; n++)
    await market.pool.query(
      `with channel as (insert into channels (creator_id, kind, platform, handle, canonical_url) values ($1, 'MANUAL', 'TWITCH', $2, $3) returning id)
       insert into service_listings (channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, package_options, usage_terms, is_published)
         select channel.id, creator_id, type, variant, unit, proof_modes, title, base_price, package_options, usage_terms, true
         from service_listings cross join channel where channel_id = (select min(channel_id) from service_listings where creator_id = $1)`,
      [seller.id, `old-${seller.id}-${n}`, `https://www.twitch.tv/old-${seller.id}-${n}`],
    );
  expect(await publishedOf(seller)).toBe(240);
  const { services: saved, version } = (await seller.api.get(path)).body.data;
  const fewer = saved
    .slice(1)
    .map(({ serviceListingId }: { serviceListingId: number }) => aService({ serviceListingId }));
  const cheaper = await seller.api.put(path, { expectedVersion: version, services: fewer });
  expect([cheaper.status, cheaper.text]).toEqual([200, cheaper.text]);
  expect(await publishedOf(seller)).toBe(239);
  const again = { expectedVersion: version + 1, services: [...fewer, aService()] };
  expect(refused(await seller.api.put(path, again), 'INVALID_STATE')).toMatchObject(isFull);
});
