import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { type DbSettings, openDriver } from './client.ts';
import { refusalOf } from './failures.ts';

export interface IdentityEvents {
  /** A query begins: one round trip. */
  onQuery(): void;
  /** What fails is told here as well, since better-auth turns some failures into answers of its own. */
  onFailure(failure: Error): void;
}

/** The identity tables as better-auth's adapter wants them: a Drizzle database whose every query is one round trip. */
export function openIdentity(settings: DbSettings, { onQuery, onFailure }: IdentityEvents): PgRemoteDatabase {
  return drizzle(async (query, params, method) => {
    onQuery();
    try {
      const { neon } = await openDriver(settings);
      const client = neon(settings.DATABASE_URL, { arrayMode: true, fullResults: true });
      const { rows, rowCount } = await client.query(query, params);
      // Of a write without "returning" the adapter wants to know how many rows it touched.
      return { rows: method === 'execute' ? Object.assign(rows, { rowCount }) : rows };
    } catch (error) {
      const failure = refusalOf(error);
      onFailure(failure);
      throw failure;
    }
  });
}
