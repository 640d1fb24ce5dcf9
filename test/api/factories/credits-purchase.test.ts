import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { aPurchase, creditsOf } from '../../support/credits.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aFactory, statusOf } = creditsOf(market);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const aBuyer = (fundsCents = 100) => peopleOf(baseUrl, market).aPerson({ roles: [], fundsCents });
const path = '/factories/credits/purchase';

describe('a purchase of credits', () => {
  test('a purchase pays the price, and is in the history and the transactions', async () => {
    const { api, twin } = await aBuyer();
    const { data } = created(await twin.post(path, aPurchase(250))).body;
    expect(data).toEqual({
      ...{ id: expect.any(Number), kind: 'CREDIT', reason: 'PURCHASE', amount: 250, balanceAfter: 250 },
      ...{ factoryId: null, factoryName: null, at: expect.any(String) },
    });
    expect((await api.get('/factories/credits/history')).body.data).toEqual([data]);
    expect((await api.get('/factories/credits')).body.data).toMatchObject({
      balance: 250,
      reserved: 0,
      updatedAt: data.at,
    });
    const usdt = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 });
    const [transaction] = (await api.get('/wallet/transactions')).body.data;
    expect(transaction).toEqual({
      ...{ id: expect.any(Number), type: 'CREDIT_PURCHASE', amount: usdt('-250000'), balanceAfter: usdt('750000') },
      reference: { type: 'credits', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      ...{ title: null, counterpartName: null },
      createdAt: data.at,
    });
  });

  test('a purchase of the largest size costs 10,000 USDT', async () => {
    const { twin } = await aBuyer(1_000_000);
    expect(created(await twin.post(path, aPurchase(10_000_000))).body.data.balanceAfter).toBe(10_000_000);
    expect((await twin.get('/wallet')).body.data.balance.raw).toBe('0');
  });

  test('a purchase resumes the factories that lack credits, and no others', async () => {
    const { id, twin } = await aBuyer();
    const [lacking, manual, active] = [
      await aFactory(id, { pauseReason: 'NO_CREDITS' }),
      await aFactory(id, { pauseReason: 'MANUAL' }),
      await aFactory(id),
    ];
    const deleted = await aFactory(id, { pauseReason: 'NO_CREDITS', isDeleted: true });
    created(await twin.post(path, aPurchase()));
    expect(await statusOf(lacking)).toEqual({ status: 'ACTIVE', pause_reason: null, version: 2 });
    expect(await statusOf(manual)).toEqual({ status: 'PAUSED', pause_reason: 'MANUAL', version: 1 });
    expect(await statusOf(active)).toEqual({ status: 'ACTIVE', pause_reason: null, version: 1 });
    expect(await statusOf(deleted)).toEqual({ status: 'PAUSED', pause_reason: 'NO_CREDITS', version: 1 });
  });

  test('a purchase is replayed with the same entry after a later purchase', async () => {
    const { twin } = await aBuyer();
    const key = randomUUID();
    const first = created(await twin.post(path, aPurchase(), { key }));
    created(await twin.post(path, aPurchase()));
    const again = await twin.post(path, aPurchase(), { key });
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    expect((await twin.get('/factories/credits')).body.data.balance).toBe(200);
  });
});

describe('a purchase that is refused changes nothing', () => {
  test('a purchase at another price is refused, with the present one in the message', async () => {
    const { twin } = await aBuyer();
    for (const priceRaw of ['99999', '100001', '9999999999999999999'])
      expect(refused(await twin.post(path, aPurchase(100, { priceRaw })), 'PRICE_CHANGED').message).toBe(
        'The price is now 0.10 USDT, which is 100000 as priceRaw. Check it, then confirm again.',
      );
    expect((await twin.get('/wallet')).body.data.balance.raw).toBe('1000000');
  });

  test('a purchase above the balance is refused', async () => {
    const { id, twin } = await aBuyer();
    const factory = await aFactory(id, { pauseReason: 'NO_CREDITS' });
    refused(await twin.post(path, aPurchase(1_001)), 'INSUFFICIENT_FUNDS');
    expect((await statusOf(factory)).pause_reason).toBe('NO_CREDITS');
    expect((await twin.get('/factories/credits')).body.data.updatedAt).toBe(null);
    const poor = await aBuyer(0);
    refused(await poor.twin.post(path, aPurchase()), 'INSUFFICIENT_FUNDS');
  });

  test('a purchase with a malformed body or without a key is refused', async () => {
    const { twin } = await aBuyer();
    for (const changes of [
      ...[{ credits: 99 }, { credits: 10_000_001 }, { credits: 100.5 }, { credits: '100' }],
      ...[{ priceRaw: 100_000 }, { priceRaw: '1e5' }, { priceRaw: '-1' }, { priceRaw: '' }, { priceRaw: '0' }],
      ...[{ confirm: false }, { confirm: undefined }, { amount: 1 }],
    ])
      refused(await twin.post(path, aPurchase(100, changes)), 'VALIDATION_FAILED', JSON.stringify(changes));
    refused(await twin.post(path, aPurchase(), { key: null }), 'IDEMPOTENCY_KEY_REQUIRED');
  });
});
