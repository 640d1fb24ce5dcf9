import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../schema/shared/enums.ts';
import { type Db, jsonb } from './client.ts';
import { countChanged, type Fields, query, type RowOf } from './query.ts';

/** A table whose rows become due repeatedly: the id, the due time, and the consecutive failures. */
export interface Leasable {
  readonly table: PgTable;
  readonly id: AnyPgColumn;
  readonly dueAt: AnyPgColumn;
  readonly failures: AnyPgColumn;
}

export interface Lease {
  readonly platform: Platform;
  readonly at: Date;
  readonly leasedUntil: Date;
  readonly limit: number;
}

/** The fields that every leased row has. */
export interface Leased {
  readonly id: number;
  /** Consecutive failed runs. */
  readonly failures: number;
}

/** The leased rows, and the number of rows that were due, which is at most that of the lease. */
export interface Acquired<Row> {
  readonly leased: readonly Row[];
  readonly seen: number;
}

/**
 * Leases the rows that `due` selects and locks. `due` gives id and is_leased; fields are columns of the table or expressions on `due`. Only
 * one caller holds the lease of a row until `leasedUntil`. Then the row is due again, so a crashed caller loses nothing. A row that cannot
 * be leased is postponed, because it would delay the others; null postpones it for ever.
 */
export async function acquire<F extends Fields>(
  db: Db,
  { table, id, dueAt }: Leasable,
  { due, fields, putOffUntil }: { readonly due: SQL; readonly fields: F; readonly putOffUntil: Date | null },
  { leasedUntil }: Pick<Lease, 'leasedUntil'>,
): Promise<Acquired<RowOf<F>>> {
  const { statement, decode } = query(
    fields,
    (columns) => sql`
      with due as materialized (${due})
      update ${table} set ${sql.identifier(dueAt.name)} =
        case when due.is_leased then ${leasedUntil}::timestamptz else ${putOffUntil}::timestamptz end
      from due where ${id} = due.id
      returning ${columns}, due.is_leased as "isLeased"`,
  );
  const seen = await db.read({
    statement,
    decode: (given) => ({ row: decode(given), isLeased: given.isLeased === true }),
  });
  return { leased: seen.flatMap(({ row, isLeased }) => (isLeased ? [row] : [])), seen: seen.length };
}

/** The next due time of a row after a run, and its consecutive failures. */
export interface NextRun extends Leased {
  readonly dueAt: Date;
}

/** Releases the lease of rows. A row whose lease has expired and that another caller has leased stays unchanged. */
export async function release(
  db: Db,
  { table, id, dueAt, failures }: Leasable,
  next: readonly NextRun[],
  { leasedUntil }: Pick<Lease, 'leasedUntil'>,
): Promise<void> {
  await countChanged(
    db,
    sql`update ${table} set ${sql.identifier(dueAt.name)} = n."dueAt", ${sql.identifier(failures.name)} = n.failures
      from jsonb_to_recordset(${jsonb(next)}) as n(id bigint, "dueAt" timestamptz, failures smallint)
      where ${id} = n.id and ${dueAt} = ${leasedUntil}`,
  );
}
