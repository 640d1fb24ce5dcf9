import { afterAll, describe, expect, test } from 'vitest';
import { refused } from '../../../support/contract/expectations.ts';
import { marketOf } from '../../../support/market/market.ts';
import { aPriceList, aService } from '../../../support/market/prices.ts';
import { aChannel, type Seller, sellersOf } from '../../../support/market/sellers.ts';
import { shared } from '../../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aSeller } = sellersOf(market);
afterAll(() => market.close());

const usdt = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 });
const pathOf = ({ id }: { id: number }) => `/influencer-channels/${id}/pricing`;
const idsIn = (pricing: { services: { serviceListingId: number }[] }) =>
  pricing.services.map(({ serviceListingId }) => serviceListingId);

/** A channel with these services, and the answer of their save. */
async function aShop(services: readonly object[] = [aService()], owner?: Seller) {
  const creator = owner ?? (await aSeller());
  const path = pathOf(await aChannel(creator));
  const reply = await creator.api.put(path, aPriceList(services));
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  const save = (list: readonly object[], version = 2) => creator.api.put(path, aPriceList(list, version));
  return { creator, path, save, saved: reply.body.data, ids: idsIn(reply.body.data.pricing) };
}

describe('a price list', () => {
  test('is empty and at version 1 before the first save', async () => {
    const seller = await aSeller();
    const reply = await seller.api.get(pathOf(await aChannel(seller)));
    expect(reply.body).toEqual({ data: { version: 1, creatorFeeBps: 1_000, services: [] } });
  });

  test('returns the operation and the creator’s projection of it', async () => {
    const { creator, path, saved } = await aShop([aService({ proofTemplate: { allowPdf: true } })]);
    const share = { creatorFee: usdt('15000000'), net: usdt('135000000') };
    expect(saved).toEqual({
      operation: { id: expect.any(Number), version: 2, savedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) },
      pricing: {
        version: 2,
        creatorFeeBps: 1_000,
        services: [
          {
            serviceListingId: expect.any(Number),
            type: 'STREAM',
            variant: 'MENTION',
            unit: 'STREAM',
            proofModes: ['PUBLIC_VOD'],
            title: 'A mention in a live stream',
            priceCents: '15000',
            base: usdt('150000000'),
            ...share,
            packageOptions: [
              { quantity: 1, discountBps: 0, packageBase: usdt('150000000'), ...share },
              {
                quantity: 5,
                discountBps: 1_000,
                packageBase: usdt('675000000'),
                creatorFee: usdt('67500000'),
                net: usdt('607500000'),
              },
            ],
            usageTerms: 'May be reposted for 30 days.',
            proofTemplate: { allowPdf: true },
            published: true,
          },
        ],
      },
    });
    expect((await creator.api.get(path)).body.data).toEqual(saved.pricing);
  });

  test('is replaced by a save: omitted services are unpublished, stay listed, and return by their ids', async () => {
    const { save, saved, ids } = await aShop([aService(), aService({ title: 'Another' })]);
    const [first, second] = saved.pricing.services;
    const without = (await save([aService({ serviceListingId: ids[0], title: 'New' })])).body.data.pricing;
    expect(without.services).toEqual([
      { ...first, title: 'New' },
      { ...second, published: false },
    ]);
    const none = (await save([], 3)).body.data.pricing;
    expect(none.services.map(({ published }: { published: boolean }) => published)).toEqual([false, false]);
    const back = (await save([aService({ serviceListingId: ids[1], title: 'Another' })], 4)).body.data.pricing;
    expect(back).toEqual({
      version: 5,
      creatorFeeBps: 1_000,
      services: [{ ...first, title: 'New', published: false }, second],
    });
  });

  test('keeps the versions of unchanged services', async () => {
    const { save, ids } = await aShop([aService(), aService({ title: 'Another' })]);
    await save([aService({ serviceListingId: ids[0] }), aService({ serviceListingId: ids[1], priceCents: '1' })]);
    const { rows } = await market.pool.query('select version from service_listings where id = any ($1) order by id', [
      ids,
    ]);
    expect(rows.map(({ version }) => version)).toEqual([1, 2]);
  });

  test('numbers and stores its saves', async () => {
    const { save, saved } = await aShop();
    const { operation } = (await save([])).body.data;
    expect(operation.id).toBeGreaterThan(saved.operation.id);
    const kept = await market.one('select version, saved_at from pricing_saves where id = $1', [operation.id]);
    expect([kept.version, kept.saved_at.toISOString()]).toEqual([3, operation.savedAt]);
  });

  test('returns 404 for another creator, a removed channel and an unknown one', async () => {
    const { creator, path, save } = await aShop();
    const other = await aSeller();
    const absent = '/influencer-channels/9007199254740991/pricing';
    for (const unseen of [path, absent]) {
      refused(await other.api.get(unseen), 'RESOURCE_NOT_FOUND');
      refused(await other.api.put(unseen, aPriceList()), 'RESOURCE_NOT_FOUND');
    }
    await creator.api.delete(path.replace('/pricing', ''));
    refused(await creator.api.get(path), 'RESOURCE_NOT_FOUND');
    refused(await save([]), 'RESOURCE_NOT_FOUND');
  });

  test('is readable and not writable for a blocked channel', async () => {
    const { creator, path, save, saved } = await aShop();
    await market.pool.query(`update channels set status = 'BLOCKED' where creator_id = $1`, [creator.id]);
    expect((await creator.api.get(path)).body.data).toEqual(saved.pricing);
    expect(refused(await save([]), 'INVALID_STATE')).toMatchObject({ status: 'BLOCKED', allowedActions: [] });
  });
});

