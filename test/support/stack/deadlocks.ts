import type { Pool } from 'pg';

/**
 * The number of deadlocks in the database until now. Postgres ends one transaction of a deadlock after a second, and the service retries it: with
 * one order of locks there are none.
 */
export const countDeadlocks = async (pool: Pool): Promise<number> =>
  (await pool.query('select deadlocks::int from pg_stat_database where datname = current_database()')).rows[0]
    .deadlocks;
