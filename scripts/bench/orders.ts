import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { daysAfter } from '../seed/buy.ts';

/** An advertiser with a key and ample funds. */
export async function fundedAdvertiser(client: pg.Client): Promise<{ id: number; apiKey: string }> {
  const name = randomBytes(6).toString('hex');
  const user = await client.query(
    `insert into users (name, email, roles) values ($1, $2, '{ADVERTISER}') returning id`,
    [name, `${name}@bench.invalid`],
  );
  const id = Number(user.rows[0].id);
  await fund(client, id);
  return { id, apiKey: await keyOf(client, id) };
}

/** Gives a user more money than any load spends. */
export async function fund(client: pg.Client, id: number): Promise<void> {
  const amount = '1000000000000000';
  const legs = [
    { owner: id, account: 'AVAILABLE', amount },
    { owner: null, account: 'EXTERNAL', amount: `-${amount}` },
  ];
  await client.query(`select ledger_post('DEPOSIT', 'payment', $1, now(), $2)`, [
    randomBytes(6).toString('hex'),
    JSON.stringify(legs),
  ]);
}

export async function keyOf(client: pg.Client, ownerId: number): Promise<string> {
  const prefix = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  await client.query(
    `insert into api_keys (id, owner_id, name, prefix, secret_sha256, scopes, created_at) values ($1, $2, 'bench', $3, $4, '{read,write}', now())`,
    [randomUUID(), ownerId, prefix, createHash('sha256').update(secret).digest()],
  );
  return `castline_live_${prefix}.${secret}`;
}

interface Leg {
  /** Null for the platform's accounts. */
  readonly owner: number | null;
  readonly account: 'AVAILABLE' | 'RESERVED' | 'REVENUE';
  readonly amount: bigint;
}

/** A transfer without checks, which only the owner of the tables can post. */
export const bareTransfer = (
  kind: 'RESERVE' | 'PAYOUT',
  reference: { readonly type: string; readonly id: number },
  legs: readonly Leg[],
  at: Date,
): SQL => {
  const json = JSON.stringify(legs.map(({ amount, ...leg }) => ({ ...leg, amount: String(amount) })));
  return sql`select ledger_post(${kind}, ${reference.type}, ${String(reference.id)}, ${at}, ${json}::jsonb)`;
};

/** Draft orders of one item each, over many listings. */
export async function draftOrders(client: pg.Client, advertiserId: number, count: number): Promise<number[]> {
  const { rows } = await client.query(
    `with offered as (select array_agg(l.id) as ids from (select id from service_listings join catalog_services on listing_id = id limit 500) l),
      drafted as (
        insert into placement_orders (advertiser_id, origin, status, version, created_at, updated_at)
        select $1, 'LISTING', 'DRAFT', 1, now(), now() from generate_series(1, $2) returning id)
      insert into order_items (order_id, position, service_listing_id, creator_id, quantity, discount_bps, due_at, brief, results, rights, base)
      select d.id, 1, l.id, l.creator_id, 1, 0, $3, 'A benchmark.', jsonb_build_array(jsonb_build_object('expectedAt', $4::text)), '{}', l.base_price
      from drafted d, offered o join service_listings l on true
      where l.id = o.ids[1 + d.id % cardinality(o.ids)]
      returning order_id`,
    [advertiserId, count, inDays(30), inDays(20)],
  );
  return rows.map(({ order_id: id }) => Number(id));
}

const inDays = (days: number) => daysAfter(new Date(), days);

export interface IssuedQuote {
  readonly orderId: number;
  readonly quoteId: string;
  readonly quoteVersion: number;
  readonly payloadHash: string;
}

export async function activeQuotes(client: pg.Client, orderIds: readonly number[]): Promise<IssuedQuote[]> {
  const { rows } = await client.query(
    `select order_id::int as "orderId", id as "quoteId", version as "quoteVersion", payload_hash as "payloadHash" from quotes
     where order_id = any ($1) and status = 'ACTIVE'`,
    [orderIds],
  );
  return rows;
}
