import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { checkLedgerSince, theBeginning } from '../../scripts/check-ledger.ts';
import { type Client, clientOf, type Reply } from './client.ts';
import { openPool } from './pool.ts';

export interface Advertiser {
  readonly id: number;
  readonly api: Client;
  readonly apiKey: string;
}

export interface Creator {
  readonly id: number;
  readonly publicId: string;
}

export interface Listing {
  readonly id: number;
  readonly creator: Creator;
}

/** Arranges a market straight in the database and acts on it through the public door. */
export function marketOf({ baseUrl, adminDatabaseUrl }: { baseUrl: string; adminDatabaseUrl: string }) {
  const pool = openPool(adminDatabaseUrl, { max: 4 });
  const one = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows[0];

  async function aUser(roles: readonly string[]): Promise<number> {
    const name = `user-${randomBytes(6).toString('hex')}`;
    return Number(
      (
        await one('insert into users (name, email, roles) values ($1, $2, $3) returning id', [
          name,
          `${name}@castline.example`,
          roles,
        ])
      ).id,
    );
  }

  async function aKey(
    ownerId: number,
    { scopes = ['read', 'write'], expiresAt = null as Date | null } = {},
  ): Promise<string> {
    const prefix = randomBytes(6).toString('hex');
    const secret = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(secret).digest();
    await pool.query(
      `insert into api_keys (id, owner_id, name, prefix, secret_sha256, scopes, expires_at, created_at) values ($1, $2, 'test', $3, $4, $5, $6, now())`,
      [randomUUID(), ownerId, prefix, hash, scopes, expiresAt],
    );
    return `castline_live_${prefix}.${secret}`;
  }

  async function deposit(userId: number, cents: number): Promise<void> {
    const amount = BigInt(cents) * 10_000n;
    const legs = [
      { owner: userId, account: 'AVAILABLE', amount: `${amount}` },
      { owner: null, account: 'EXTERNAL', amount: `${-amount}` },
    ];
    await pool.query(`select ledger_post('DEPOSIT', 'payment', $1, now(), $2)`, [randomUUID(), JSON.stringify(legs)]);
  }

  async function anAdvertiser({ fundsCents = 0, roles = ['ADVERTISER'] } = {}): Promise<Advertiser> {
    const id = await aUser(roles);
    if (fundsCents > 0) await deposit(id, fundsCents);
    const apiKey = await aKey(id);
    return { id, apiKey, api: clientOf(baseUrl, apiKey) };
  }

  /** What taking the role gives. */
  async function anEmptyProfile(userId: number): Promise<void> {
    await pool.query('insert into creators (user_id) values ($1)', [userId]);
    await pool.query('insert into creator_pages (creator_id) values ($1)', [userId]);
  }

  async function aCreator({ userId = 0 } = {}): Promise<Creator> {
    const id = userId || (await aUser(['CREATOR']));
    const { public_id: publicId } = await one(
      `insert into creators (user_id, display_name) values ($1, 'A creator') returning public_id`,
      [id],
    );
    await pool.query(
      `insert into creator_pages (creator_id, status, published_version, published_profile, published_at)
       values ($1, 'PUBLISHED', 1, '{"displayName": "A creator", "topics": [], "languages": [], "geo": []}', now())`,
      [id],
    );
    return { id, publicId };
  }

  async function aListing({
    cents = 10_000,
    creator = null as Creator | null,
    proofModes = ['PUBLIC_VOD'],
    proofTemplate = {},
  } = {}): Promise<Listing> {
    const owner = creator ?? (await aCreator());
    const handle = randomBytes(6).toString('hex');
    const channel = await one(
      `insert into channels (creator_id, kind, platform, handle, canonical_url) values ($1, 'MANUAL', 'TWITCH', $2, $3) returning id`,
      [owner.id, handle, `https://www.twitch.tv/${handle}`],
    );
    const listing = await one(
      `insert into service_listings (channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, package_options, usage_terms, proof_template, is_published)
       values ($1, $2, 'STREAM', 'MENTION', 'STREAM', $3, 'A mention', $4, $5, 'Use it anywhere for a year.', $6, true) returning id`,
      [channel.id, owner.id, proofModes, BigInt(cents) * 10_000n, JSON.stringify(packages), proofTemplate],
    );
    await refresh(owner.id);
    return { id: Number(listing.id), creator: owner };
  }

  const refresh = (creatorId: number) => pool.query('select catalog_refresh($1, now())', [creatorId]);

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

  let isWatched = false;
  let soundUpTo = theBeginning;
  /** To be asked after every test that moves money: looks at what has changed since it was asked, the first time at all. */
  async function expectSoundLedger(): Promise<void> {
    isWatched = true;
    const { breaches, upTo } = await checkLedgerSince(pool, soundUpTo);
    expect(breaches).toEqual([]);
    soundUpTo = upTo;
  }

  /** A ledger that was asked about is looked at as a whole once more. */
  async function close(): Promise<void> {
    soundUpTo = theBeginning;
    try {
      if (isWatched) await expectSoundLedger();
    } finally {
      await pool.end();
    }
  }

  return {
    pool,
    one,
    aUser,
    aKey,
    deposit,
    anAdvertiser,
    anEmptyProfile,
    aCreator,
    aListing,
    refresh,
    aDraft,
    aQuote,
    checkOut,
    expectSoundLedger,
    close,
  };
}

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

/** An order item of one placement, with what the test changes about it. */
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
