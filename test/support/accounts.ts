import { randomBytes } from 'node:crypto';
import { externalIdOf } from '../../scripts/local/social-simulator/channels.ts';
import type { Market } from './market.ts';
import { aPerson, type Person } from './people.ts';

export interface Account {
  readonly id: number;
  readonly handle: string;
  readonly owner: Person;
  /** Asks for its picture. */
  refresh(body?: unknown): ReturnType<Person['api']['post']>;
}

/** Creators who have proven an account at a platform. */
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

  /** So that it may be asked for once more. */
  const rest = ({ id }: Account) =>
    market.pool.query(
      `update social_accounts set picture_asked_at = picture_asked_at - interval '61 seconds' where id = $1`,
      [id],
    );

  return { aCreator, anAccount, rest };
}
