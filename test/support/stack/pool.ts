import pg from 'pg';

const ignore = (): undefined => undefined;

/** By the URL of the database. */
const pools = new Map<string, pg.Pool>();

/**
 * Connections to the database of a stack. Postgres can stop at any time: this fails no test, and an interrupted query fails by itself. All test
 * files of a process share them, because a new connection is cold: its first statements took half of the time of all statements of tests. `end`
 * leaves them to the next file.
 */
export function openPool(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString, max: 6, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  pool.end = async () => undefined;
  pools.set(connectionString, pool);
  return pool;
}
