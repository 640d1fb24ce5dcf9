import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Assignment, addEvents, assignmentParties, fillDeliverables, fundedAssignments } from './assignments.ts';
import type { Bench } from './bench.ts';
import type { LoadRequest } from './load.ts';
import { neonRequest } from './neon-request.ts';
import { bareTransfer, fundedAdvertiser } from './orders.ts';
import type { Table } from './table.ts';
import { eachPart, inRotation, type Throughput } from './throughput.ts';

const perRound = 75;
const page = 10;

/** Assignments from acceptance to payout between one advertiser and one creator, and their history. */
export async function benchAssignments(bench: Bench): Promise<Table> {
  const tables = [await cycle(bench), await history(bench)];
  return { lines: tables.flatMap(({ lines }) => lines), comparisons: tables.flatMap(({ comparisons }) => comparisons) };
}

async function cycle(bench: Bench): Promise<Table> {
  const { client, stack, rounds, neonUrl } = bench;
  const all = allOf(bench);
  const parties = await assignmentParties(client, await fundedAdvertiser(client));
  let assignments: readonly Assignment[] = [];
  const act = (action: string, apiKey: string, version: number) =>
    all(
      stack.urls.api,
      assignments.map(({ id }) =>
        mutation(`/placement-assignments/${id}/${action}`, apiKey, { expectedVersion: version }),
      ),
    );
  const seen = await inRotation(rounds, {
    accept: async () => {
      assignments = await fundedAssignments(stack.baseUrl, parties, perRound);
      return act('accept', parties.creatorKey, 1);
    },
    submit: async () => {
      await fillDeliverables(client, assignments);
      return act('submit', parties.creatorKey, 2);
    },
    approve: () => act('approve', parties.advertiserKey, 3),
    payout: async () => {
      const funded = await fundedAssignments(stack.baseUrl, parties, perRound);
      return all(
        neonUrl,
        funded.map((assignment) => barePayout(bench, parties.creatorId, assignment, parties.advertiserId)),
      );
    },
  });
  const cycle = together([seen.accept, seen.submit, seen.approve]);
  const to = seen.payout;
  return {
    lines: [
      { name: 'the bare payout through the Neon endpoint', kind: 'floor', throughput: seen.payout },
      { name: 'accept', throughput: seen.accept },
      { name: 'submit', throughput: seen.submit },
      { name: 'approve', throughput: seen.approve },
      { name: 'accept, submit and approve', throughput: cycle },
    ],
    comparisons: [
      { name: 'approve, to the bare payout', throughput: seen.approve, to },
      { name: 'accept, submit and approve, to the bare payout', throughput: cycle, to },
    ],
  };
}

async function history({ client, stack, rounds, seconds, measure }: Bench): Promise<Table> {
  const parties = await assignmentParties(client, await fundedAdvertiser(client));
  const [short, long] = await fundedAssignments(stack.baseUrl, parties, 2);
  if (!short || !long) throw new Error('there are no assignments');
  await addEvents(client, short, 10);
  const cursor = await addEvents(client, long, 10_000);
  const reads = ({ id }: Assignment, query = ''): LoadRequest => ({
    path: `/api/v1/public/placement-assignments/${id}/events?limit=${page}${query}`,
    headers: { authorization: `Bearer ${parties.advertiserKey}` },
  });
  const read = (request: LoadRequest) => () =>
    measure({ url: stack.urls.api, requests: [request], until: { seconds } });
  const seen = await inRotation(rounds, {
    short: read(reads(short)),
    first: read(reads(long)),
    last: read(reads(long, `&cursor=${cursor}`)),
  });
  const to = seen.short;
  return {
    lines: [
      { name: 'events, all 10 of 10', throughput: seen.short },
      { name: 'events, the first 10 of 10,000', throughput: seen.first },
      { name: 'events, the last 10 of 10,000', throughput: seen.last },
    ],
    comparisons: [
      { name: 'events, the first 10 of 10,000, to all 10 of 10', throughput: seen.first, to, target: 'rate >= 90 %' },
      { name: 'events, the last 10 of 10,000, to all 10 of 10', throughput: seen.last, to, target: 'rate >= 90 %' },
    ],
  };
}

const allOf =
  ({ measure }: Bench) =>
  (url: string, requests: readonly LoadRequest[]): Promise<Throughput> =>
    measure({ url, requests, until: 'all requests' });

const mutation = (path: string, apiKey: string, body: object): LoadRequest => ({
  method: 'POST',
  path: `/api/v1/public${path}`,
  headers: {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify(body),
});

/** Adds sequential steps, in each round and in the median. */
const together = (steps: readonly Throughput[]): Throughput => ({
  ...summed(steps),
  rounds: (steps[0]?.rounds ?? []).map((_, round) => summed(steps.flatMap(({ rounds = [] }) => rounds[round] ?? []))),
});

const summed = (steps: readonly Throughput[]): Throughput => ({
  perSecond: 1 / steps.reduce((seconds, { perSecond }) => seconds + 1 / perSecond, 0),
  medianMs: steps.reduce((sum, { medianMs }) => sum + medianMs, 0),
  cpu: eachPart((part) => steps.reduce((sum, { cpu }) => sum + (cpu[part] ?? 0), 0)),
});

/** The minimal commit of an approval: the key, the assignment and the money, in one transaction. */
function barePayout({ ownerUrl }: Bench, creatorId: number, { id, base }: Assignment, ownerId: number): LoadRequest {
  const now = new Date();
  const legs = [
    { owner: ownerId, account: 'RESERVED', amount: -base },
    { owner: creatorId, account: 'AVAILABLE', amount: base },
  ] as const;
  const statements = [
    sql`insert into idempotency_keys (owner_id, key, fingerprint, status, body, created_at)
        values (${ownerId}, ${randomUUID()}::uuid, 'bench', 200, '{}', ${now})`,
    sql`with changed as (update placement_assignments set version = 2, updated_at = ${now} where id = ${id} and version = 1 returning 1)
        select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`,
    sql`update ledger_holds set released = released + ${base} where assignment_id = ${id}`,
    bareTransfer('PAYOUT', { type: 'assignment', id }, legs, now),
  ];
  return neonRequest(statements, ownerUrl);
}
