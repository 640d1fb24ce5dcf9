import type pg from 'pg';
import { hashPassword } from '../../../functions/identity/account/password.ts';
import { scopesOf } from '../../../functions/identity/api-keys/rules.ts';
import type { Role, Scope } from '../../../schema/shared/enums.ts';
import { insertedKey } from '../market/inserted-key.ts';
import { controlOf } from './control.ts';
import { openPool } from './pool.ts';
import { signToken } from './signing-key.ts';
import type { StackAddresses } from './stack-addresses.ts';

type Stack = Pick<StackAddresses, 'baseUrl' | 'adminDatabaseUrl' | 'controlUrl' | 'signingKeyId'>;

const stacks = new Map<string, { readonly stack: Stack; readonly pool: pg.Pool }>();

/** Lets users enrol at this address directly in its database. */
export function openForEnrolment(stack: Stack): void {
  const pool = openPool(stack.adminDatabaseUrl);
  stacks.set(stack.baseUrl, { stack, pool });
}

/**
 * Inserts a user with this password, as sign-up and verification do, and returns the id. A real hash takes a quarter of a second, which
 * only tests of hashing need. Null when the database is unknown.
 */
export async function enroll(
  baseUrl: string,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<number | null> {
  const known = stacks.get(baseUrl);
  if (known === undefined) return null;
  const { rows } = await known.pool.query<{ id: number }>(
    `with enrolled as (insert into users (name, email, email_verified) values ($1, $2, true) returning id),
          credential as (insert into accounts (user_id, account_id, provider_id, password) select id, id, 'credential', $3 from enrolled)
     select id::int from enrolled`,
    [name, email, await hashPassword(password, 'cheap')],
  );
  return rows[0]?.id ?? null;
}

/** A token of the user of now in a new session, as after a sign-in, which takes as long as ten requests. Null when the stack is unknown. */
export async function newToken(baseUrl: string, userId: number): Promise<string | null> {
  const known = stacks.get(baseUrl);
  if (known === undefined) return null;
  const { signingKeyId, controlUrl } = known.stack;
  const at = await controlOf(controlUrl).now();
  const { rows } = await known.pool.query<{ id: number }>(
    `insert into sessions (user_id, token, created_at, updated_at, expires_at)
     values ($1, gen_random_uuid(), $2, $2, $2::timestamptz + interval '7 days') returning id::int`,
    [userId, at],
  );
  return signToken({ baseUrl, signingKeyId, userId, sessionId: rows[0]?.id ?? 0, at });
}

/** A new API key of the user. */
export function newKey(baseUrl: string, userId: number, scopes: readonly Scope[]): Promise<string> {
  const known = stacks.get(baseUrl);
  if (known === undefined) throw new Error(`no stack of this process has the address ${baseUrl}`);
  return insertedKey(known.pool, userId, { name: 'Demo', scopes: scopesOf(scopes) });
}

/** Stores the roles that a new user chooses, as the request does. */
export async function takeRoles(baseUrl: string, userId: number, roles: readonly Role[]): Promise<void> {
  const known = stacks.get(baseUrl);
  if (known === undefined) throw new Error(`no stack of this process has the address ${baseUrl}`);
  const { pool, stack } = known;
  if (!roles.includes('CREATOR')) {
    await pool.query('update users set roles = $2 where id = $1', [userId, roles]);
    return;
  }
  const at = await controlOf(stack.controlUrl).now();
  await pool.query('update users set roles = $2, updated_at = $3 where id = $1', [userId, roles, at]);
  await pool.query('insert into creators (user_id, created_at, updated_at) values ($1, $2, $2)', [userId, at]);
  await pool.query('insert into creator_pages (creator_id, created_at, updated_at) values ($1, $2, $2)', [userId, at]);
  await pool.query('select catalog_refresh($1, $2)', [userId, at]);
}
