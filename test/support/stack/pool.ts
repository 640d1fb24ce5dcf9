import pg from 'pg';

const ignore = (): undefined => undefined;

/**
 * Connections to the database of a stack. Postgres may stop at any time, also while they are being closed: that is no failure of a
 * test, and a query that it cuts off fails by itself.
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
