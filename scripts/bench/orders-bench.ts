import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { listingIdsOf } from '../../db/placements/items.ts';
import { availableListings } from '../../db/placements/listings.ts';
import { orderOf } from '../../db/placements/orders.ts';
import { startBare } from './bare.ts';
import { type Figures, fire, inTurn, type Shot } from './load.ts';
import { neonShot } from './neon-shot.ts';
import { activeQuotes, bareTransfer, draftOrders, type IssuedQuote, richAdvertiser } from './orders.ts';
import type { Bench, Line } from './table.ts';

const perRound = 600;

/** Quotes and checkouts of one advertiser, so one hot wallet, against the bare commit that transfers its money. */
export async function benchOrders(bench: Bench): Promise<Line[]> {
  const { client, stack, rounds } = bench;
  const advertiser = await richAdvertiser(client);
  const post = (path: string, body: object): Shot => ({
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
  const seen = await inTurn(rounds, loads).finally(() => bare.stop());
  return [
    { name: 'quote', figures: seen.quote },
    { name: 'the bare ledger commit through the Neon endpoint', figures: seen.commit },
    {
      name: 'a Worker that only makes the same four calls',
      figures: seen.calls,
      against: { name: 'the bare commit', figures: seen.commit, aim: '' },
    },
    {
      name: 'checkout',
      figures: seen.checkout,
      against: { name: 'the bare commit', figures: seen.commit, aim: '>= 40 %' },
    },
  ];
}

const all = (url: string, shots: readonly Shot[]): Promise<Figures> => fire({ url, shots, until: 'all shots' });

const confirmation = ({ quoteId, quoteVersion, payloadHash }: IssuedQuote) => ({
  quoteId,
  quoteVersion,
  payloadHash,
  confirm: true,
});

/** The reads of a checkout before its decision. Its headers serve the commit too, which only the owner of the tables may make. */
const readOrder = ({ ownerUrl }: Bench, ownerId: number, orderId: number): Shot =>
  neonShot(
    [sql`select ${orderOf(ownerId, orderId)} as "order", ${availableListings(listingIdsOf(orderId))} as listings`],
    ownerUrl,
  );

/** The minimal commit of a checkout: the key, the order and the money, in one transaction. */
const bareCommit = ({ ownerUrl }: Bench, ownerId: number, orderId: number): Shot => {
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
  return neonShot(statements, ownerUrl);
};
