import type pg from 'pg';

/** The cached data of a prepared statement on a connection: the columns, as the JSON text of the answer. */
export interface Prepared {
  fields: string;
}

const namedAtMost = 4_000;
const longestNamed = 20_000;
const names = new Map<string, string>();
const prepared = new WeakMap<pg.PoolClient, Map<string, Prepared>>();

/** One name for each text; empty for texts that are too long or too many to prepare on every connection. */
export function statementName(query: string): string {
  const known = names.get(query);
  if (known !== undefined) return known;
  if (names.size >= namedAtMost || query.length > longestNamed) return '';
  const name = `q${names.size}`;
  names.set(query, name);
  return name;
}

export function preparedOn(client: pg.PoolClient): Map<string, Prepared> {
  const known = prepared.get(client) ?? new Map<string, Prepared>();
  prepared.set(client, known);
  return known;
}
