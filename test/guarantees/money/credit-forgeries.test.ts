import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { creditsOf } from '../../support/credits.ts';
import { marketOf } from '../../support/market/market.ts';
import { noRight, rightsOf } from '../../support/rights.ts';
import { shared } from '../../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aFactory, addCredits } = creditsOf(market);
const service = rightsOf(market, shared.databaseUrl);
const jobs = rightsOf(market, shared.databaseUrls.jobs);
afterEach(() => market.expectSoundLedger());
afterAll(async () => {
  await service.end();
  await jobs.end();
  await market.close();
});

const refusedByRule = 'CL500';
const insufficient = '23514';

async function aBuyer(cents = 100) {
  const id = await market.aUser(['ADVERTISER']);
  await market.deposit(id, cents);
  return id;
}

test.each([
  ['api', service],
  ['jobs', jobs],
] as const)('the role of %s cannot add credits without a purchase or a grant', async (_, { asService }) => {
  const id = await aBuyer();
  await aFactory(id);
  await addCredits(id, 100);
  for (const statement of [
    `select credit_add($1, 'GRANT', 100, 'x', now(), $1)`,
    'update credit_accounts set balance = 1000 where owner_id = $1',
    'update credit_accounts set spent = 0 where owner_id = $1',
    'update factories set spent_credits = 0 where owner_id = $1',
    `insert into credit_entries (owner_id, kind, reason, amount, balance_after, reference, created_at)
       values ($1, 'CREDIT', 'PURCHASE', 100, 200, 'x', now())`,
    'delete from credit_entries where owner_id = $1',
    'delete from credit_days where owner_id = $1',
  ])
    expect(await asService(statement, [id]), statement).toBe(noRight);
});

test('a purchase without credits, at another price, or without the money for it is refused', async () => {
  const id = await aBuyer();
  const purchase = (credits: number | null, price: number | null) =>
    service.asService('select credit_purchase($1, $2, $3, $4, now())', [id, credits, price, randomUUID()]);
  expect(await purchase(1_000, 1_000_000)).toBe('done');
  expect(await purchase(1_001, 1_001_000)).toBe(insufficient);
  for (const price of [1, 99_999, 100_001, 1_000_000]) expect(await purchase(100, price)).toBe('CL409 PRICE_CHANGED');
  for (const amount of [0, -100, null]) {
    expect(await purchase(amount, 1_000)).toBe(refusedByRule);
    expect(await purchase(100, amount)).toBe(refusedByRule);
  }
  expect(await jobs.asService('select credit_purchase($1, 1, 1, gen_random_uuid(), now())', [id])).toBe(noRight);
});

test('a grant without a member of staff, or to its own giver, is refused', async () => {
  // The owner is staff too, so only the check of the own account can refuse it.
  const owner = await market.aUser(['ADVERTISER', 'STAFF']);
  const hired = await market.aUser(['STAFF']);
  const by = (giver: number | null, credits = 100) =>
    service.asService('select credit_grant($1, $2, $3, now(), $4)', [owner, credits, randomUUID(), giver]);
  expect(await by(hired)).toBe('done');
  for (const giver of [null, owner, await market.aUser(['CREATOR'])])
    expect(await by(giver)).toBe('CL409 ROLE_NOT_ALLOWED');
  for (const credits of [0, -100]) expect(await by(hired, credits)).toBe(refusedByRule);
  await market.pool.query('update users set suspended_at = now() where id = $1', [hired]);
  expect(await by(hired)).toBe('CL409 ROLE_NOT_ALLOWED');
});

test('the entries of credits and the accounts refuse a change of their history, even by their owner', async () => {
  const id = await aBuyer();
  await addCredits(id, 100);
  for (const statement of [
    'update credit_entries set amount = amount where owner_id = $1',
    'delete from credit_entries where owner_id = $1',
    'delete from credit_accounts where owner_id = $1',
  ])
    expect(await service.asOwner(statement, [id]), statement).toBe(refusedByRule);
  expect(await service.asOwner('update credit_accounts set balance = -1 where owner_id = $1', [id])).toBe(insufficient);
});
