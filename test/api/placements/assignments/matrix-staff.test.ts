import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AssignmentStatus } from '../../../../schema/shared/enums.ts';
import { refused } from '../../../support/contract/expectations.ts';
import { type Person, peopleOf } from '../../../support/contract/people.ts';
import { assignmentsOf, type Money, moneyIn, orderIn, states, type Work } from '../../../support/market/assignments.ts';
import { marketOf } from '../../../support/market/market.ts';
import { jobsOf } from '../../../support/stack/jobs.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const jobs = jobsOf(shared);
const { assignmentIn, untouchedIn, seenBy, moneyOf } = assignmentsOf(market, baseUrl, jobs);
const { aPerson } = peopleOf(baseUrl, market);
let staff: Person;
let party: Person;
beforeAll(async () => {
  staff = await aPerson({ roles: ['ADVERTISER', 'CREATOR', 'STAFF'] });
  party = await aPerson({ roles: ['ADVERTISER', 'CREATOR'] });
});
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

type Outcome = 'RELEASE' | 'REFUND' | 'SPLIT';
const outcomes: readonly Outcome[] = ['RELEASE', 'REFUND', 'SPLIT'];
const path = ({ id }: Work) => `/staff/assignments/${id}`;
const decide = (by: Person, work: Work, outcome: Outcome) =>
  by.twin.post(`${path(work)}/resolve`, {
    outcome,
    note: 'Seen and decided.',
    ...(outcome === 'SPLIT' && { creatorShareBps: 3_000 }),
  });

/** By hand: the state and the money after each decision. 30.00 of 100.00 less 10 %, and 1.50 of the brand fee. */
const decided: Readonly<Record<Outcome, readonly [AssignmentStatus, Money]>> = {
  RELEASE: ['APPROVED', { released: '105000000', refunded: '0', creator: '90000000' }],
  REFUND: ['CANCELLED', { released: '0', refunded: '105000000', creator: '0' }],
  SPLIT: ['RESOLVED', { released: '31500000', refunded: '73500000', creator: '27000000' }],
};

describe.concurrent.each(states)('an assignment in %s', (state) => {
  test.each(outcomes)(`${state === 'DISPUTED' ? 'is decided' : 'does not change'} by staff's %s`, async (outcome) => {
    const work = await (state === 'DISPUTED' ? assignmentIn(state) : untouchedIn(state));
    const before = await seenBy(work.creator.api, work);
    const reply = await decide(staff, work, outcome);
    const after = await seenBy(work.creator.api, work);
    if (state === 'DISPUTED') {
      const [status, money] = decided[outcome];
      expect(reply.text && reply.status).toBe(200);
      expect(reply.body.data).toMatchObject({ status, dispute: { outcome, resolverId: staff.id } });
      expect(after).toMatchObject({ status, version: before.version + 1, allowedActions: [] });
      expect(await moneyOf(work)).toEqual(money);
      const order = (await work.advertiser.api.get(`/placement-orders/${work.orderId}`)).body.data;
      expect(order.status).toBe(orderIn[status]);
    } else {
      expect(refused(reply, 'INVALID_STATE')).toMatchObject({ status: state, allowedActions: [] });
      expect(after).toEqual(before);
      expect(await moneyOf(work)).toEqual(moneyIn[state]);
    }
  });

  test('is not listed, readable or decidable by users who are not staff, including its parties', async () => {
    const work = await assignmentIn(state);
    for (const side of ['advertiser_id', 'creator_id']) {
      await market.pool.query(`update placement_assignments set ${side} = $2 where id = $1`, [work.id, party.id]);
      const before = await seenBy(party.twin, work);
      for (const reply of [
        await party.twin.get('/staff/assignments'),
        await party.twin.get(path(work)),
        ...(await Promise.all(outcomes.map((outcome) => decide(party, work, outcome)))),
      ])
        expect([reply.status, reply.body.code]).toEqual([403, 'insufficient_scope']);
      expect(await seenBy(party.twin, work)).toEqual(before);
      const back = { advertiser_id: work.advertiser.id, creator_id: work.creator.id }[side];
      await market.pool.query(`update placement_assignments set ${side} = $2 where id = $1`, [work.id, back]);
    }
    expect(await moneyOf(work)).toEqual(moneyIn[state]);
  });
});

test.concurrent.each(['advertiser_id', 'creator_id'])('staff cannot decide their own dispute as %s', async (side) => {
  const work = await assignmentIn('DISPUTED');
  await market.pool.query(`update placement_assignments set ${side} = $2 where id = $1`, [work.id, staff.id]);
  for (const outcome of outcomes) refused(await decide(staff, work, outcome), 'ROLE_NOT_ALLOWED');
  expect((await seenBy(staff.twin, work)).status).toBe('DISPUTED');
  expect(await moneyOf(work)).toEqual(moneyIn.DISPUTED);
});
