import { randomBytes } from 'node:crypto';
import { externalIdOf } from '../../../scripts/local/endpoints/social-simulator/youtube/ids.ts';
import type { Market } from './market.ts';
import { aPerson, type Person } from './people.ts';

export interface Account {
  readonly id: number;
  readonly handle: string;
  readonly owner: Person;
  /** Requests its picture. */
  refresh(body?: unknown): ReturnType<Person['api']['post']>;
}

/** Creators with a verified account at a platform. */
export function accountsOf(baseUrl: string, market: Market) {
  const aCreator = () => aPerson(baseUrl, { roles: ['CREATOR'] });

  async function anAccount({
    owner = null as Person | null,
    platform = 'YOUTUBE',
    status = 'ACTIVE',
  } = {}): Promise<Account> {
    const person = owner ?? (await aCreator());
    const handle = `tester-${randomBytes(5).toString('hex')}`;
    const { id } = await market.one(
      `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
       values ($1, $2, $3, $4, $5, true, 'BIO_CODE') returning id::int`,
      [person.userId, platform, handle, externalIdOf(handle), status],
    );
    const path = `/creator/social-accounts/${id}/avatar/refresh`;
    return { id, handle, owner: person, refresh: (body) => person.api.post(path, body) };
  }

  /** Publishes the page of the owner with a service, and returns the publicId. */
  async function publishPageOf({ owner: { userId } }: Pick<Account, 'owner'>): Promise<string> {
    await market.pool.query(`update creators set display_name = 'A creator' where user_id = $1`, [userId]);
    const { public_id } = await market.one('select public_id from creators where user_id = $1', [userId]);
    await market.aListing({ creator: { id: userId, publicId: public_id } });
    await market.pool.query(
      `update creator_pages set status = 'PUBLISHED', published_version = 2, published_at = now(),
         published_profile = '{"displayName": "A creator", "topics": [], "languages": [], "geo": []}' where creator_id = $1`,
      [userId],
    );
    await market.refresh(userId);
    return public_id;
  }

  /** Allows another refresh at once. */
  const rest = ({ id }: Account) =>
    market.pool.query(
      `update social_accounts set picture_leased_until = picture_leased_until - interval '61 seconds' where id = $1`,
      [id],
    );

  return { aCreator, anAccount, publishPageOf, rest };
}
