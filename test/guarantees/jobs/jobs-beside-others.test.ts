import { afterEach, expect, test } from 'vitest';
import type { Market } from '../../support/market/market.ts';
import { type Jobs, jobsOf } from '../../support/model/time.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import { aField, bring, spread } from '../../support/stack/races.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let jobs: Jobs;
ownMarket(async (own) => {
  ({ stack, market } = own);
  jobs = jobsOf(stack);
});
afterEach(() => market.expectSoundLedger());

const rounds = depth(4, 20);

test('deadlines are reported once each during other changes, without a gap or a failure', async () => {
  const field = await aField(market, [stack.baseUrl, stack.baseUrl], depth(40, 100));
  await bring(market, field, 'ACCEPTED');
  const ids = field.assignments.map(({ id }) => id);
  let isOver = false;
  let turn = 0;
  const goingOn = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const id = ids[Math.floor(spread(turn++) * ids.length)];
      await market.pool.query(`begin; select from placement_assignments where id = ${id} for no key update;
        insert into assignment_events (assignment_id, seq, kind, actor, at)
          select ${id}, max(seq) + 1, 'deliverable.updated', 'CREATOR', now() from assignment_events where assignment_id = ${id};
        commit`);
    }
  });
  const comesNear = () =>
    market.pool.query(
      `update placement_assignments set due_at = clock_timestamp() + interval '2 hours' where id = any ($1)`,
      [ids],
    );
  try {
    for (let round = 0; round < rounds; round++) await jobs.tell(comesNear, 2);
  } finally {
    isOver = true;
    await Promise.all(goingOn);
  }
  const { rows } = await market.pool.query(
    `select distinct max(seq) = count(*) as "isGapless", count(*) filter (where kind = 'deadline.reminder')::int as reminders
     from assignment_events where assignment_id = any ($1) group by assignment_id`,
    [ids],
  );
  expect(rows).toEqual([{ isGapless: true, reminders: rounds }]);
});

test('the job skips an assignment that cannot change, processes the rest, and fails', async () => {
  const { assignments } = await aField(market, [stack.baseUrl, stack.baseUrl], 3);
  const ids = assignments.map(({ id }) => id);
  // The first in order, whose history cannot grow.
  await market.pool.query(
    `update placement_assignments set accept_by = now() - interval '1 minute' * (case when id = $2 then 2 else 1 end) where id = any ($1)`,
    [ids, ids[0]],
  );
  await market.pool.query(
    `insert into assignment_events (assignment_id, seq, kind, actor, at) values ($1, 2147483647, 'deliverable.updated', 'CREATOR', now())`,
    [ids[0]],
  );
  await expect(jobs.moveOverdue(assignments, 1)).rejects.toThrow('out of range');
  const { rows } = await market.pool.query('select status from placement_assignments where id = any ($1) order by id', [
    ids,
  ]);
  expect(rows.map(({ status }) => status)).toEqual(['PENDING', 'EXPIRED', 'EXPIRED']);
});

test('an assignment whose order is locked for long delays no other', async () => {
  const { assignments } = await aField(market, [stack.baseUrl, stack.baseUrl], 2, 1);
  const [held, free] = assignments.map(({ id }) => id);
  await market.pool.query(
    `update placement_assignments set accept_by = now() - interval '1 minute' * (case when id = $2 then 2 else 1 end) where id = any ($1)`,
    [[held, free], held],
  );
  const holder = await market.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from placement_orders where id = $1 for update', [assignments[0]?.orderId]);
    await expect(jobs.moveOverdueOnce(assignments, 1)).rejects.toThrow();
    expect((await market.one('select status from placement_assignments where id = $1', [free])).status).toBe('EXPIRED');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await jobs.moveOverdue(assignments, 1);
  expect((await market.one('select status from placement_assignments where id = $1', [held])).status).toBe('EXPIRED');
});
