import pg from 'pg';

const ignore = (): undefined => undefined;

/**
 * Connections to the database of a stack. Postgres can stop at any time, also during their close: this fails no test,
 * and an interrupted query fails by itself.
 */
export function openPool(
  connectionString: string,
  options: Pick<pg.PoolConfig, 'max' | 'allowExitOnIdle'> = {},
): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, ...options });
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}
