import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../support/contract/people.ts';
import { assignmentsOf, type Work } from '../../support/market/assignments.ts';
import type { Market } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { whileHeld } from '../../support/stack/held-rows.ts';
import { ownMarket } from '../../support/stack/own-market.ts';

const minuteMs = 60_000;
const hour = 60 * minuteMs;
const day = 24 * hour;

let baseUrl: string;
let market: Market;
let control: ReturnType<typeof controlOf>;
let assignments: ReturnType<typeof assignmentsOf>;
/**
 * One with a suspended creator, one with a suspended advertiser, and one that is late when its creator is suspended.
 */
let pending: Work;
let submitted: Work;
let late: Work;
let disputed: Work;

ownMarket((own) => {
  ({ baseUrl } = own.stack);
  market = own.market;
  control = controlOf(own.stack.controlUrl);
  assignments = assignmentsOf(market, own.stack.baseUrl);
});
beforeAll(async () => {
  pending = await assignments.anAssignment();
  [submitted, late, disputed] = [
    await assignments.assignmentIn('SUBMITTED'),
    await assignments.assignmentIn('ACCEPTED'),
    await assignments.assignmentIn('ACCEPTED'),
  ];
});

/** Tokens expire after 15 minutes of this stack's time: each call uses a new member of staff. */
const staff = async () => (await peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] })).twin;

const suspend = async (userId: number, suspended: boolean) =>
  expect(
    (await (await staff()).put(`/staff/users/${userId}/suspension`, { suspended, reason: 'Chargeback' })).status,
  ).toBe(200);
const parties = () => [pending.creator.id, submitted.advertiser.id, late.creator.id, disputed.creator.id];

async function pass(ms: number): Promise<void> {
  await control.moveOn(ms);
  await control.run('expire-unaccepted', 'approve-unanswered', 'record-deadline-events');
}
const rowOf = ({ id }: Work) =>
  market.one(
    'select status, accept_by, approve_by, reminded_deadline, missed_deadline from placement_assignments where id = $1',
    [id],
  );
const stopped = async () =>
  (await (await staff()).get('/staff/assignments?suspended=true&limit=100')).body.data.map(
    ({ id }: { id: number }) => id,
  );

test('an assignment whose party is suspended during the job does not change', async () => {
  const work = await assignments.assignmentIn('SUBMITTED');
  const past = new Date((await control.now()).getTime() - minuteMs);
  await market.pool.query('update placement_assignments set approve_by = $2 where id = $1', [work.id, past]);
  await whileHeld(
    market.pool,
    { text: 'select from placement_orders where id = $1 for update', values: [work.orderId] },
    () => control.run('expire-unaccepted', 'approve-unanswered', 'record-deadline-events'),
    () => suspend(work.creator.id, true),
  );
  expect((await rowOf(work)).status).toBe('SUBMITTED');
  await suspend(work.creator.id, false);
});

test('lifting the suspension of a user who is not suspended moves no window', async () => {
  const work = await assignments.assignmentIn('SUBMITTED');
  const soon = new Date((await control.now()).getTime() + hour);
  await market.pool.query('update placement_assignments set approve_by = $2 where id = $1', [work.id, soon]);
  await suspend(work.creator.id, false);
  expect((await rowOf(work)).approve_by).toEqual(soon);
});

test('the windows of an assignment do not end during a suspension of a party, and staff can list it', async () => {
  for (const id of parties()) await suspend(id, true);
  await pass(40 * day);
  expect((await rowOf(pending)).status).toBe('PENDING');
  expect((await rowOf(submitted)).status).toBe('SUBMITTED');
  expect(await rowOf(late)).toMatchObject({ status: 'ACCEPTED', reminded_deadline: null, missed_deadline: null });
  expect(await stopped()).toEqual([pending, submitted, late, disputed].map(({ id }) => id).sort((a, b) => a - b));
  const only = (await (await staff()).get('/staff/assignments?suspended=true&status=SUBMITTED')).body.data;
  expect(only.map(({ id }: { id: number }) => id)).toEqual([submitted.id]);
});

test('the other party gains nothing by time during a suspension, and can still act', async () => {
  // The deadline is long past, but the creator could not submit: the advertiser can only propose to cancel.
  const { data } = (await assignments.must(assignments.act(late, late.advertiser.api, 'cancel'))).body;
  expect(data).toMatchObject({ status: 'ACCEPTED', openProposal: { kind: 'CANCEL' } });
  expect((await assignments.must(assignments.act(disputed, disputed.advertiser.api, 'issues'))).body.data.status).toBe(
    'DISPUTED',
  );
  // The advertiser can still request changes, because the window has not ended.
  const seen = await assignments.seenBy(submitted.creator.api, submitted);
  expect(seen.allowedActions).toContain('issues');
});

test('a reinstated user has at least 72 hours of every window', async () => {
  for (const id of parties()) await suspend(id, false);
  expect(await stopped()).toEqual([]);
  const now = (await control.now()).getTime();
  for (const at of [(await rowOf(pending)).accept_by, (await rowOf(submitted)).approve_by])
    expect(Math.abs(at.getTime() - now - 72 * hour)).toBeLessThan(minuteMs);
  await pass(72 * hour - 5 * minuteMs);
  expect([(await rowOf(pending)).status, (await rowOf(submitted)).status]).toEqual(['PENDING', 'SUBMITTED']);
  const early = (await assignments.seenBy(late.advertiser.api, late)).allowedActions;
  expect(early).not.toContain('cancel');
  await pass(10 * minuteMs);
  expect([(await rowOf(pending)).status, (await rowOf(submitted)).status]).toEqual(['EXPIRED', 'APPROVED']);
  expect((await assignments.must(assignments.act(late, late.advertiser.api, 'cancel'))).body.data.status).toBe(
    'CANCELLED',
  );
  await market.expectSoundLedger();
});
