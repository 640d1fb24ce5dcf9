import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { anOffer } from '../../../support/contract/order-cases.ts';
import { created, inDays, marketOf } from '../../../support/market/market.ts';
import { supplyOf } from '../../../support/market/supply.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const supply = supplyOf(market);
afterAll(() => market.close());

const [advertiser, creator] = await Promise.all([market.anAdvertiser(), market.aCreator()]);
const quote = (changes: object = {}) =>
  advertiser.api.post('/placement-offers/quote', anOffer(creator.publicId, changes));
const results = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ expectedAt: inDays(index + 1), description: `Film ${index + 1}.` }));
const five = { quantity: 5, results: results(5) };

describe('the quote of a custom offer', () => {
  test('states base, brand fee and total, without a listing and an order', async () => {
    const { data } = created(await quote()).body;
    const usdt = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 });
    const amounts = { base: usdt('100000000'), brandFee: usdt('5000000'), total: usdt('105000000') };
    expect(data).toEqual({
      ...{ quoteId: expect.any(String), quoteVersion: 1, expiresAt: expect.any(String), currency: 'USDT' },
      payloadHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      items: [{ serviceListingId: null, ...amounts }],
      totals: amounts,
    });
    expect(Date.parse(data.expiresAt) - Date.now()).toBeGreaterThan(1_790_000);
  });

  test('has version 1, however many exist', async () => {
    const versions = [await quote(), await quote()].map((reply) => created(reply).body.data.quoteVersion);
    expect(versions).toEqual([1, 1]);
  });

  test('creates no order', async () => {
    const another = await market.anAdvertiser();
    created(await another.api.post('/placement-offers/quote', anOffer(creator.publicId)));
    expect((await another.api.get('/placement-orders')).body.data).toEqual([]);
  });

  test('has the base priceCents x quantity x (10000 - discountBps) / 10000', async () => {
    const bases = [
      await quote({ priceCents: '1', discountBps: 1 }),
      await quote({ priceCents: '12345', ...five, discountBps: 1_234 }),
      await quote({ ...five, discountBps: 9_000 }),
      await quote({ priceCents: '99999999999' }),
    ].map((reply) => created(reply).body.data.totals.base.raw);
    expect(bases).toEqual(['9999', '541081350', '50000000', '999999999990000']);
  });

  test('has a different payloadHash for different terms', async () => {
    const at = { expectedEndAt: inDays(30), results: results(1) };
    const changes = [{}, { brief: 'Other.' }, { priceCents: '10001' }, { discountBps: 1 }, { rights: { a: 1 } }];
    const described = { results: [{ ...at.results[0], description: 'Other.' }] };
    const hashes = [];
    for (const change of [...changes, described, {}])
      hashes.push(created(await quote({ ...at, ...change })).body.data.payloadHash);
    expect(new Set(hashes).size).toBe(6);
    expect(hashes.at(-1)).toBe(hashes[0]);
  });

  test('accepts a creator id in capitals as the same creator', async () => {
    created(await quote({ creatorPublicId: creator.publicId.toUpperCase() }));
  });
});

describe('a custom offer', () => {
  const malformed: readonly [string, object, string][] = [
    ['with a serviceListingId', { serviceListingId: 1 }, 'serviceListingId'],
    ['with a serviceListingId of null', { serviceListingId: null }, 'serviceListingId'],
    ['with an accountId', { accountId: 1 }, 'accountId'],
    ['with a channelRef', { channelRef: null }, 'channelRef'],
    ['for another service than UGC', { serviceType: 'STREAM' }, 'serviceType'],
    ['with a public proof', { proofModes: ['PUBLIC_URL'] }, 'proofModes.0'],
    ['with another proof beside the private file', { proofModes: ['PRIVATE_FILE', 'PUBLIC_URL'] }, 'proofModes'],
    ['without a proof', { proofModes: [] }, 'proofModes'],
    ['of another origin', { origin: 'LISTING' }, 'origin'],
    ['without an origin', { origin: undefined }, 'origin'],
    ['for a creator without a UUID', { creatorPublicId: '7' }, 'creatorPublicId'],
    ['with a discount over 90 %', { discountBps: 9_001 }, 'discountBps'],
    ['with a surcharge', { discountBps: -1 }, 'discountBps'],
    ['for a quantity that is not 1, 5 or 10', { quantity: 3, results: results(3) }, 'quantity'],
    ['with fewer results than the quantity', { ...five, results: results(4) }, 'results'],
    ['with a result that is not described', { results: [{ expectedAt: inDays(1) }] }, 'results.0.description'],
    ['with an empty description', { results: [{ expectedAt: inDays(1), description: '' }] }, 'results.0.description'],
    ['with a result in the past', { results: [{ expectedAt: inDays(-1), description: 'x' }] }, 'results.0.expectedAt'],
    ['with a result after the end', { expectedEndAt: inDays(19) }, 'results.0.expectedAt'],
    ['with an empty brief', { brief: '' }, 'brief'],
    ['with a brief of 5,001 characters', { brief: 'x'.repeat(5_001) }, 'brief'],
    ['with rights over 8 KiB', { rights: { text: 'x'.repeat(8_192) } }, 'rights'],
  ];
  test.each(malformed)('is refused %s', async (_, changes, path) => {
    const { issues } = refused(await quote(changes), 'VALIDATION_FAILED');
    expect(issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  test('is refused for a fraction of a cent, with the precision error', async () => {
    for (const priceCents of ['100.5', '0.01', '1.', '12345.678', '-1.5', '.5'])
      refused(await quote({ priceCents }), 'INVALID_MONEY_PRECISION', priceCents);
  });

  test('is refused for a price that is not a positive integer text of cents', async () => {
    const prices = [
      '0',
      '00',
      '012',
      '-1',
      '',
      ' 1',
      '1e3',
      '1,5',
      '0x10',
      '١٢',
      'NaN',
      '100000000000',
      100,
      1.5,
      null,
      ['1'],
    ];
    for (const priceCents of prices) refused(await quote({ priceCents }), 'VALIDATION_FAILED', `${priceCents}`);
  });

  test('is refused to an unpublished creator, as to an unknown one', async () => {
    const ways = [supply.unpublishPage, supply.suspend, supply.takeRole];
    const texts = [(await quote({ creatorPublicId: randomUUID() })).text];
    for (const end of ways) {
      const gone = await market.aCreator();
      await end(gone);
      const reply = await quote({ creatorPublicId: gone.publicId });
      refused(reply, 'RESOURCE_NOT_FOUND');
      texts.push(reply.text);
    }
    expect(new Set(texts).size).toBe(1);
  });

  test('is refused to the caller', async () => {
    const both = await market.anAdvertiser({ roles: ['ADVERTISER', 'CREATOR'] });
    const { publicId } = await market.aCreator({ userId: both.id });
    refused(await both.api.post('/placement-offers/quote', anOffer(publicId)), 'ROLE_NOT_ALLOWED');
  });
});
