import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { type DbSettings, openDriver } from '../client.ts';
import { refusalOf } from '../failures.ts';

export interface IdentityEvents {
  /** A query begins: one round trip. */
  onQuery(): void;
  /** Receives each failure, because better-auth turns some of them into responses of its own. */
  onFailure(failure: Error): void;
}

/** The identity tables for better-auth's adapter: a Drizzle database that makes one round trip for each query. */
export function openIdentity(settings: DbSettings, { onQuery, onFailure }: IdentityEvents): PgRemoteDatabase {
  return drizzle(async (query, params, method) => {
    onQuery();
    try {
      const { neon } = await openDriver(settings);
      const client = neon(settings.DATABASE_URL, { arrayMode: true, fullResults: true });
      const { rows, rowCount } = await client.query(query, params);
      // The adapter reads the number of changed rows after a write without RETURNING.
      return { rows: method === 'execute' ? Object.assign(rows, { rowCount }) : rows };
    } catch (error) {
      const failure = refusalOf(error);
      onFailure(failure);
      throw failure;
    }
  });
}
