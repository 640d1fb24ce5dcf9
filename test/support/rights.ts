import pg from 'pg';
import type { Market } from './market.ts';
import { openPool } from './pool.ts';

/** What Postgres says to who may not. */
export const noRight = '42501';

/** What the role of the Worker may do, and what the owner of the tables. */
export function rightsOf(market: Market, databaseUrl: string) {
  /** Connects as the Worker does. */
  const service = openPool(databaseUrl);

  /** What Postgres says to a statement, which is undone in any case: a SQLSTATE, or 'done'. */
  async function tried(pool: pg.Pool, statement: string, values: unknown[] = []): Promise<string> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(statement, values);
      return 'done';
    } catch (error) {
      return error instanceof pg.DatabaseError ? String(error.code) : String(error);
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
