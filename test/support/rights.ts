import pg from 'pg';
import type { Market } from './market/market.ts';
import { openPool } from './stack/pool.ts';

/** The SQLSTATE of insufficient privilege. */
export const noRight = '42501';

const guardRefused = 'CL409';

/** Runs statements as the role of `api` and as the owner of the tables. */
export function rightsOf(market: Market, databaseUrl: string) {
  /** Connects as `api` does. */
  const service = openPool(databaseUrl);

  /** The SQLSTATE of a statement, the code of a guard after it, or 'done'. The statement is always rolled back. */
  async function tried(pool: pg.Pool, statement: string, values: unknown[] = []): Promise<string> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(statement, values);
      return 'done';
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) return String(error);
      return error.code === guardRefused ? `${error.code} ${error.message}` : String(error.code);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const columnsOf = async (table: string): Promise<string[]> =>
    (
      await market.pool.query(
        `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1`,
        [table],
      )
    ).rows.map((row) => row.column_name);

  return {
    service,
    asService: (statement: string, values?: unknown[]) => tried(service, statement, values),
    asOwner: (statement: string, values?: unknown[]) => tried(market.pool, statement, values),
    columnsOf,
    end: () => service.end(),
  };
}