describe('a save with an error', () => {
  test.each([
    ['without a version', { services: [] }],
    ['without services', { expectedVersion: 1 }],
    ['with an unknown field', { ...aPriceList(), currency: 'USDT' }],
    ['with a fee', aPriceList([aService({ brandFee: '1' })])],
    ['with an unknown type', aPriceList([aService({ type: 'PODCAST' })])],
    ['with a proof of another type', aPriceList([aService({ proofModes: ['PUBLIC_URL'] })])],
    ['without a package of one', aPriceList([aService({ packageOptions: [{ quantity: 5, discountBps: 0 }] })])],
    ['published without usage terms', aPriceList([aService({ usageTerms: ' \n' })])],
    ['with one service twice', aPriceList([aService({ serviceListingId: 1 }), aService({ serviceListingId: 1 })])],
    ['with 31 services', aPriceList(Array.from({ length: 31 }, () => aService()))],
  ])('is refused and changes nothing %s', async (_, body) => {
    const { creator, path, saved } = await aShop();
    refused(await creator.api.put(path, body), 'VALIDATION_FAILED');
    expect((await creator.api.get(path)).body.data).toEqual(saved.pricing);
  });

  test.each(['1.5', '150.00', '0.001', '-3.7', '12.'])(
    'is refused and changes nothing with the price %s, a fraction of a cent',
    async (priceCents) => {
      const { save } = await aShop();
      refused(await save([aService({ priceCents })]), 'INVALID_MONEY_PRECISION');
    },
  );

  test.each(['0', '-1', '', 'free', '1e3', '١', '100000000000', 150, null])(
    'is refused and changes nothing with the price %j',
    async (priceCents) => {
      const { save } = await aShop();
      const { issues } = refused(await save([aService({ priceCents })]), 'VALIDATION_FAILED');
      expect(issues[0].path).toBe('services.0.priceCents');
    },
  );

  test('is refused with an unknown service, or one of another creator or channel', async () => {
    const { creator, path, save, saved } = await aShop();
    const [foreign, elsewhere] = [await aShop(), await aShop([aService()], creator)];
    for (const serviceListingId of [foreign.ids[0], elsewhere.ids[0], 9_007_199_254_740_991])
      refused(await save([aService({ serviceListingId })]), 'RESOURCE_NOT_FOUND');
    expect((await creator.api.get(path)).body.data).toEqual(saved.pricing);
    expect((await foreign.creator.api.get(foreign.path)).body.data).toEqual(foreign.saved.pricing);
  });

  test('is refused with another type for an existing service', async () => {
    const { save, ids } = await aShop();
    const other = aService({ serviceListingId: ids[0], type: 'UGC', proofModes: ['PRIVATE_FILE'] });
    expect(refused(await save([other]), 'VALIDATION_FAILED').issues).toEqual([
      { path: 'services.0.type', message: expect.stringContaining('STREAM') },
    ]);
  });

  test('is refused with more than 100 services afterwards', async () => {
    const full = Array.from({ length: 30 }, () => aService());
    const { creator, path, save } = await aShop(full);
    for (const version of [2, 3]) await save(full, version);
    refused(await save(full.slice(0, 11), 4), 'VALIDATION_FAILED');
    expect((await save(full.slice(0, 10), 4)).status).toBe(200);
    expect((await creator.api.get(path)).body.data.services).toHaveLength(100);
  });

  test('is refused with a stale version', async () => {
    const { save } = await aShop();
    for (const version of [1, 3, 2_147_483_647]) refused(await save([], version), 'VERSION_CONFLICT');
  });

  test('is refused without an Idempotency-Key', async () => {
    const { creator, path } = await aShop();
    refused(await creator.api.put(path, aPriceList([], 2), { key: null }), 'IDEMPOTENCY_KEY_REQUIRED');
  });
});

test('exactly one of 20 concurrent saves of one version succeeds', async () => {
  const { creator, path, save } = await aShop();
  const prices = Array.from({ length: 20 }, (_, index) => String(10_000 + index));
  const replies = await Promise.all(prices.map((priceCents) => save([aService({ priceCents })])));
  const made = replies.filter(({ status }) => status === 200);
  expect(made).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 200)) refused(reply, 'VERSION_CONFLICT');
  expect((await creator.api.get(path)).body.data).toEqual(made[0]?.body.data.pricing);
  const { count } = await market.one(
    'select count(*)::int from pricing_saves s join channels ch on ch.id = s.channel_id where ch.creator_id = $1',
    [creator.id],
  );
  expect(count).toBe(2);
});
