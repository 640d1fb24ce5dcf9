import { getTableName, type Table } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { missing } from '../schema/shared/errors.ts';

const sequenceOf = (table: Table) => `${getTableName(table)}_id_seq`;

/** A new id for a row that the commit will insert: a field of the facts. */
export const freshId = (table: Table): SQL<number> => sql`nextval(${sequenceOf(table)})::float8`;

/** The id that was generated last: an expression. */
export const lastId = (table: Table): SQL<number> => sql`pg_sequence_last_value(${sequenceOf(table)}::regclass)`;

/** New ids, in order, for rows that the commit will insert: a field of the facts. */
export const freshIds = (table: Table, count: SQL): SQL<readonly number[]> =>
  sql`array(select nextval(${sequenceOf(table)}) from generate_series(1, ${count}))::float8[]`;

/** Takes fresh ids one after the other, each once. */
export function takeIds(ids: readonly number[]): () => number {
  const rest = ids.values();
  return () => rest.next().value ?? missing('a fresh id');
}
