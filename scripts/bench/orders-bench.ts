import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { startBare } from './bare.ts';
import type { Bench } from './bench.ts';
import { type Checkout, checkoutRequest, haveSeen, post, quotedCheckouts, startCheckoutRecorder } from './checkouts.ts';
import type { LoadRequest } from './load.ts';
import { neonRequest } from './neon-request.ts';
import { bareTransfer, draftOrders, fundedAdvertiser, keyOf } from './orders.ts';
import type { Table } from './table.ts';
import { inRotation, type Throughput } from './throughput.ts';

const perRound = 150;

/** Quotes and checkouts of one advertiser, so of one wallet. Each checkout has another key, so its proof is beside the facts. */
export async function benchOrders(bench: Bench): Promise<Table> {
  const { client, stack, rounds, measure, neonUrl } = bench;
  const advertiser = await fundedAdvertiser(client);
  const keys: string[] = [];
  while (keys.length < perRound) keys.push(await keyOf(client, advertiser.id));
  const drafts = () => draftOrders(client, advertiser.id, perRound);
  const quoted = async (): Promise<Checkout[]> => quotedCheckouts(bench, keys, await drafts());
  const all = (url: string, requests: readonly LoadRequest[]) => measure({ url, requests, until: 'all requests' });
  const bare = await startBare(bench, {});
  const recorder = await startCheckoutRecorder(bench);
  try {
    const seen = await inRotation(rounds, {
      quote: async () =>
        all(
          stack.urls.api,
          (await drafts()).map((id) => post(advertiser.apiKey, `${id}/quote`, { expectedVersion: 1 })),
        ),
      checkout: async () => {
        const checkouts = await quoted();
        await haveSeen(stack.urls.api, checkouts);
        return all(stack.urls.api, checkouts.map(checkoutRequest));
      },
      calls: async () => {
        const recorded = await recorder.record(await quoted());
        await fetch(`${bare.url}/checkouts`, { method: 'PUT', body: JSON.stringify(recorded) });
        return all(
          bare.url,
          recorded.map((_, n) => ({ method: 'POST', path: `/checkouts/${n}` })),
        );
      },
      commit: async () =>
        all(
          neonUrl,
          (await drafts()).map((id) => bareCommit(bench, advertiser.id, id)),
        ),
    });
    return tableOf(seen);
  } finally {
    await recorder.stop();
    await bare.stop();
  }
}

const tableOf = ({
  quote,
  checkout,
  calls,
  commit,
}: Record<'quote' | 'checkout' | 'calls' | 'commit', Throughput>): Table => ({
  lines: [
    { name: 'the bare ledger commit through the Neon endpoint', kind: 'floor', throughput: commit },
    { name: 'a Worker that only makes the calls of a checkout', kind: 'floor', throughput: calls },
    { name: 'checkout', throughput: checkout },
    { name: 'quote', throughput: quote },
  ],
  comparisons: [
    {
      name: 'checkout, to a Worker that only makes its calls',
      ...{ throughput: checkout, to: calls },
      target: 'rate >= 90 %',
    },
    {
      name: 'checkout, to the bare commit',
      ...{ throughput: checkout, to: commit },
      target: 'CPU of Postgres <= 1.5 ×',
    },
    { name: 'a Worker that only makes the calls of a checkout, to the bare commit', throughput: calls, to: commit },
  ],
});

/** The minimal commit of a checkout: the key, the order and the money, in one transaction. */
const bareCommit = ({ ownerUrl }: Bench, ownerId: number, orderId: number): LoadRequest => {
  const now = new Date();
  const legs = [
    { owner: ownerId, account: 'AVAILABLE', amount: -1_050_000n },
    { owner: ownerId, account: 'RESERVED', amount: 1_050_000n },
  ] as const;
  const statements = [
    sql`insert into idempotency_keys (owner_id, key, fingerprint, status, body, created_at)
        values (${ownerId}, ${randomUUID()}::uuid, 'bench', 201, '{}', ${now})`,
    sql`with changed as (update placement_orders set status = 'FUNDED', updated_at = ${now} where id = ${orderId} and version = 1 returning 1)
        select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`,
    bareTransfer('RESERVE', { type: 'order', id: orderId }, legs, now),
  ];
  return neonRequest(statements, ownerUrl);
};
