import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { assignmentsOf } from '../../support/market/assignments.ts';
import type { Market } from '../../support/market/market.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let assignments: ReturnType<typeof assignmentsOf>;
ownMarket((own) => {
  ({ stack, market, control } = own);
  assignments = assignmentsOf(market, stack.baseUrl);
});
afterEach(() => market.expectSoundLedger());

const minuteMs = 60_000;
const day = 24 * 60 * minuteMs;

type Line = Record<string, unknown>;
/** New log lines of an event since the last call. */
function news() {
  let seen = 0;
  return (event: string): Line[] => {
    const lines: Line[] = readFileSync(stack.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const fresh = lines.slice(seen).filter((line) => line.event === event);
    seen = lines.length;
    return fresh;
  };
}
const tick = () => control.run('expire-unaccepted', 'approve-unanswered', 'record-deadline-events', 'raise-alarms');
const statusOf = async (id: number) =>
  await market.one(
    'select status, postponed_until is not null as "isPostponed" from placement_assignments where id = $1',
    [id],
  );
const damage = (id: number, by: number) =>
  market.pool.query('update ledger_holds set refunded = refunded + $2 where assignment_id = $1', [id, by]);

test('a payout that fails is logged as an error, dead-lettered and alerted on, while others continue', async () => {
  const stuck = await assignments.assignmentIn('SUBMITTED');
  const other = await assignments.assignmentIn('SUBMITTED');
  await damage(stuck.id, 1);
  await control.moveOn(8 * day);
  const since = news();
  since('job.done');
  await tick();
  expect(await statusOf(other.id)).toEqual({ status: 'APPROVED', isPostponed: false });
  expect(await statusOf(stuck.id)).toEqual({ status: 'SUBMITTED', isPostponed: true });
  const lines = news();
  expect(lines('assignment.postponed')).toMatchObject([
    { level: 'error', assignmentId: stuck.id, sqlstate: 'CL409', detail: 'VERSION_CONFLICT' },
  ]);

  const later = news();
  const tries = news();
  later('alarm');
  tries('assignment.postponed');
  await tick();
  // No job retries it before 15 minutes are over.
  expect(tries('assignment.postponed')).toEqual([]);
  const ids = [String(stuck.id)];
  expect(later('alarm')).toEqual([
    { level: 'error', event: 'alarm', alarm: 'assignments that should have been approved', ids },
    { level: 'error', event: 'alarm', alarm: 'postponed assignments', ids },
    { level: 'error', event: 'alarm', alarm: 'open assignments with an incomplete hold', ids },
    {
      ...{ level: 'error', event: 'alarm', alarm: 'users whose reserved balance differs from their open holds' },
      ids: [String(stuck.advertiser.id)],
    },
  ]);

  // Once it is repaired, the jobs end it without further help.
  await damage(stuck.id, -1);
  await control.moveOn(16 * minuteMs);
  await tick();
  expect(await statusOf(stuck.id)).toEqual({ status: 'APPROVED', isPostponed: false });
  const repaired = news();
  repaired('alarm');
  await tick();
  expect(repaired('alarm')).toEqual([]);
});

test('every violation of the ledger raises an alert', async () => {
  const work = await assignments.assignmentIn('APPROVED');
  const balanceOf = (change: string) =>
    market.pool.query(
      `update ledger_accounts set balance = balance ${change} where owner_id = $1 and kind = 'AVAILABLE'`,
      [work.creator.id],
    );
  const lines = news();
  lines('alarm');
  await balanceOf('+ 1');
  await market.pool.query('update ledger_holds set released = released - 1 where assignment_id = $1', [work.id]);
  await tick();
  expect(lines('alarm')).toEqual([
    {
      ...{ level: 'error', event: 'alarm', alarm: 'ended assignments with money on hold' },
      ids: [String(work.id)],
    },
    {
      ...{ level: 'error', event: 'alarm', alarm: 'users whose balance differs from their last entry' },
      ids: [String(work.creator.id)],
    },
    {
      ...{ level: 'error', event: 'alarm', alarm: 'users whose reserved balance differs from their open holds' },
      ids: [String(work.advertiser.id)],
    },
  ]);
  await balanceOf('- 1');
  await market.pool.query('update ledger_holds set released = released + 1 where assignment_id = $1', [work.id]);
});
