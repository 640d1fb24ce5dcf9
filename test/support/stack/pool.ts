import type pg from 'pg';
import { lastingPool } from '../../../scripts/local/postgres/lasting-pool.ts';

/** By the URL of the database. */
const pools = new Map<string, pg.Pool>();

/**
 * Connections to the database of a stack, shared by all test files of a process. Postgres can stop at any time: this fails no test. `end` leaves
 * them to the next file.
 */
export function openPool(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known !== undefined) return known;
  const pool = lastingPool(connectionString, 6);
  pool.end = async () => undefined;
  pools.set(connectionString, pool);
  return pool;
}
