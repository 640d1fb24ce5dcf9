import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Figures, fire, inTurn, type Shot } from './load.ts';
import { neonShot } from './neon-shot.ts';
import { bareTransfer, richAdvertiser } from './orders.ts';
import type { Bench, Line } from './table.ts';
import { fundedWork, handIn, historyOf, type Work, workParties } from './work.ts';

const perRound = 300;
const page = 10;

/** Assignments from acceptance to payout between one advertiser and one creator, and their history. */
export async function benchWork(bench: Bench): Promise<Line[]> {
  return [...(await cycle(bench)), ...(await history(bench))];
}

async function cycle(bench: Bench): Promise<Line[]> {
  const { client, stack, rounds, neonUrl } = bench;
  const parties = await workParties(client, await richAdvertiser(client));
  let works: readonly Work[] = [];
  const act = (action: string, apiKey: string, version: number) =>
    all(
      stack.urls.api,
      works.map(({ id }) => mutation(`/placement-assignments/${id}/${action}`, apiKey, { expectedVersion: version })),
    );
  const seen = await inTurn(rounds, {
    accept: async () => {
      works = await fundedWork(stack.baseUrl, parties, perRound);
      return act('accept', parties.creatorKey, 1);
    },
    submit: async () => {
      await handIn(client, works);
      return act('submit', parties.creatorKey, 2);
    },
    approve: () => act('approve', parties.advertiserKey, 3),
    payout: async () => {
      const funded = await fundedWork(stack.baseUrl, parties, perRound);
      return all(
        neonUrl,
        funded.map((work) => barePayout(bench, parties.creatorId, work, parties.advertiserId)),
      );
    },
  });
  const against = { name: 'the bare payout', figures: seen.payout, aim: '' };
  return [
    { name: 'accept', figures: seen.accept },
    { name: 'submit', figures: seen.submit },
    { name: 'the bare payout through the Neon endpoint', figures: seen.payout },
    { name: 'approve', figures: seen.approve, against },
    { name: 'accept, submit and approve', figures: together([seen.accept, seen.submit, seen.approve]), against },
  ];
}

async function history({ client, stack, rounds, seconds }: Bench): Promise<Line[]> {
  const parties = await workParties(client, await richAdvertiser(client));
  const [short, long] = await fundedWork(stack.baseUrl, parties, 2);
  if (!short || !long) throw new Error('there is no work');
  await historyOf(client, short, 10);
  const cursor = await historyOf(client, long, 10_000);
  const reads = ({ id }: Work, query = ''): Shot => ({
    path: `/api/v1/public/placement-assignments/${id}/events?limit=${page}${query}`,
    headers: { authorization: `Bearer ${parties.advertiserKey}` },
  });
  const read = (shot: Shot) => () => fire({ url: stack.urls.api, shots: [shot], until: { seconds } });
  const seen = await inTurn(rounds, {
    short: read(reads(short)),
    first: read(reads(long)),
    last: read(reads(long, `&cursor=${cursor}`)),
  });
  const against = { name: 'the whole of 10', figures: seen.short, aim: '>= 90 %' };
  return [
    { name: 'events, all 10 of 10', figures: seen.short },
    { name: 'events, the first 10 of 10,000', figures: seen.first, against },
    { name: 'events, the last 10 of 10,000', figures: seen.last, against },
  ];
}

const all = (url: string, shots: readonly Shot[]): Promise<Figures> => fire({ url, shots, until: 'all shots' });

const mutation = (path: string, apiKey: string, body: object): Shot => ({
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
const together = (steps: readonly Figures[]): Figures => ({
  perSecond: 1 / steps.reduce((seconds, { perSecond }) => seconds + 1 / perSecond, 0),
  medianMs: steps.reduce((sum, { medianMs }) => sum + medianMs, 0),
});

/** The minimal commit of an approval: the key, the assignment and the money, in one transaction. */
function barePayout({ ownerUrl }: Bench, creatorId: number, { id, base }: Work, ownerId: number): Shot {
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
  return neonShot(statements, ownerUrl);
}
