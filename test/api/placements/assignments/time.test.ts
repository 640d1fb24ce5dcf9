import { afterEach, expect, test } from 'vitest';
import { assignmentsOf, type Work } from '../../../support/market/assignments.ts';
import type { Market } from '../../../support/market/market.ts';
import { controlOf } from '../../../support/stack/control.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import { timeOf } from '../../../support/stack/stack-time.ts';

let market: Market;
let assignments: ReturnType<typeof assignmentsOf>;
let time: ReturnType<typeof timeOf>;
let control: ReturnType<typeof controlOf>;
ownMarket(async ({ stack, market: own }) => {
  market = own;
  assignments = assignmentsOf(market, stack.baseUrl);
  time = timeOf(stack);
  control = controlOf(stack.controlUrl);
});
afterEach(() => market.expectSoundLedger());

const hourMs = 3_600_000;
const fire = () => control.fireCron('*/5 * * * *');
const seen = (work: Work) => assignments.seenBy(work.advertiser.api, work);
/** An assignment in a state, of an order with future dates. */
const assignmentIn = async (status: Parameters<typeof assignments.assignmentIn>[0]) =>
  assignments.assignmentIn(status, { item: await time.itemDates() });
const kinds = async (work: Work): Promise<string[]> =>
  (await work.advertiser.api.get(`${assignments.pathOf(work)}/events`)).body.data.map(
    ({ kind }: { kind: string }) => kind,
  );
const balance = async ({ api }: { api: Work['creator']['api'] }) => (await api.get('/wallet')).body.data.balance.raw;

test('an assignment not accepted in time expires and is refunded once, by three overlapping runs', async () => {
  const work = await assignmentIn('PENDING');
  await time.reach((await seen(work)).acceptBy, 1);
  await fire();
  expect(await seen(work)).toMatchObject({ status: 'PENDING' });
  expect((await assignments.seenBy(work.creator.api, work)).allowedActions).toContain('accept');
  await time.reach((await seen(work)).acceptBy);
  const late = await assignments.act(work, work.creator.api, 'accept');
  expect({ status: late.status, ...late.body }).toMatchObject({
    status: 'PENDING',
    code: 'INVALID_STATE',
    allowedActions: ['decline'],
  });
  await Promise.all([fire(), fire(), fire()]);
  expect((await seen(work)).status).toBe('EXPIRED');
  expect(await kinds(work)).toEqual(['assignment.funded', 'assignment.expired']);
  expect((await work.advertiser.api.get('/wallet')).body.data.reserved.raw).toBe('0');
  expect((await work.advertiser.api.get(`/placement-orders/${work.orderId}`)).body.data.status).toBe('CANCELLED');
});

test('a submission not answered in time is approved automatically, and the creator is paid once', async () => {
  const work = await assignmentIn('SUBMITTED');
  await time.reach((await seen(work)).approveBy, 1);
  await fire();
  expect(await seen(work)).toMatchObject({ status: 'SUBMITTED' });
  expect((await seen(work)).allowedActions).toContain('request-changes');
  await time.reach((await seen(work)).approveBy);
  expect((await seen(work)).allowedActions).toEqual(['approve']);
  for (const action of ['request-changes', 'issues'] as const)
    expect((await assignments.act(work, work.advertiser.api, action)).body.code).toBe('INVALID_STATE');
  await Promise.all([fire(), fire(), fire()]);
  expect((await seen(work)).status).toBe('APPROVED');
  const events = (await work.creator.api.get(`${assignments.pathOf(work)}/events`)).body.data;
  expect(events.at(-1)).toMatchObject({ kind: 'assignment.approved', actor: 'SYSTEM', data: { auto: true } });
  expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(events.map((_: unknown, index: number) => index + 1));
  expect(await balance(work.creator)).toBe('90000000');
});

test('a deadline is reported once before it and once after it, and again when it moves', async () => {
  const work = await assignmentIn('ACCEPTED');
  const deadlineEvents = async () => (await kinds(work)).filter((kind) => kind.startsWith('deadline.'));
  await time.reach((await seen(work)).dueAt, 120);
  await Promise.all([fire(), fire(), fire()]);
  expect(await deadlineEvents()).toEqual(['deadline.reminder']);
  await time.reach((await seen(work)).dueAt);
  await Promise.all([fire(), fire()]);
  expect(await deadlineEvents()).toEqual(['deadline.reminder', 'deadline.missed']);
  const dueAt = (await time.later(3 * hourMs)).toISOString();
  const { data } = (await assignments.must(assignments.act(work, work.creator.api, 'change-proposals', { dueAt })))
    .body;
  const decision = `${assignments.pathOf(work)}/change-proposals/${data.openProposal.id}/accept`;
  await assignments.must(work.advertiser.api.post(decision, { expectedVersion: data.version }));
  await fire();
  expect(await deadlineEvents()).toEqual(['deadline.reminder', 'deadline.missed', 'deadline.reminder']);
});

test('an advertiser can cancel alone three days after a missed deadline', async () => {
  const [requested, work] = [await assignmentIn('ACCEPTED'), await assignmentIn('ACCEPTED')];
  const threeDays = 72 * 60;
  await time.reach((await seen(requested)).dueAt, 1 - threeDays);
  const early = await assignments.act(requested, requested.advertiser.api, 'cancel');
  expect(early.body.data).toMatchObject({ status: 'ACCEPTED', openProposal: { kind: 'CANCEL', author: 'ADVERTISER' } });
  await time.reach((await seen(work)).dueAt, -threeDays);
  for (const one of [requested, work]) {
    const late = await assignments.act(one, one.advertiser.api, 'cancel');
    expect(late.body.data).toMatchObject({ status: 'CANCELLED', openProposal: null });
  }
  expect(await kinds(requested)).toEqual(expect.arrayContaining(['change_proposal.closed', 'assignment.cancelled']));
});

test('a draft without changes for thirty days is cancelled with its quote', async () => {
  const advertiser = await market.anAdvertiser();
  const listing = await market.aListing();
  const quoted = await market.aQuote(advertiser, listing, await time.itemDates());
  await control.moveClock(await time.later(2 * hourMs));
  const fresh = (await market.aDraft(advertiser, listing, await time.itemDates())).body.data;
  await control.moveClock(await time.later(30 * 24 * hourMs - hourMs));
  await control.fireCron('17 3 * * *');
  const statusOf = async (id: number) => (await advertiser.api.get(`/placement-orders/${id}`)).body.data.status;
  expect(await statusOf(quoted.orderId)).toBe('CANCELLED');
  expect(await statusOf(fresh.id)).toBe('DRAFT');
});
