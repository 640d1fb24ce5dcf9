import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientOf, type Reply } from '../../../support/client.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Advertiser, inDays, marketOf } from '../../../support/market/market.ts';
import { aPriceList, aService } from '../../../support/market/prices.ts';
import { aChannel, aHandle, type Seller, sellersOf, twitch } from '../../../support/market/sellers.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { sample } from '../../../support/stack/depth.ts';
import { shared } from '../../../support/stack/shared.ts';
import { withinASecond } from '../../catalog/shelf.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
let guests: ReturnType<typeof clientOf>[];
beforeAll(async () => {
  // A second instance on the same database. Its cache must change too.
  const another = await controlOf(shared.controlUrl).anotherInstance();
  guests = [baseUrl, another].map((url) => clientOf(url, null, '/api/v1'));
});
afterAll(() => market.close());

let seller: Seller;
let handle: string;
let path: string;
let listingId: number;
beforeEach(async () => {
  seller = await aSeller();
  handle = aHandle();
  path = `/influencer-channels/${(await aChannel(seller, twitch(handle))).id}/pricing`;
  const saved = await seller.api.put(path, aPriceList());
  listingId = saved.body.data.pricing.services[0].serviceListingId;
});

const own = (changes: object = {}) => aService({ serviceListingId: listingId, ...changes });
const save = (services: readonly object[], version = 2) => seller.api.put(path, aPriceList(services, version));

const pages = () => Promise.all(guests.map((guest) => guest.get(`/creator-pages/${seller.publicId}`)));
const lists = () => Promise.all(guests.map((guest) => guest.get(`/creator-catalog?q=${handle}`)));
const servicesIn = ({ body }: Reply) => [body.data].flat().flatMap((entry) => entry?.services ?? []);
const everywhere = (holds: (reply: Reply) => boolean) =>
  withinASecond(async () => [...(await pages()), ...(await lists())].every(holds));
const isPricedAt = (raw: string) => (reply: Reply) => servicesIn(reply)[0]?.basePrice.raw === raw;

describe('list and page, within one second and in every instance,', () => {
  test('show a creator who has just priced its first service', async () => {
    expect(await everywhere((reply) => servicesIn(reply)[0]?.serviceListingId === listingId)).toBe(true);
  });

  test('show a new price, and filters find the creator by it', async () => {
    expect(await everywhere(isPricedAt('150000000'))).toBe(true);
    await save([own({ priceCents: '77701' })]);
    expect(await everywhere(isPricedAt('777010000'))).toBe(true);
    for (const guest of guests) {
      const filtered = await guest.get('/creator-catalog?minPriceCents=77701&maxPriceCents=77701&limit=100');
      expect(filtered.text).toContain(seller.publicId);
    }
  });

  test('hide a creator whose last service is unpublished until it is published again', async () => {
    expect(await everywhere(isPricedAt('150000000'))).toBe(true);
    await save([]);
    expect(await everywhere((reply) => servicesIn(reply).length === 0)).toBe(true);
    expect((await pages()).map(({ status }) => status)).toEqual([404, 404]);
    await save([own()], 3);
    expect(await everywhere(isPricedAt('150000000'))).toBe(true);
  });
});

describe('a quote with former prices', () => {
  let advertiser: Advertiser;
  beforeEach(async () => {
    advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  });
  const five = { quantity: 5, discountBps: 1_000, results: Array(5).fill({ expectedAt: inDays(7) }) };
  const quoted = () => market.aQuote(advertiser, { id: listingId, creator: seller }, five);

  const one = { quantity: 1, discountBps: 0 };
  const changes: readonly (readonly [string, object])[] = [
    ['a higher price', { priceCents: '15001' }],
    ['a lower price', { priceCents: '14999' }],
    ['another discount', { packageOptions: [one, { quantity: 5, discountBps: 999 }] }],
    ['no such package', { packageOptions: [one] }],
    ['no publication', { published: false }],
    ['other usage terms', { usageTerms: 'For a day.' }],
    ['another title', { title: 'Something else' }],
    ['another variant', { variant: 'REVIEW' }],
    ['other proofs', { proofModes: ['PRIVATE_FILE'] }],
  ];
  test.each(sample(changes, 5))('is refused with PRICE_CHANGED after %s, and reserves nothing', async (_, changed) => {
    const quote = await quoted();
    expect((await save([own(changed)])).status).toBe(200);
    refused(await market.checkOut(advertiser, quote), 'PRICE_CHANGED');
    expect((await advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('0');
    await market.expectSoundLedger();
  });

  test('is refused with PRICE_CHANGED after its service was omitted or its channel removed', async () => {
    const quote = await quoted();
    await save([]);
    refused(await market.checkOut(advertiser, quote), 'PRICE_CHANGED');
    await save([own()], 3);
    const another = await quoted();
    await seller.api.delete(path.replace('/pricing', ''));
    refused(await market.checkOut(advertiser, another), 'PRICE_CHANGED');
    await market.expectSoundLedger();
  });

  test('remains valid after a save that changed another service only', async () => {
    const quote = await quoted();
    expect((await save([own(), aService({ title: 'Another' })])).status).toBe(200);
    expect((await market.checkOut(advertiser, quote)).status).toBe(201);
    await market.expectSoundLedger();
  });

  test('is checked out at its price or refused while prices change', async () => {
    const quote = await quoted();
    const checkout = market.checkOut(advertiser, quote);
    const saves = await Promise.all(['15001', '15002', '15003'].map((priceCents) => save([own({ priceCents })])));
    expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
    const checkedOut = await checkout;
    if (checkedOut.status === 201) expect(checkedOut.body.data.reserved.raw).toBe('708750000');
    else refused(checkedOut, 'PRICE_CHANGED');
    await market.expectSoundLedger();
  });
});

test('the advertiser sees no creator fee, the creator sees no brand fee, and the public sees neither and no unpublished service', async () => {
  const [title, usageTerms] = [aHandle(), aHandle()];
  const saved = await save([own(), aService({ title, usageTerms, published: false })]);
  expect(await everywhere((reply) => servicesIn(reply).length === 1)).toBe(true);
  const advertiser = await market.anAdvertiser({ fundsCents: 1_000_000 });
  const quote = await market.aQuote(advertiser, { id: listingId, creator: seller });
  const checkedOut = await market.checkOut(advertiser, quote);
  const order = await advertiser.api.get(`/placement-orders/${quote.orderId}`);
  const toAdvertiser = [JSON.stringify(quote), checkedOut.text, order.text];
  const toCreator = [saved, await seller.api.get(path), await seller.api.get('/influencer-channels')];
  const toAll = [...(await pages()), ...(await lists())].map(({ text }) => text);
  expect([checkedOut.status, saved.status]).toEqual([201, 200]);
  // Of 150.00: 15.00 creator fee and 135.00 net; 7.50 brand fee and 157.50 in total.
  for (const text of [...toAdvertiser, ...toAll]) {
    expect(text).not.toMatch(/creator_?fee|"net"|"15000000"|"135000000"/i);
    expect(text).not.toContain(title);
    expect(text).not.toContain(usageTerms);
  }
  for (const text of [...toCreator.map((reply) => reply.text), ...toAll])
    expect(text).not.toMatch(/brand_?fee|"total"|"7500000"|"157500000"/i);
  expect(toAll.join()).not.toMatch(/allowPdf|"published"|"operation"/);
  expect(saved.text).toMatch(/"15000000".*"135000000"/);
});
