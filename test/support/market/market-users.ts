import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type Client, clientOf } from '../client.ts';
import { insertedKey } from './inserted-key.ts';

export interface Advertiser {
  readonly id: number;
  readonly api: Client;
  readonly apiKey: string;
}

export interface Creator {
  readonly id: number;
  readonly publicId: string;
}

/** Creates users directly in the database. */
export function usersOf(pool: Pool, baseUrl: string) {
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

  const aKey = (ownerId: number, options?: Parameters<typeof insertedKey>[2]) => insertedKey(pool, ownerId, options);

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

  /** The profile that the role creates. */
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

  return { one, aUser, aKey, deposit, anAdvertiser, anEmptyProfile, aCreator };
}
