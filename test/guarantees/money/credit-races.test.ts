import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { aPurchase } from '../../support/credits.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const aBuyer = (fundsCents: number) => peopleOf(baseUrl, market).aPerson({ fundsCents });
const purchase = ({ twin }: Person, key: string = randomUUID()) =>
  twin.post('/factories/credits/purchase', aPurchase(), { key });
const stateOf = async ({ twin }: Person) => {
  const [credits, wallet] = [await twin.get('/factories/credits'), await twin.get('/wallet')];
  return [credits.body.data.balance, wallet.body.data.balance.raw];
};
const outcomes = (replies: readonly Reply[]) => replies.map(({ status, body }) => body.code ?? status).sort();

test('twenty concurrent purchases over funds for seven buy exactly seven', async () => {
  const buyer = await aBuyer(79);
  const replies = await Promise.all(Array.from({ length: 20 }, () => purchase(buyer)));
  expect(outcomes(replies)).toEqual([
    ...Array.from({ length: 7 }, () => 201),
    ...Array.from({ length: 13 }, () => 'INSUFFICIENT_FUNDS'),
  ]);
  expect(await stateOf(buyer)).toEqual([700, '90000']);
  const balances = replies.filter(({ status }) => status === 201).map(({ body }) => body.data.balanceAfter);
  expect(balances.toSorted((one, other) => one - other)).toEqual([100, 200, 300, 400, 500, 600, 700]);
});

test('concurrent purchases with one key buy once, and all answer the same entry', async () => {
  const buyer = await aBuyer(100);
  const key = randomUUID();
  const replies = await Promise.all(Array.from({ length: 5 }, () => purchase(buyer, key)));
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await stateOf(buyer)).toEqual([100, '900000']);
});

test('two concurrent purchases with two keys buy twice', async () => {
  const buyer = await aBuyer(100);
  const replies = await Promise.all([purchase(buyer), purchase(buyer)]);
  expect(outcomes(replies)).toEqual([201, 201]);
  expect(await stateOf(buyer)).toEqual([200, '800000']);
});
