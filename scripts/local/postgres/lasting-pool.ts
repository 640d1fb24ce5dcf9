import pg from 'pg';

const ignore = (): undefined => undefined;

/**
 * Connections that stay open until Postgres ends them, because the first statements of a new one are slow. A broken one is replaced on demand, and
 * an interrupted statement fails by itself.
 */
export function lastingPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}
