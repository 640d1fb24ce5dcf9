import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Assignment, addEvents, assignmentParties, fillDeliverables, fundedAssignments } from './assignments.ts';
import { inRotation, type LoadRequest, runLoad, type Throughput } from './load.ts';
import { neonRequest } from './neon-request.ts';
import { bareTransfer, fundedAdvertiser } from './orders.ts';
import type { Bench, Line } from './table.ts';

const perRound = 300;
const page = 10;

/** Assignments from acceptance to payout between one advertiser and one creator, and their history. */
export async function benchAssignments(bench: Bench): Promise<Line[]> {
  return [...(await cycle(bench)), ...(await history(bench))];
}

async function cycle(bench: Bench): Promise<Line[]> {
  const { client, stack, rounds, neonUrl } = bench;
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
  const baseline = { name: 'the bare payout', throughput: seen.payout, target: '' };
  return [
    { name: 'accept', throughput: seen.accept },
    { name: 'submit', throughput: seen.submit },
    { name: 'the bare payout through the Neon endpoint', throughput: seen.payout },
    { name: 'approve', throughput: seen.approve, baseline },
    { name: 'accept, submit and approve', throughput: together([seen.accept, seen.submit, seen.approve]), baseline },
  ];
}

async function history({ client, stack, rounds, seconds }: Bench): Promise<Line[]> {
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
    runLoad({ url: stack.urls.api, requests: [request], until: { seconds } });
  const seen = await inRotation(rounds, {
    short: read(reads(short)),
    first: read(reads(long)),
    last: read(reads(long, `&cursor=${cursor}`)),
  });
  const baseline = { name: 'the whole of 10', throughput: seen.short, target: '>= 90 %' };
  return [
    { name: 'events, all 10 of 10', throughput: seen.short },
    { name: 'events, the first 10 of 10,000', throughput: seen.first, baseline },
    { name: 'events, the last 10 of 10,000', throughput: seen.last, baseline },
  ];
}

const all = (url: string, requests: readonly LoadRequest[]): Promise<Throughput> =>
  runLoad({ url, requests, until: 'all requests' });

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

/** Adds sequential steps. */
const together = (steps: readonly Throughput[]): Throughput => ({
  perSecond: 1 / steps.reduce((seconds, { perSecond }) => seconds + 1 / perSecond, 0),
  medianMs: steps.reduce((sum, { medianMs }) => sum + medianMs, 0),
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
