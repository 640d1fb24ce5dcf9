import { afterEach, expect, test, vi } from 'vitest';
import { assignmentsOf, type Work } from '../../support/market/assignments.ts';
import type { Market } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import { pollTimeout } from '../../support/stack/poll-timeout.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

const frequent = '*/5 * * * *';
/** The number of assignments for each effect of time. */
const copies = depth(1, 2);
const jobs = [{ kind: 'expire-unaccepted' }, { kind: 'approve-unanswered' }, { kind: 'record-deadline-events' }];

let stack: OwnStack;
let market: Market;
let assignments: ReturnType<typeof assignmentsOf>;
let control: ReturnType<typeof controlOf>;
let clean: readonly object[];
ownMarket(async (own) => {
  ({ stack, market } = own);
  assignments = assignmentsOf(market, stack.baseUrl);
  control = controlOf(stack.controlUrl);
  const due = await everythingIsDue();
  await control.fireCron(frequent);
  clean = await settled(due);
});
afterEach(() => market.expectSoundLedger());

/** Some assignments for each effect of time. */
async function everythingIsDue(late = '1 minute'): Promise<Work[]> {
  const states = ['PENDING', 'SUBMITTED', 'ACCEPTED', 'CHANGES_REQUESTED', 'DISPUTED'] as const;
  const due = await Promise.all(
    Array.from({ length: copies }, () => states.map((status) => assignments.assignmentIn(status))).flat(),
  );
  await market.pool.query(
    `update placement_assignments set accept_by = now() - $2::interval, due_at = now() - $2::interval,
       approve_by = case when status = 'SUBMITTED' then now() - $2::interval end where id = any ($1)`,
    [due.map(({ id }) => id), late],
  );
  return due;
}

/** Their state after all jobs: status, money, the order, the history. */
async function settled(due: readonly Work[]): Promise<readonly object[]> {
  await vi.waitUntil(async () => (await undone(due)) === 0, pollTimeout);
  return Promise.all(due.map((work) => endOf(work)));
}

const undone = async (due: readonly Work[]): Promise<number> =>
  (
    await market.one(
      `select count(*)::int as left from placement_assignments where id = any ($1) and (status in ('PENDING', 'SUBMITTED')
         or status in ('ACCEPTED', 'CHANGES_REQUESTED') and missed_deadline is distinct from due_at)`,
      [due.map(({ id }) => id)],
    )
  ).left;

async function endOf({ id, orderId, advertiser, creator }: Work): Promise<object> {
  const { rows: events } = await market.pool.query(
    'select seq, kind, actor from assignment_events where assignment_id = $1 order by seq',
    [id],
  );
  const { rows: messages } = await market.pool.query(
    `select payload->>'kind' as kind from outbox where (payload->>'assignmentId')::bigint = $1 order by id`,
    [id],
  );
  const assignment = await market.one('select status, version from placement_assignments where id = $1', [id]);
  const hold = await market.one('select amount, released, refunded from ledger_holds where assignment_id = $1', [id]);
  const order = await market.one('select status from placement_orders where id = $1', [orderId]);
  const balances = await market.pool.query(
    'select kind, balance from ledger_accounts where owner_id in ($1, $2) order by kind, balance',
    [advertiser.id, creator.id],
  );
  return { assignment, hold, order: order.status, events, messages, balances: balances.rows };
}

test('one run expires, approves and notifies what is due, and nothing else', () => {
  const ends = clean.map((end) => JSON.stringify(end));
  for (const [status, kind] of [
    ['EXPIRED', 'assignment.expired'],
    ['APPROVED', 'assignment.approved'],
    ['ACCEPTED', 'deadline.missed'],
    ['CHANGES_REQUESTED', 'deadline.missed'],
    ['DISPUTED', 'assignment.disputed'],
  ])
    expect(ends.filter((end) => end.includes(`"status":"${status}"`) && end.includes(`"kind":"${kind}"`))).toHaveLength(
      copies,
    );
});

test('three concurrent runs of a cron trigger have the effect of one', async () => {
  const due = await everythingIsDue();
  await Promise.all([control.fireCron(frequent), control.fireCron(frequent), control.fireCron(frequent)]);
  expect(await settled(due)).toEqual(clean);
});

test('each message delivered three times at once and once later has the effect of one run', async () => {
  const due = await everythingIsDue();
  await Promise.all([control.deliver(jobs), control.deliver(jobs), control.deliver(jobs)]);
  const ends = await settled(due);
  await control.deliver(jobs);
  expect(ends).toEqual(clean);
  expect(await settled(due)).toEqual(clean);
});

test.each(depth(jobs.slice(1, 2), jobs))(
  'a consumer of $kind that is killed between its commit and the acknowledgement has the effect of one run',
  async (job) => {
    const due = await everythingIsDue();
    const before = await eventsOf(due);
    await control.neon('hold-next-reply', job.kind === 'record-deadline-events' ? 'assignment_events' : 'end_moves');
    const cutOff = control.deliver([job]).catch(() => undefined);
    await expect.poll(() => eventsOf(due)).toBeGreaterThan(before);
    await control.killRuntimes();
    await cutOff;
    // The queue redelivers a message without an acknowledgement.
    await control.deliver([job]);
    await control.deliver(jobs);
    expect(await settled(due)).toEqual(clean);
  },
);

test('a run after a day of skipped triggers has the effect of a run in time', async () => {
  const due = await everythingIsDue('1 day');
  await control.fireCron(frequent);
  expect(await settled(due)).toEqual(clean);
});

const eventsOf = async (due: readonly Work[]): Promise<number> =>
  (
    await market.one('select count(*)::int as count from assignment_events where assignment_id = any ($1)', [
      due.map(({ id }) => id),
    ])
  ).count;
