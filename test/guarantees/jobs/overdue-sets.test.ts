import { afterEach, expect, test } from 'vitest';
import type { Query } from '../../../db/query.ts';
import type { JobCtx } from '../../../functions/context.ts';
import { approveUnanswered, expireUnaccepted } from '../../../functions/placements/assignments/index.ts';
import type { Market } from '../../support/market/market.ts';
import { depth, isFullDepth } from '../../support/stack/depth.ts';
import { jobContextOf } from '../../support/stack/jobs.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import { aField, bring } from '../../support/stack/races.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
ownMarket((own) => {
  ({ stack, market } = own);
});
afterEach(() => market.expectSoundLedger());

/** The context of a job, which counts its calls to Postgres. */
function counted(): { ctx: JobCtx; calls: string[] } {
  const ctx = jobContextOf(stack)();
  const calls: string[] = [];
  const read = <Row>(statement: Query<Row>): Promise<Row[]> => {
    calls.push('read');
    return ctx.db.read(statement);
  };
  const transaction: JobCtx['db']['transaction'] = (statements) => {
    calls.push('commit');
    return ctx.db.transaction(statements);
  };
  return { ctx: { ...ctx, db: { ...ctx.db, read, transaction } }, calls };
}

const windows = { PENDING: 'accept_by', SUBMITTED: 'approve_by' } as const;

async function overdue(status: keyof typeof windows, count: number, itemsInAnOrder = 20): Promise<number[]> {
  const field = await aField(market, [stack.baseUrl, stack.baseUrl], count, itemsInAnOrder);
  if (status === 'SUBMITTED') await bring(market, field, status);
  const ids = field.assignments.map(({ id }) => id).sort((one, other) => one - other);
  await market.pool.query(
    `update placement_assignments set ${windows[status]} = now() - interval '1 minute' where id = any ($1)`,
    [ids],
  );
  return ids;
}

