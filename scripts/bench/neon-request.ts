import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { LoadRequest } from './load.ts';

const dialect = new PgDialect();

export interface Rendered {
  readonly query: string;
  readonly params: readonly unknown[];
}

export function rendered(statement: SQL): Rendered {
  const { sql, params } = dialect.sqlToQuery(statement);
  return { query: sql, params: params.map(plain) };
}

/** Statements in a request of the Neon driver: a single one, or several as one transaction. */
export function neonRequest(statements: readonly SQL[], databaseUrl: string): LoadRequest & { body: string } {
  const queries = statements.map(rendered);
  const headers = {
    'content-type': 'application/json',
    'neon-connection-string': databaseUrl,
    'neon-raw-text-output': 'true',
    'neon-array-mode': 'true',
  };
  return {
    method: 'POST',
    path: '/sql',
    headers,
    body: JSON.stringify(queries.length === 1 ? queries[0] : { queries }),
  };
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? value.toString() : value;
}
