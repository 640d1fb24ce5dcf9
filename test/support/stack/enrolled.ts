import { randomBytes, scryptSync } from 'node:crypto';
import type pg from 'pg';
import { openPool } from './pool.ts';

const pools = new Map<string, pg.Pool>();

/** Lets users enrol at this address directly in its database. */
export function openForEnrolment({ baseUrl, adminDatabaseUrl }: { baseUrl: string; adminDatabaseUrl: string }): void {
  const pool = openPool(adminDatabaseUrl, { max: 2, allowExitOnIdle: true });
  pools.set(baseUrl, pool);
}

/**
 * Inserts a user with this password, as sign-up and verification do. A real hash takes a quarter of a second, which
 * only password tests need. Returns false when the database is unknown.
 */
export async function enroll(
  baseUrl: string,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<boolean> {
  const pool = pools.get(baseUrl);
  if (pool === undefined) return false;
  await pool.query(
    `with enrolled as (insert into users (name, email, email_verified) values ($1, $2, true) returning id)
     insert into accounts (user_id, account_id, provider_id, password) select id, id, 'credential', $3 from enrolled`,
    [name, email, cheapHashOf(password)],
  );
  return true;
}

/** The hash contains its parameters. */
export function cheapHashOf(password: string): string {
  const [cost, blockSize, parallelism] = [2, 8, 1];
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { cost, blockSize, parallelization: parallelism });
  return ['scrypt', cost, blockSize, parallelism, salt.toString('base64url'), key.toString('base64url')].join('$');
}
