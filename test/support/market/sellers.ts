import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { Client, Reply } from '../client.ts';
import type { Advertiser, Creator, Market } from './market.ts';

/** A creator with a published page, with a key. */
export interface Seller extends Advertiser, Creator {}

export interface AccountSpec {
  readonly platform?: Platform;
  readonly handle?: string;
  readonly status?: string;
  readonly isVerified?: boolean;
  /** Its id at the platform. */
  readonly externalId?: string;
}

/** A unique name for every platform. */
export const aHandle = () => `c${randomBytes(6).toString('hex')}`;

/** Creators who manage their shop through the public API. */
export function sellersOf({ anAdvertiser, aCreator, one, pool }: Market) {
  async function aSeller(): Promise<Seller> {
    const user = await anAdvertiser({ roles: ['CREATOR'] });
    return { ...user, publicId: (await aCreator({ userId: user.id })).publicId };
  }

  async function anAccount(ownerId: number, spec: AccountSpec = {}): Promise<number> {
    const { platform = 'YOUTUBE', handle = aHandle(), status = 'ACTIVE', isVerified = true } = spec;
    const { externalId = aHandle() } = spec;
    const account = await one(
      `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
       values ($1, $2, $3, $4, $5, $6, 'PLATFORM_API') returning id`,
      [ownerId, platform, handle, externalId, status, isVerified],
    );
    return Number(account.id);
  }

  return { aSeller, anAccount, makeRoom: (creatorId: number) => pool.query(makeRoom, [creatorId]) };
}

// The creators of the contract walk exceed the limit of channels: this removes the oldest.
const makeRoom = `update channels set status = 'REMOVED' where id in (
  select id from channels where creator_id = $1 and status <> 'REMOVED' order by id desc offset 18)`;

/** A channel on TWITCH, as the answer to its creation. */
export async function aChannel({ api }: { api: Client }, body: object = twitch(aHandle())): Promise<Reply['body']> {
  const reply = await api.post('/influencer-channels', body);
  expect([reply.status, reply.text]).toEqual([201, reply.text]);
  return reply.body.data;
}

export const twitch = (handle: string) => ({ kind: 'MANUAL', platform: 'TWITCH', handle });
