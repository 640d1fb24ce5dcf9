import { afterAll, afterEach, expect, test } from 'vitest';
import { created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const usdt = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 });

test('the wallet of a user without transfers is zero, with no time of a change', async () => {
  const { api } = await market.anAdvertiser();
  const reply = await api.get('/wallet');
  expect(reply.body).toEqual({
    data: {
      ...{ balance: usdt('0'), reserved: usdt('0'), updatedAt: null },
      pending: { work: usdt('0'), posts: { raw: '0', currency: 'USD', decimals: 2 } },
      ...{ firstTransactionAt: null, paymentInstructions: null, operatorContact: 'help@castline.example' },
    },
  });
});

test('creators and users without a role have a wallet too', async () => {
  for (const roles of [['CREATOR'], []]) {
    const { api } = await market.anAdvertiser({ roles, fundsCents: 7 });
    expect((await api.get('/wallet')).body.data.balance).toEqual(usdt('70000'));
  }
});

test('a deposit is in the balance to the minor unit, beyond the precision of a float', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 1 });
  for (let deposit = 0; deposit < 10; deposit++) await market.deposit(advertiser.id, 99_999_999_999);
  const { data } = (await advertiser.api.get('/wallet')).body;
  expect(data).toMatchObject({ balance: usdt('9999999999910000'), reserved: usdt('0') });
  expect(Math.abs(Date.parse(data.updatedAt) - Date.now())).toBeLessThan(60_000);
});

test('a checkout moves the total from the balance to the reserved amount, and the sum stays', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 30_000 });
  const listing = await market.aListing({ cents: 10_000 });
  for (const [balance, reserved] of [
    ['195000000', '105000000'],
    ['90000000', '210000000'],
  ] as const) {
    created(await market.checkOut(advertiser, await market.aQuote(advertiser, listing)));
    expect((await advertiser.api.get('/wallet')).body.data).toMatchObject({
      balance: usdt(balance),
      reserved: usdt(reserved),
    });
  }
});

test('a draft or a quote does not change the wallet', async () => {
  const advertiser = await market.anAdvertiser({ fundsCents: 30_000 });
  const before = (await advertiser.api.get('/wallet')).body;
  await market.aQuote(advertiser, await market.aListing());
  expect((await advertiser.api.get('/wallet')).body).toEqual(before);
});