const statusesOf = async (ids: readonly number[]): Promise<Record<string, number>> => {
  const { rows } = await market.pool.query(
    'select status, count(*)::int from placement_assignments where id = any ($1) group by 1 order by 1',
    [ids],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

test.runIf(isFullDepth)(
  '1,000 assignments that were not accepted in time are refunded with three calls to Postgres',
  async () => {
    const ids = await overdue('PENDING', 1_000);
    const { ctx, calls } = counted();
    expect(await expireUnaccepted(ctx)).toEqual({ done: 1_000, isMore: true });
    expect(calls).toEqual(['read', 'commit', 'commit']);
    expect(await statusesOf(ids)).toEqual({ EXPIRED: 1_000 });
    const { rows } = await market.pool.query(
      `select count(*)::int as events, count(distinct assignment_id)::int as assignments, max(seq) as last,
       (select count(*)::int from ledger_transfers where kind = 'REFUND' and reference_id = any ($1::text[])) as refunds
     from assignment_events where assignment_id = any ($1::text[]::bigint[])`,
      [ids.map(String)],
    );
    expect(rows).toEqual([{ events: 2_000, assignments: 1_000, last: 2, refunds: 1_000 }]);
    expect(await expireUnaccepted(counted().ctx)).toEqual({ done: 0, isMore: false });
  },
);

test('unanswered submissions are paid in one commit', async () => {
  const count = depth(20, 60);
  const ids = await overdue('SUBMITTED', count);
  const { ctx, calls } = counted();
  expect(await approveUnanswered(ctx)).toEqual({ done: count, isMore: false });
  expect(calls).toEqual(['read', 'commit']);
  expect(await statusesOf(ids)).toEqual({ APPROVED: count });
});

test('one of a set that cannot be moved is set aside with few calls, and the others are moved', async () => {
  const halvings = depth(5, 6);
  const ids = await overdue('PENDING', 2 ** halvings);
  const [damaged = 0] = ids.slice(20);
  await market.pool.query(
    `insert into assignment_events (assignment_id, seq, kind, actor, at) values ($1, 2147483647, 'deliverable.updated', 'CREATOR', now())`,
    [damaged],
  );
  const { ctx, calls } = counted();
  await expect(expireUnaccepted(ctx)).rejects.toThrow('out of range');
  // Each failed commit halves the set, with 2 commits each at most, beside the first commit.
  expect(calls.filter((call) => call === 'commit').length).toBeLessThanOrEqual(2 * halvings + 1);
  expect(await statusesOf(ids)).toEqual({ EXPIRED: 2 ** halvings - 1, PENDING: 1 });
  const { rows } = await market.pool.query('select id from placement_assignments where postponed_until is not null');
  expect(rows).toEqual([{ id: String(damaged) }]);
  expect(await expireUnaccepted(counted().ctx)).toEqual({ done: 0, isMore: false });
});

test('assignments that a party has moved since they were read leave the set, and the others are moved', async () => {
  const count = depth(20, 40);
  const ids = await overdue('PENDING', count);
  const moved = ids.slice(0, 7);
  const { ctx, calls } = counted();
  let isFirst = true;
  const racing: JobCtx = {
    ...ctx,
    db: {
      ...ctx.db,
      async read(statement) {
        const rows = await ctx.db.read(statement);
        // As an acceptance does it, between the read and the commit.
        if (isFirst)
          await market.pool.query(
            `update placement_assignments set status = 'ACCEPTED', accepted_at = now(), version = version + 1 where id = any ($1)`,
            [moved],
          );
        isFirst = false;
        return rows;
      },
    },
  };
  expect(await expireUnaccepted(racing)).toEqual({ done: count - 7, isMore: false });
  expect(calls).toEqual(['read', 'commit', 'read', 'commit']);
  expect(await statusesOf(ids)).toEqual({ ACCEPTED: 7, EXPIRED: count - 7 });
});

test('two runs at once move each assignment of a set once', async () => {
  const count = depth(40, 100);
  const ids = await overdue('PENDING', count);
  const runs = await Promise.all([1, 2, 3].map(() => expireUnaccepted(counted().ctx)));
  expect(runs.reduce((sum, { done }) => sum + done, 0)).toBe(count);
  expect(await statusesOf(ids)).toEqual({ EXPIRED: count });
});

/** Runs the job while another transaction holds the locks of this statement. */
async function besideLock(sql: string, values: readonly unknown[]): Promise<unknown> {
  const holder = await market.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(sql, [...values]);
    return await expireUnaccepted(counted().ctx).catch((error: unknown) => error);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

test.each([
  ['an assignment', 'select from placement_assignments where id = $1 for update'],
  [
    'an order',
    'select from placement_orders where id = (select order_id from placement_assignments where id = $1) for update',
  ],
])('a locked row of %s delays only assignments that need it', async (_, lock) => {
  const count = depth(12, 40);
  const ids = await overdue('PENDING', count, 4);
  expect(await besideLock(lock, [ids[0]])).toBeInstanceOf(Error);
  const { EXPIRED = 0 } = await statusesOf(ids);
  expect(EXPIRED).toBeGreaterThanOrEqual(count - 4);
  await expireUnaccepted(counted().ctx);
  expect(await statusesOf(ids)).toEqual({ EXPIRED: count });
});

test.runIf(isFullDepth)('a set that takes longer than a statement may is halved until it passes', async () => {
  const ids = await overdue('PENDING', 60);
  await market.pool.query(
    `create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.12); return new; end'`,
  );
  await market.pool.query(
    'create trigger slow before update of status on placement_assignments for each row execute function slow()',
  );
  try {
    // 60 rows would take 7.2 s, and a statement may take 6.5 s.
    expect(await expireUnaccepted(counted().ctx)).toMatchObject({ done: 60 });
  } finally {
    await market.pool.query('drop function slow() cascade');
  }
  expect(await statusesOf(ids)).toEqual({ EXPIRED: 60 });
});
