import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { type Advertiser, created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const usdt = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 });
const list = (advertiser: Advertiser, query = '') => advertiser.api.get(`/wallet/transactions?${query}`);
const afterEachOf = ({ body }: { body: { data: { balanceAfter: { raw: string } }[] } }) =>
  body.data.map(({ balanceAfter }) => balanceAfter.raw);

async function withDeposits(...cents: number[]): Promise<Advertiser> {
  const advertiser = await market.anAdvertiser();
  for (const amount of cents) await market.deposit(advertiser.id, amount);
  return advertiser;
}

describe('the transactions of a wallet', () => {
  test('are its changes, newest first, signed, each with the following balance and its reference', async () => {
    const advertiser = await withDeposits(20_000);
    const quoted = await market.aQuote(advertiser, await market.aListing({ cents: 10_000 }));
    created(await market.checkOut(advertiser, quoted));
    const { body } = await list(advertiser);
    const [id, createdAt] = [expect.any(Number), expect.any(String)];
    expect(body).toEqual({
      data: [
        {
          ...{ id, type: 'RESERVE', amount: usdt('-105000000'), balanceAfter: usdt('95000000'), createdAt },
          reference: { type: 'order', id: quoted.orderId },
          ...{ title: 'A mention', counterpartName: expect.stringMatching(/./) },
        },
        {
          ...{ id, type: 'DEPOSIT', amount: usdt('200000000'), balanceAfter: usdt('200000000'), createdAt },
          reference: { type: 'payment', id: expect.any(String) },
          ...{ title: null, counterpartName: null },
        },
      ],
      nextCursor: null,
    });
  });

  test('add up to the balance', async () => {
    const advertiser = await withDeposits(20_000, 500, 7);
    created(await market.checkOut(advertiser, await market.aQuote(advertiser, await market.aListing({ cents: 333 }))));
    const { data } = (await list(advertiser)).body;
    const sum = data.reduce((total: bigint, { amount }: { amount: { raw: string } }) => total + BigInt(amount.raw), 0n);
    const { balance } = (await advertiser.api.get('/wallet')).body.data;
    expect([data[0].balanceAfter.raw, `${sum}`]).toEqual([balance.raw, balance.raw]);
  });

  test('contain only those of the caller, and are empty for a user without any', async () => {
    await withDeposits(1);
    expect((await list(await market.anAdvertiser())).body).toEqual({ data: [], nextCursor: null });
  });

  test('are paged, each once, while newer ones arrive', async () => {
    const advertiser = await withDeposits(1, 1, 1, 1, 1);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply = await list(advertiser, `limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...afterEachOf(reply));
      cursor = reply.body.nextCursor;
      await market.deposit(advertiser.id, 1);
    }
    expect(seen).toEqual(['50000', '40000', '30000', '20000', '10000']);
  });

  test('are 20 by default', async () => {
    const advertiser = await withDeposits(...Array.from({ length: 21 }, () => 1));
    const { body } = await list(advertiser);
    expect(body.data).toHaveLength(20);
    expect(body.nextCursor).toBe(String(body.data[19].id));
    expect((await list(advertiser, 'limit=100')).body.data).toHaveLength(21);
  });
});

test('a foreign, unknown or malformed cursor of transactions is refused', async () => {
  const [advertiser, otherUser] = [await withDeposits(1), await withDeposits(1)];
  const [{ id: theirs }] = (await list(otherUser)).body.data;
  for (const cursor of [theirs, 9_007_199_254_740_991, 0, -1, 'x', '', '1.5'])
    refused(await list(advertiser, `cursor=${cursor}`), 'INVALID_CURSOR', `${cursor}`);
});
