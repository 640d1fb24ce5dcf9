import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../../support/client.ts';
import { type Person, peopleOf } from '../../support/contract/people.ts';
import { aPurchase, creditsOf } from '../../support/credits.ts';
import { marketOf } from '../../support/market/market.ts';
import { whileHeld } from '../../support/stack/held-rows.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { aFactory, addCredits, statusOf } = creditsOf(market);
afterAll(async () => {
  await market.expectSoundLedger();
  await market.close();
});

let staff: Person;
let buyer: Person;
let first: number;
let second: number;
beforeAll(async () => {
  const { aPerson } = peopleOf(baseUrl, market);
  staff = await aPerson({ roles: ['STAFF'] });
  buyer = await aPerson({ fundsCents: 1_000 });
  [first, second] = [await aFactory(buyer.id), await aFactory(buyer.id)];
  await addCredits(buyer.id, 100);
});

const operations: readonly (readonly [string, () => Promise<Reply>])[] = [
  ['a purchase', () => buyer.twin.post('/factories/credits/purchase', aPurchase())],
  ['a grant', () => staff.twin.post(`/staff/users/${buyer.id}/credits`, { credits: 5, reference: randomUUID() })],
];

const locking = (table: string, column: string, value: number) => ({
  text: `select from ${table} where ${column} = $1 for no key update`,
  values: [value],
});
const account = () => locking('credit_accounts', 'owner_id', buyer.id);
const factory = (id: number) => locking('factories', 'id', id);

type Rows = ReturnType<typeof locking>;

/** While it waits for the held rows, the request has locked `before` and not yet `after`. */
async function expectOrder(send: () => Promise<Reply>, held: Rows, before: readonly Rows[], after: readonly Rows[]) {
  const reply = await whileHeld(market.pool, held, send, async (holder) => {
    for (const { text, values } of before)
      await expect(market.pool.query(`${text} nowait`, values)).rejects.toMatchObject({ code: '55P03' });
    for (const { text, values } of after) await holder.query(`${text} nowait`, values);
  });
  expect(reply.status).toBe(201);
}

test.each(operations)('%s locks the factories by id, then the credits', async (_, send) => {
  await expectOrder(send, factory(second), [factory(first)], [account()]);
  await expectOrder(send, account(), [factory(first), factory(second)], []);
});

test('a purchase locks the credits before the ledger', () =>
  expectOrder(
    () => buyer.twin.post('/factories/credits/purchase', aPurchase()),
    locking('ledger_accounts', 'owner_id', buyer.id),
    [account()],
    [],
  ));

test('a purchase resumes a factory that a scan pauses meanwhile', async () => {
  const pause = {
    text: `update factories set status = 'PAUSED', pause_reason = 'NO_CREDITS' where id = $1`,
    values: [first],
  };
  const send = () => buyer.twin.post('/factories/credits/purchase', aPurchase());
  const reply = await whileHeld(market.pool, pause, send, (holder) => holder.query('commit'));
  expect(reply.status).toBe(201);
  expect(await statusOf(first)).toMatchObject({ status: 'ACTIVE' });
});

test('a purchase resumes a factory that is created and paused while it waits for the credits', async () => {
  let created = 0;
  const send = () => buyer.twin.post('/factories/credits/purchase', aPurchase());
  const reply = await whileHeld(market.pool, account(), send, async () => {
    created = await aFactory(buyer.id, { pauseReason: 'NO_CREDITS' });
  });
  expect(reply.status).toBe(201);
  expect(await statusOf(created)).toMatchObject({ status: 'ACTIVE', version: 2 });
});
