import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { assignmentsOf, type Work } from '../../../support/market/assignments.ts';
import { marketOf } from '../../../support/market/market.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { assignmentIn, seenBy, pathOf } = assignmentsOf(market, baseUrl);
let staff: Person;
beforeAll(async () => {
  staff = await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
});
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const resolve = ({ id }: Work, body: object, key: string = randomUUID()) =>
  staff.twin.post(`/staff/assignments/${id}/resolve`, { note: 'Seen and decided.', ...body }, { key });
const moneyOf = async ({ advertiser, creator }: Work) => {
  const [payer, payee] = await Promise.all([advertiser.api.get('/wallet'), creator.api.get('/wallet')]);
  const { balance, reserved } = payer.body.data;
  return { balance: BigInt(balance.raw), reserved: BigInt(reserved.raw), creator: BigInt(payee.body.data.balance.raw) };
};

// Of 100.00 with a brand fee of 5.00, and a creator fee of 10 % on the creator's part.
test.each([
  ['RELEASE', {}, 'APPROVED', 90_000_000n, 0n],
  ['REFUND', {}, 'CANCELLED', 0n, 105_000_000n],
  ['SPLIT', { creatorShareBps: 6_000 }, 'RESOLVED', 54_000_000n, 42_000_000n],
  ['SPLIT', { creatorShareBps: 3_333 }, 'RESOLVED', 29_997_000n, 70_003_500n],
  ['SPLIT', { creatorShareBps: 0 }, 'RESOLVED', 0n, 105_000_000n],
  ['SPLIT', { creatorShareBps: 10_000 }, 'RESOLVED', 90_000_000n, 0n],
] as const)('staff decides %s %o: %s, and the money is paid once', async (outcome, share, status, toCreator, back) => {
  const work = await assignmentIn('DISPUTED');
  const before = await moneyOf(work);
  const key = randomUUID();
  const replies = await Promise.all([
    resolve(work, { outcome, ...share }, key),
    resolve(work, { outcome, ...share }, key),
  ]);
  for (const reply of replies)
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 200, text: replies[0]?.text });
  expect(await seenBy(work.creator.api, work)).toMatchObject({ status, allowedActions: [] });
  const after = await moneyOf(work);
  expect({
    toCreator: after.creator - before.creator,
    back: after.balance - before.balance,
    reserved: after.reserved,
  }).toEqual({
    toCreator,
    back,
    reserved: 0n,
  });
  expect((await resolve(work, { outcome: 'REFUND' })).body.code).toBe('INVALID_STATE');
  const order = (await work.advertiser.api.get(`/placement-orders/${work.orderId}`)).body.data;
  expect(order.status).toBe(outcome === 'REFUND' ? 'CANCELLED' : 'COMPLETED');
});

test('half a minor unit of the fee on a share is rounded up', async () => {
  const work = await assignmentIn('DISPUTED', { cents: 10_001 });
  expect((await resolve(work, { outcome: 'SPLIT', creatorShareBps: 3_335 })).status).toBe(200);
  // 33,353,335 of 100,010,000, less 10 % of it: 3,335,333.5.
  expect((await moneyOf(work)).creator).toBe(30_018_001n);
});

test("the creator's share of the price is rounded down", async () => {
  const work = await assignmentIn('DISPUTED', { cents: 10_001, quantity: 5 });
  expect((await resolve(work, { outcome: 'SPLIT', creatorShareBps: 3_333 })).status).toBe(200);
  // 149,999,998.5 of 450,045,000, less 10 % of it.
  expect((await moneyOf(work)).creator).toBe(134_999_998n);
});

test('staff reads the case with the money of both sides, the messages and the whole history', async () => {
  const work = await assignmentIn('DISPUTED');
  const { data } = (await staff.twin.get(`/staff/assignments/${work.id}`)).body;
  expect(data).toMatchObject({
    ...{ id: work.id, status: 'DISPUTED', creatorId: work.creator.id, advertiserId: work.advertiser.id, files: [] },
    amounts: { base: { raw: '100000000' }, brandFee: { raw: '5000000' }, creatorFee: { raw: '10000000' } },
    dispute: { author: 'CREATOR', reason: 'QUALITY', outcome: null },
  });
  expect(data.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'assignment.funded',
    'assignment.accepted',
    'assignment.disputed',
  ]);
  const listed = (await staff.twin.get('/staff/assignments?limit=100')).body.data;
  expect(listed.every(({ status }: { status: string }) => status === 'DISPUTED')).toBe(true);
});

test('a decision needs a note, and a share for SPLIT only', async () => {
  const work = await assignmentIn('DISPUTED');
  for (const body of [
    { outcome: 'SPLIT' },
    { outcome: 'REFUND', creatorShareBps: 1 },
    { outcome: 'KEEP' },
    { outcome: 'REFUND', note: ' ' },
  ])
    expect((await resolve(work, body)).body.code).toBe('VALIDATION_FAILED');
  expect((await work.advertiser.api.get(`${pathOf(work)}`)).body.data.status).toBe('DISPUTED');
});
