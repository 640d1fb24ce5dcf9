import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { listingIdsOf } from '../../db/placements/items.ts';
import { availableListings } from '../../db/placements/listings.ts';
import { orderOf } from '../../db/placements/orders.ts';
import { startBare } from './bare.ts';
import { inRotation, type LoadRequest, runLoad, type Throughput } from './load.ts';
import { neonRequest } from './neon-request.ts';
import { activeQuotes, bareTransfer, draftOrders, fundedAdvertiser, type IssuedQuote } from './orders.ts';
import type { Bench, Line } from './table.ts';

const perRound = 600;

/** Quotes and checkouts of one advertiser, so of one wallet. The baseline of a checkout is its bare ledger commit. */
export async function benchOrders(bench: Bench): Promise<Line[]> {
  const { client, stack, rounds } = bench;
  const advertiser = await fundedAdvertiser(client);
  const post = (path: string, body: object): LoadRequest => ({
    method: 'POST',
    path: `/api/v1/public/placement-orders/${path}`,
    headers: {
      authorization: `Bearer ${advertiser.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const [sample = 0] = await draftOrders(client, advertiser.id, 1);
  const bare = await startBare(bench, { sql: readOrder(bench, advertiser.id, sample) });
  let quoted: number[] = [];
  const loads = {
    quote: async () => {
      quoted = await draftOrders(client, advertiser.id, perRound);
      return all(
        stack.urls.api,
        quoted.map((id) => post(`${id}/quote`, { expectedVersion: 1 })),
      );
    },
    checkout: async () => {
      const quotes = await activeQuotes(client, quoted);
      return all(
        stack.urls.api,
        quotes.map((quote) => post(`${quote.orderId}/checkout`, confirmation(quote))),
      );
    },
    calls: async () => {
      const orders = await draftOrders(client, advertiser.id, perRound);
      return all(
        bare.url,
        orders.map((id) => bareCommit(bench, advertiser.id, id)),
      );
    },
    commit: async () => {
      const orders = await draftOrders(client, advertiser.id, perRound);
      return all(
        bench.neonUrl,
        orders.map((id) => bareCommit(bench, advertiser.id, id)),
      );
    },
  };
  const seen = await inRotation(rounds, loads).finally(() => bare.stop());
  return [
    { name: 'quote', throughput: seen.quote },
    { name: 'the bare ledger commit through the Neon endpoint', throughput: seen.commit },
    {
      name: 'a Worker that only makes the same four calls',
      throughput: seen.calls,
      baseline: { name: 'the bare commit', throughput: seen.commit, target: '' },
    },
    {
      name: 'checkout',
      throughput: seen.checkout,
      baseline: { name: 'the bare commit', throughput: seen.commit, target: '>= 40 %' },
    },
  ];
}

const all = (url: string, requests: readonly LoadRequest[]): Promise<Throughput> =>
  runLoad({ url, requests, until: 'all requests' });

const confirmation = ({ quoteId, quoteVersion, payloadHash }: IssuedQuote) => ({
  quoteId,
  quoteVersion,
  payloadHash,
  confirm: true,
});

/** The reads of a checkout before its decision. Its headers serve the commit too, which only the owner of the tables may make. */
const readOrder = ({ ownerUrl }: Bench, ownerId: number, orderId: number): LoadRequest =>
  neonRequest(
    [sql`select ${orderOf(ownerId, orderId)} as "order", ${availableListings(listingIdsOf(orderId))} as listings`],
    ownerUrl,
  );

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
