import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { peopleOf } from '../../support/contract/people.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const { twin: staff } = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
const usdt = (raw: string) => ({ raw, currency: 'USDT', decimals: 6 });
type Kind = 'deposits' | 'withdrawals';
const move = (kind: Kind, userId: number, amountCents: unknown, reference: unknown = randomUUID()) =>
  staff.post(`/staff/users/${userId}/${kind}`, { amountCents, reference });

describe('a booking by staff', () => {
  test('adds a deposit to the balance and the transactions', async () => {
    const { id, api } = await market.anAdvertiser();
    const { data } = created(await move('deposits', id, '12345', 'Wire 7')).body;
    const reference = { type: 'payment', id: 'Wire 7' };
    expect(data).toEqual({ type: 'DEPOSIT', amount: usdt('123450000'), reference, createdAt: expect.any(String) });
    const [transaction] = (await api.get('/wallet/transactions')).body.data;
    expect(transaction).toMatchObject({ ...data, balanceAfter: usdt('123450000') });
  });

  test('subtracts a withdrawal from the balance', async () => {
    const { id, api } = await market.anAdvertiser({ fundsCents: 500 });
    const { data } = created(await move('withdrawals', id, '200')).body;
    expect(data).toMatchObject({ type: 'WITHDRAWAL', amount: usdt('-2000000') });
    expect((await api.get('/wallet')).body.data.balance).toEqual(usdt('3000000'));
  });

  test('happens once for each reference, for any user and key', async () => {
    const [first, second] = [await market.anAdvertiser(), await market.anAdvertiser()];
    const reference = randomUUID();
    created(await move('deposits', first.id, '100', reference));
    for (const { id } of [first, second]) refused(await move('deposits', id, '100', reference), 'INVALID_STATE');
    const balances = await Promise.all(
      [first, second].map(async ({ api }) => (await api.get('/wallet')).body.data.balance.raw),
    );
    expect(balances).toEqual(['1000000', '0']);
  });

  test.each([
    ['in small letters', (typed: string) => typed.toLowerCase()],
    ['with blanks around it', (typed: string) => `\u00a0 ${typed}\t`],
    ['in wide characters', (typed: string) => typed.replace('TX', '\uff34\uff38')],
    ['with an invisible character', (typed: string) => `${typed.slice(0, 2)}\u200b${typed.slice(2)}`],
  ])('happens once for each reference also when it is typed %s, and shows it as typed', async (_, retyped) => {
    const { id, api } = await market.anAdvertiser();
    const typed = `TX-${randomUUID()}`;
    created(await move('deposits', id, '100', typed));
    refused(await move('deposits', id, '100', retyped(typed)), 'INVALID_STATE');
    const { data } = (await api.get('/wallet/transactions')).body;
    expect(data.map(({ reference }: { reference: object }) => reference)).toEqual([{ type: 'payment', id: typed }]);
  });

  test('happens once for ten concurrent requests with one reference', async () => {
    const { id, api } = await market.anAdvertiser();
    const reference = randomUUID();
    const replies = await Promise.all(Array.from({ length: 10 }, () => move('deposits', id, '100', reference)));
    const booked = replies.filter(({ status }) => status === 201);
    expect(booked).toHaveLength(1);
    for (const reply of replies.filter((one) => !booked.includes(one))) refused(reply, 'INVALID_STATE');
    expect((await api.get('/wallet')).body.data.balance.raw).toBe('1000000');
  });

  test('allows one reference for both a withdrawal and a deposit', async () => {
    const { id } = await market.anAdvertiser();
    const reference = randomUUID();
    created(await move('deposits', id, '100', reference));
    created(await move('withdrawals', id, '100', reference));
  });
});

describe('a booking with an error', () => {
  test('is refused above the balance, because reserved money cannot be withdrawn', async () => {
    const advertiser = await market.anAdvertiser({ fundsCents: 20_000 });
    created(
      await market.checkOut(advertiser, await market.aQuote(advertiser, await market.aListing({ cents: 10_000 }))),
    );
    refused(await move('withdrawals', advertiser.id, '9501'), 'INSUFFICIENT_FUNDS');
    created(await move('withdrawals', advertiser.id, '9500'));
    refused(await move('withdrawals', advertiser.id, '1'), 'INSUFFICIENT_FUNDS');
  });

  test.each<Kind>(['deposits', 'withdrawals'])('is refused with a malformed amount or reference: %s', async (kind) => {
    const { id } = await market.anAdvertiser({ fundsCents: 20_000 });
    for (const amount of ['1.5', '0.01']) refused(await move(kind, id, amount), 'INVALID_MONEY_PRECISION', amount);
    for (const amount of ['0', '-1', '', '1e3', 'x', 100, '100000000000', null])
      refused(await move(kind, id, amount), 'VALIDATION_FAILED', `${amount}`);
    for (const reference of ['', 'x'.repeat(201), 'a\u0000', 7, null])
      refused(await move(kind, id, '100', reference), 'VALIDATION_FAILED', `${reference}`);
  });

  test('is refused for an unknown user', async () => {
    for (const kind of ['deposits', 'withdrawals'] as const)
      refused(await move(kind, 9_007_199_254_740_991, '100'), 'RESOURCE_NOT_FOUND');
  });
});
