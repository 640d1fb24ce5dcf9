import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { controlOf } from '../support/control.ts';
import type { Market } from '../support/market.ts';
import { ownMarket } from '../support/own-market.ts';
import { aField, bring, type Contested, type Field, pathOf, startedAfter } from '../support/races.ts';
import type { OwnStack } from '../support/stack.ts';

const jobs = [{ kind: 'expire-unaccepted' }, { kind: 'approve-unanswered' }, { kind: 'tell-deadlines' }];

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let workers: readonly [string, string, string];
ownMarket(async (own) => {
  ({ stack, market } = own);
  control = controlOf(stack.controlUrl);
  workers = [stack.baseUrl, await control.anotherWorker(), await control.anotherWorker()];
});
afterEach(() => market.expectSoundLedger());

const pass = (column: string, { works }: Field) =>
  market.pool.query(`update placement_assignments set ${column} = now() - interval '1 minute' where id = any ($1)`, [
    works.map(({ id }) => id),
  ]);

/** Each job at the same time in every Worker. */
const everywhere = () => Promise.all(workers.flatMap((worker) => jobs.map((job) => control.deliver([job], worker))));

/** A party acts on each work meanwhile, and is told of a state or was faster. The jobs come from the other end: they meet midway. */
async function actOn({ works }: Field, act: (work: Contested) => Promise<{ status: number; text: string }>) {
  const won = new Set<number>();
  for (const work of works.toSorted((one, other) => other.id - one.id)) {
    const { status, text } = await act(work);
    if (status === 200) won.add(work.id);
    else expect(text).toMatch(/VERSION_CONFLICT|INVALID_STATE/);
  }
  return won;
}

const oldestFirst = ({ works }: Field) => works.map(({ id }) => id).sort((one, other) => one - other);

const endsOf = async ({ works }: Field) =>
  (
    await market.pool.query(
      `select a.id::int, a.status, (select json_agg(e.kind order by e.seq) from assignment_events e where e.assignment_id = a.id and e.kind <> 'assignment.funded') as kinds,
         (select max(seq) = count(*) from assignment_events e where e.assignment_id = a.id) as "isGapless",
         (select count(*)::int from outbox o where (o.payload->>'assignmentId')::bigint = a.id) =
           (select count(*)::int from assignment_events e where e.assignment_id = a.id and e.kind = any (
             array['assignment.funded', 'assignment.expired', 'assignment.declined', 'assignment.approved', 'deadline.missed'])) as "isToldOnce",
         (select count(*)::int from ledger_transfers t where t.reference_type = 'assignment' and t.reference_id = a.id::text) as transfers
       from placement_assignments a where a.id = any ($1) order by a.id`,
      [works.map(({ id }) => id)],
    )
  ).rows;

/** How much earlier than the jobs a party starts, until each of them wins some of the work. */
function headStart() {
  let leadMs = 0;
  let [tooLittle, tooMuch] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let haveMet = false;
  return {
    leadMs: () => leadMs,
    haveMet: () => haveMet,
    told(won: number, of: number): void {
      haveMet ||= won > 0 && won < of;
      if (won === 0) tooLittle = leadMs;
      if (won === of) tooMuch = leadMs;
      if (tooMuch === Number.POSITIVE_INFINITY) leadMs = Math.max(0, tooLittle) * 2 + 100;
      else if (tooLittle === Number.NEGATIVE_INFINITY) leadMs = Math.min(0, tooMuch) * 2 - 100;
      else leadMs = (tooLittle + tooMuch) / 2;
      // One round misled, and the two meet beside the bracket: it is looked for anew from here.
      if (tooMuch - tooLittle < 4) [tooLittle, tooMuch] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    },
  };
}

test('the jobs of several Workers at once, while parties act on the same work, end each of it once', async () => {
  const [declining, approving] = [headStart(), headStart()];
  // Until both have had their share of both: otherwise the two never met.
  while (!(declining.haveMet() && approving.haveMet())) {
    const jobsAfterMs = Math.max(0, declining.leadMs(), approving.leadMs());
    const { declined, approved } = await meet(
      jobsAfterMs,
      jobsAfterMs - declining.leadMs(),
      jobsAfterMs - approving.leadMs(),
    );
    declining.told(declined, 40);
    approving.told(approved, 40);
  }
  expect(readFileSync(stack.logFile, 'utf8')).not.toContain('job.failed');
});

async function meet(jobsAfterMs: number, declineAfterMs: number, approveAfterMs: number) {
  const pair = [workers[1], workers[2]] as [string, string];
  const [unaccepted, unanswered, late] = [
    await aField(market, pair, 40),
    await aField(market, pair, 40),
    await aField(market, pair, 40),
  ];
  await bring(market, unanswered, 'SUBMITTED');
  await bring(market, late, 'ACCEPTED');
  await Promise.all([pass('accept_by', unaccepted), pass('approve_by', unanswered), pass('due_at', late)]);

  const [declined, approved] = await Promise.all([
    startedAfter(declineAfterMs, () =>
      actOn(unaccepted, (work) => unaccepted.creator.post(`${pathOf(work)}/decline`, { expectedVersion: 1 })),
    ),
    startedAfter(approveAfterMs, () =>
      actOn(unanswered, (work) => unanswered.advertiser.post(`${pathOf(work)}/approve`, { expectedVersion: 2 })),
    ),
    startedAfter(jobsAfterMs, everywhere),
    startedAfter(jobsAfterMs, everywhere),
  ]);
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
    [unanswered.works.map(({ id }) => id)],
  );
  const byHand = rows.find(({ actor }) => actor === 'ADVERTISER')?.count ?? 0;
  expect(byHand).toBe(approved.size);
  return { declined: declined.size, approved: approved.size };
}
