import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Reply } from '../client.ts';
import { ledgerWatch } from '../stack/ledger-watch.ts';
import { openPool } from '../stack/pool.ts';
import { type Advertiser, type Creator, usersOf } from './market-users.ts';

export type { Advertiser, Creator } from './market-users.ts';

export interface Listing {
  readonly id: number;
  readonly creator: Creator;
}

/** Arranges a market directly in the database and acts on it through the public API. */
export function marketOf({ baseUrl, adminDatabaseUrl }: { baseUrl: string; adminDatabaseUrl: string }) {
  const pool = openPool(adminDatabaseUrl);
  const users = usersOf(pool, baseUrl);
  const refresh = (creatorId: number) => pool.query('select catalog_refresh($1, now())', [creatorId]);

  async function aListing({
    cents = 10_000,
    creator = null as Creator | null,
    proofModes = ['PUBLIC_VOD'],
    proofTemplate = {},
  } = {}): Promise<Listing> {
    const owner = creator ?? (await users.aCreator());
    const handle = randomBytes(6).toString('hex');
    const channel = await users.one(
      `insert into channels (creator_id, kind, platform, handle, canonical_url) values ($1, 'MANUAL', 'TWITCH', $2, $3) returning id`,
      [owner.id, handle, `https://www.twitch.tv/${handle}`],
    );
    const listing = await users.one(
      `insert into service_listings (channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, package_options, usage_terms, proof_template, is_published)
       values ($1, $2, 'STREAM', 'MENTION', 'STREAM', $3, 'A mention', $4, $5, 'Use it anywhere for a year.', $6, true) returning id`,
      [channel.id, owner.id, proofModes, BigInt(cents) * 10_000n, JSON.stringify(packages), proofTemplate],
    );
    await refresh(owner.id);
    return { id: Number(listing.id), creator: owner };
  }

  return { pool, ...users, aListing, refresh, aDraft, aQuote, checkOut, ...ledgerWatch(pool) };
}

async function aDraft(advertiser: Advertiser, listing: Listing, item: object = {}): Promise<Reply> {
  return created(await advertiser.api.post('/placement-orders', { items: [anItem(listing, item)] }));
}

async function aQuote(advertiser: Advertiser, listing: Listing, item: object = {}): Promise<QuotedOrder> {
  const order = (await aDraft(advertiser, listing, item)).body.data;
  const quoted = created(
    await advertiser.api.post(`/placement-orders/${order.id}/quote`, { expectedVersion: order.version }),
  );
  return { orderId: order.id, order, quote: quoted.body.data, confirmation: confirmationOf(quoted.body.data) };
}

const checkOut = (advertiser: Advertiser, { orderId, confirmation }: QuotedOrder, key: string = randomUUID()) =>
  advertiser.api.post(`/placement-orders/${orderId}/checkout`, confirmation, { key });

export type Market = ReturnType<typeof marketOf>;

export interface QuotedOrder {
  readonly orderId: number;
  readonly order: Reply['body'];
  readonly quote: Reply['body'];
  readonly confirmation: Confirmation;
}

export interface Confirmation {
  readonly quoteId: string;
  readonly quoteVersion: number;
  readonly payloadHash: string;
  readonly confirm: true;
}

export const confirmationOf = ({ quoteId, quoteVersion, payloadHash }: Reply['body']): Confirmation => ({
  quoteId,
  quoteVersion,
  payloadHash,
  confirm: true,
});

const packages = [
  { quantity: 1, discountBps: 0 },
  { quantity: 5, discountBps: 1_000 },
  { quantity: 10, discountBps: 2_000 },
];

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** An order item of one placement, with the changes of the test. */
export function anItem(listing: Pick<Listing, 'id'>, changes: object = {}) {
  return {
    serviceListingId: listing.id,
    quantity: 1,
    discountBps: 0,
    dueAt: inDays(30),
    brief: 'Show the product for a minute.',
    results: [{ expectedAt: inDays(20) }],
    rights: {},
    ...changes,
  };
}

export function created(reply: Reply): Reply {
  expect(reply.text).not.toBe('');
  expect({ status: reply.status, code: reply.body?.code }).toEqual({ status: 201, code: undefined });
  return reply;
}
