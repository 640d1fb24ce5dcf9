import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Market } from '../../support/market/market.ts';
import type { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { ownMarket } from '../../support/stack/own-market.ts';
import { aField, bring, type Contested, type Field, pathOf } from '../../support/stack/races.ts';
import type { OwnStack } from '../../support/stack/stack.ts';

const jobs = [{ kind: 'expire-unaccepted' }, { kind: 'approve-unanswered' }, { kind: 'record-deadline-events' }];

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let workers: string[];
/** The number of assignments of each kind: so many that both sides end some of them. */
const count = depth(22, 40);
ownMarket(async (own) => {
  ({ stack, market, control } = own);
  workers = [stack.baseUrl];
  for (let n = 0; n < depth(1, 2); n++) workers.push(await control.anotherInstance());
});
afterEach(() => market.expectSoundLedger());

const pass = (column: string, { assignments }: Field) =>
  market.pool.query(`update placement_assignments set ${column} = now() - interval '1 minute' where id = any ($1)`, [
    assignments.map(({ id }) => id),
  ]);

/** Runs each job in every instance at once. */
const everywhere = () => Promise.all(workers.flatMap((worker) => jobs.map((job) => control.deliver([job], worker))));

/**
 * A party acts on each assignment in order and gets a refusal or succeeds. The jobs run from the other end after its
 * first successes, and it stops before the last ones until the jobs have ended some, so both succeed on a part.
 */
function partyOn({ assignments }: Field, act: (work: Contested) => Promise<{ status: number; text: string }>) {
  const begun = Promise.withResolvers<void>();
  const ids = assignments.map(({ id }) => id).sort((one, other) => one - other);
  const left = ids.slice(0, 10);
  const endedOfLeft = async () =>
    (
      await market.one('select count(*)::int from placement_assignments where id = any ($1) and ended_at is not null', [
        left,
      ])
    ).count;
  async function actOnAll(): Promise<Set<number>> {
    const won = new Set<number>();
    for (const work of assignments.toSorted((one, other) => other.id - one.id)) {
      if (work.id === left.at(-1)) await expect.poll(endedOfLeft).toBeGreaterThan(0);
      const { status, text } = await act(work);
      if (status === 200) won.add(work.id);
      else expect(text).toMatch(/VERSION_CONFLICT|INVALID_STATE/);
      if (won.size > 0) begun.resolve();
    }
    return won;
  }
  return { begun: begun.promise, won: actOnAll() };
}

const oldestFirst = ({ assignments }: Field) => assignments.map(({ id }) => id).sort((one, other) => one - other);

const endsOf = async ({ assignments }: Field) =>
  (
    await market.pool.query(
      `select a.id::int, a.status, (select json_agg(e.kind order by e.seq) from assignment_events e where e.assignment_id = a.id and e.kind <> 'assignment.funded') as kinds,
         (select max(seq) = count(*) from assignment_events e where e.assignment_id = a.id) as "isGapless",
         (select count(*)::int from outbox o where (o.payload->>'assignmentId')::bigint = a.id) =
           (select count(*)::int from assignment_events e where e.assignment_id = a.id and e.kind = any (
             array['assignment.funded', 'assignment.expired', 'assignment.declined', 'assignment.approved', 'deadline.missed'])) as "isToldOnce",
         (select count(*)::int from ledger_transfers t where t.reference_type = 'assignment' and t.reference_id = a.id::text) as transfers
       from placement_assignments a where a.id = any ($1) order by a.id`,
      [assignments.map(({ id }) => id)],
    )
  ).rows;

test('concurrent jobs of several instances end each assignment once, while parties act on it', async () => {
  const pair = workers.slice(-2) as [string, string];
  const [unaccepted, unanswered, late] = [
    await aField(market, pair, count),
    await aField(market, pair, count),
    await aField(market, pair, count),
  ];
  await bring(market, unanswered, 'SUBMITTED');
  await bring(market, late, 'ACCEPTED');
  await Promise.all([pass('accept_by', unaccepted), pass('approve_by', unanswered), pass('due_at', late)]);

  const declining = partyOn(unaccepted, (work) =>
    unaccepted.creator.post(`${pathOf(work)}/decline`, { expectedVersion: 1 }),
  );
  const approving = partyOn(unanswered, (work) =>
    unanswered.advertiser.post(`${pathOf(work)}/approve`, { expectedVersion: 2 }),
  );
  const parties = Promise.all([declining.won, approving.won]);
  await Promise.race([parties, Promise.all([declining.begun, approving.begun])]);
  const [[declined, approved]] = await Promise.all([parties, everywhere(), everywhere()]);
  await everywhere();

  const once = { isGapless: true, isToldOnce: true, transfers: 1 };
  expect(await endsOf(unaccepted)).toEqual(
    oldestFirst(unaccepted).map((id) =>
      declined.has(id)
        ? { id, status: 'DECLINED', kinds: ['assignment.declined'], ...once }
        : { id, status: 'EXPIRED', kinds: ['assignment.expired'], ...once },
    ),
  );
  expect(await endsOf(unanswered)).toEqual(
    oldestFirst(unanswered).map((id) => ({ id, status: 'APPROVED', kinds: ['assignment.approved'], ...once })),
  );
  expect(await endsOf(late)).toEqual(
    oldestFirst(late).map((id) => ({ id, status: 'ACCEPTED', kinds: ['deadline.missed'], ...once, transfers: 0 })),
  );
  const { rows } = await market.pool.query(
    `select e.actor, count(*)::int from assignment_events e where e.assignment_id = any ($1) and e.kind = 'assignment.approved' group by 1`,
    [unanswered.assignments.map(({ id }) => id)],
  );
  const byHand = rows.find(({ actor }) => actor === 'ADVERTISER')?.count ?? 0;
  expect(byHand).toBe(approved.size);
  // Both sides have ended assignments of both kinds.
  for (const { size } of [declined, approved]) {
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(count);
  }
  expect(readFileSync(stack.logFile, 'utf8')).not.toContain('job.failed');
});
