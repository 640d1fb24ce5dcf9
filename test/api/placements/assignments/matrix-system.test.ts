import { afterEach, describe, expect, test } from 'vitest';
import type { AssignmentStatus } from '../../../../schema/shared/enums.ts';
import { assignmentsOf, moneyIn, orderIn, states, type Work } from '../../../support/market/assignments.ts';
import type { Market } from '../../../support/market/market.ts';
import { diagonal } from '../../../support/stack/depth.ts';
import { type Jobs, jobsOf, type TimedJob, timedJobs } from '../../../support/stack/jobs.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';
import type { OwnStack } from '../../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let jobs: Jobs;
let assignments: ReturnType<typeof assignmentsOf>;
ownMarket(async (own) => {
  ({ stack, market } = own);
  jobs = jobsOf(stack);
  assignments = assignmentsOf(market, stack.baseUrl, jobs);
});
afterEach(() => market.expectSoundLedger());

type Told = readonly [status: AssignmentStatus, event: string, data?: object];
/** By hand: the effect of each job on each state after all deadlines. Missing entries have no effect. */
const moves: Readonly<Partial<Record<AssignmentStatus, Partial<Record<TimedJob, Told>>>>> = {
  PENDING: { 'expire-unaccepted': ['EXPIRED', 'assignment.expired'] },
  ACCEPTED: { 'record-deadline-events': ['ACCEPTED', 'deadline.missed'] },
  SUBMITTED: { 'approve-unanswered': ['APPROVED', 'assignment.approved', { auto: true }] },
  CHANGES_REQUESTED: { 'record-deadline-events': ['CHANGES_REQUESTED', 'deadline.missed'] },
};

const overdue = ({ id }: Work) =>
  market.pool.query(
    `update placement_assignments set accept_by = now() - interval '1 minute', due_at = now() - interval '1 minute',
       approve_by = case when approve_by is not null then now() - interval '1 minute' end where id = $1`,
    [id],
  );
const eventsOf = async (work: Work) =>
  (await work.advertiser.api.get(`${assignments.pathOf(work)}/events?limit=100`)).body.data;

async function stays(work: Work, kinds: readonly TimedJob[], state: AssignmentStatus): Promise<void> {
  const before = [await assignments.seenBy(work.creator.api, work), await eventsOf(work)];
  for (const kind of kinds) await jobs.run(kind);
  expect([await assignments.seenBy(work.creator.api, work), await eventsOf(work)]).toEqual(before);
  expect(await assignments.moneyOf(work)).toEqual(moneyIn[state]);
}

describe.each(states)('an assignment in %s', (state) => {
  // No job affects this state: one assignment is enough.
  const isLeftAlone = moves[state] === undefined;

  test('does not change by any job before its deadlines', async () => {
    await stays(
      await (isLeftAlone ? assignments.untouchedIn(state) : assignments.assignmentIn(state)),
      timedJobs,
      state,
    );
  });

  // At the quick depth each state has its own job and one of all.
  const one = diagonal(timedJobs, states.indexOf(state));
  const run = timedJobs.filter((kind) => moves[state]?.[kind] !== undefined || one.includes(kind));

  test.each(run)(`follows the transition table for %s after its deadlines`, async (kind) => {
    const work = await (isLeftAlone ? assignments.untouchedIn(state) : assignments.assignmentIn(state));
    await overdue(work);
    const move = moves[state]?.[kind];
    if (!move) {
      await stays(work, [kind], state);
      return;
    }
    const [to, event, data = {}] = move;
    const before = await eventsOf(work);
    // A repeated or concurrent run has no further effect.
    await Promise.all([jobs.run(kind), jobs.run(kind)]);
    await jobs.run(kind);
    const events = await eventsOf(work);
    expect(events.slice(0, -1)).toEqual(before);
    expect(events.at(-1)).toMatchObject({ kind: event, actor: 'SYSTEM', data });
    expect((await assignments.seenBy(work.creator.api, work)).status).toBe(to);
    expect(await assignments.moneyOf(work)).toEqual(moneyIn[to]);
    const order = (await work.advertiser.api.get(`/placement-orders/${work.orderId}`)).body.data;
    expect(order.status).toBe(orderIn[to]);
  });
});
