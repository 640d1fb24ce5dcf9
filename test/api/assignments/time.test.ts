import { afterEach, expect, test } from 'vitest';
import { controlOf } from '../../support/control.ts';
import type { Market } from '../../support/market.ts';
import { ownMarket } from '../../support/own-market.ts';
import type { OwnStack } from '../../support/stack.ts';
import { type Work, workOf } from '../../support/work.ts';

let stack: OwnStack;
let market: Market;
let works: ReturnType<typeof workOf>;
let fire: () => Promise<unknown>;
ownMarket(async (own) => {
  ({ stack, market } = own);
  works = workOf(market, stack.baseUrl);
  fire = () => controlOf(stack.controlUrl).fireCron('*/5 * * * *');
});
afterEach(() => market.expectSoundLedger());

const past = (column: string, { id }: Work) =>
  market.pool.query(`update placement_assignments set ${column} = now() - interval '1 minute' where id = $1`, [id]);
const seen = (work: Work) => works.seenBy(work.advertiser.api, work);
const until = (work: Work, status: string) => expect.poll(async () => (await seen(work)).status).toBe(status);
const kinds = async (work: Work): Promise<string[]> =>
  (await work.advertiser.api.get(`${works.pathOf(work)}/events`)).body.data.map(({ kind }: { kind: string }) => kind);
const balance = async ({ api }: { api: Work['creator']['api'] }) => (await api.get('/wallet')).body.data.balance.raw;

test('what nobody accepted in time cannot be accepted any more, expires, and is refunded, by three overlapping runs once', async () => {
  const work = await works.aWork();
  await past('accept_by', work);
  const late = await works.ask(work, work.creator.api, 'accept');
  expect({ status: late.status, ...late.body }).toMatchObject({
    status: 'PENDING',
    code: 'INVALID_STATE',
    allowedActions: ['decline'],
  });
  await Promise.all([fire(), fire(), fire()]);
  await until(work, 'EXPIRED');
  expect(await kinds(work)).toEqual(['assignment.funded', 'assignment.expired']);
  expect((await work.advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('0');
  expect((await work.advertiser.api.get(`/placement-orders/${work.orderId}`)).body.data.status).toBe('CANCELLED');
});

test('what nobody answered in time can only be approved, and is approved by itself: the creator is paid once', async () => {
  const work = await works.workIn('SUBMITTED');
  await past('approve_by', work);
  expect((await seen(work)).allowedActions).toEqual(['approve']);
  for (const action of ['request-changes', 'issues'] as const)
    expect((await works.ask(work, work.advertiser.api, action)).body.code).toBe('INVALID_STATE');
  await Promise.all([fire(), fire(), fire()]);
  await until(work, 'APPROVED');
  const events = (await work.creator.api.get(`${works.pathOf(work)}/events`)).body.data;
  expect(events.at(-1)).toMatchObject({ kind: 'assignment.approved', actor: 'SYSTEM', data: { auto: true } });
  expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(events.map((_: unknown, index: number) => index + 1));
  expect(await balance(work.creator)).toBe('90000000');
});

test('a deadline is told of once before it and once after it, and anew when it was moved', async () => {
  const work = await works.workIn('ACCEPTED');
  const told = async () => (await kinds(work)).filter((kind) => kind.startsWith('deadline.'));
  const dueIn = (interval: string) =>
    market.pool.query('update placement_assignments set due_at = now() + $2::interval where id = $1', [
      work.id,
      interval,
    ]);
  const becomes = (expected: readonly string[]) => expect.poll(told).toEqual(expected);
  await dueIn('2 hours');
  await Promise.all([fire(), fire(), fire()]);
  await becomes(['deadline.reminder']);
  await dueIn('-1 minute');
  await Promise.all([fire(), fire()]);
  await becomes(['deadline.reminder', 'deadline.missed']);
  await dueIn('3 hours');
  await fire();
  await becomes(['deadline.reminder', 'deadline.missed', 'deadline.reminder']);
});

test('an advertiser whom nobody delivers to cancels alone once the deadline is three days past', async () => {
  const work = await works.workIn('ACCEPTED');
  await market.pool.query(`update placement_assignments set due_at = now() - interval '71 hours' where id = $1`, [
    work.id,
  ]);
  const early = await works.ask(work, work.advertiser.api, 'cancel');
  expect(early.body.data).toMatchObject({ status: 'ACCEPTED', openProposal: { kind: 'CANCEL', author: 'ADVERTISER' } });
  await market.pool.query(`update placement_assignments set due_at = now() - interval '73 hours' where id = $1`, [
    work.id,
  ]);
  const late = await works.ask(work, work.advertiser.api, 'cancel');
  expect(late.body.data).toMatchObject({ status: 'CANCELLED', openProposal: null });
  expect(await kinds(work)).toEqual(expect.arrayContaining(['change_proposal.closed', 'assignment.cancelled']));
});

test('a draft that nobody touched for thirty days is cancelled, and its quote with it', async () => {
  const advertiser = await market.anAdvertiser();
  const listing = await market.aListing();
  const quoted = await market.aQuote(advertiser, listing);
  const fresh = (await market.aDraft(advertiser, listing)).body.data;
  await market.pool.query(`update placement_orders set updated_at = now() - interval '31 days' where id = $1`, [
    quoted.orderId,
  ]);
  await controlOf(stack.controlUrl).fireCron('17 3 * * *');
  const statusOf = async (id: number) => (await advertiser.api.get(`/placement-orders/${id}`)).body.data.status;
  await expect.poll(() => statusOf(quoted.orderId)).toBe('CANCELLED');
  expect(await statusOf(fresh.id)).toBe('DRAFT');
});
