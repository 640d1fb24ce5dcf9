import { and, getTableColumns } from 'drizzle-orm';
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { missing } from '../schema/shared/errors.ts';
import { type Db, jsonb } from './client.ts';
import { build, countChanged, type Fields, query, type RowOf } from './query.ts';

/**
 * Rows that one caller at a time works on. The end of its lease identifies the holder: until it is released, each lease of a row ends later than the one before.
 * A lease that is not released expires, so a crashed caller loses nothing.
 */
export interface Leasable<Table extends PgTable = PgTable> {
  readonly table: Table;
  readonly id: AnyPgColumn;
  readonly leasedUntil: AnyPgColumn;
  /** A row can be leased from then on; null: never. By default leasedUntil. */
  readonly availableAt?: SQL;
  /** Consecutive failed runs. */
  readonly failures?: AnyPgColumn;
  /** The order in which every commit locks the rows. By default that of the ids. */
  readonly lockOrder?: SQL;
}

/** For `availableAt`: a row without an earlier lease can be leased at once. */
export const atOnceOr = (leasedUntil: AnyPgColumn): SQL => sql`coalesce(${leasedUntil}, '-infinity')`;

export interface Lease {
  readonly at: Date;
  readonly leasedUntil: Date;
}

/** A lease of at most `limit` rows. */
export interface BatchLease extends Lease {
  readonly limit: number;
}

export const leaseFor = (at: Date, seconds: number): Lease => ({
  at,
  leasedUntil: new Date(at.getTime() + seconds * 1_000),
});

/** A row, and the end of the lease that the caller acquired. */
export interface Held {
  readonly id: number | string | SQL;
  readonly leasedUntil: Date;
}

/** A condition: the lease of the row was not released, and no other caller has acquired it since. */
export const isHeld = (leasable: Leasable, { id, leasedUntil }: Held): SQL =>
  sql`${leasable.id} = ${id} and ${leasable.leasedUntil} = ${leasedUntil}`;

/** The update that leases one row if it is available and the condition, if any, holds. It waits for the locks of others. */
export const leaseOne = <Table extends PgTable>(
  leasable: Leasable<Table>,
  id: number | string | SQL,
  { at, leasedUntil }: Lease,
  { condition, changes }: { readonly condition?: SQL; readonly changes?: PgUpdateSetSource<Table> } = {},
): SQL =>
  build
    .update(leasable.table)
    .set({ ...changes, [nameOf(leasable)]: leasedUntil })
    .where(and(sql`${leasable.id} = ${id}`, isAvailable(leasable, at), condition))
    .getSQL();

/**
 * The update that leases the rows of `due`: a select of `id` that ends with `available()`. `until` may be an expression on the row or on
 * `due`. Statements append `returning`.
 */
export const leaseDue = (leasable: Leasable, due: SQL, until: SQL): SQL =>
  sql`with due as materialized (${due})
    ${build
      .update(leasable.table)
      .set({ [nameOf(leasable)]: until })
      .from(sql`due`)
      .where(sql`${leasable.id} = due.id`)
      .getSQL()}`;

/** The end of a select of due rows: the available ones, in this order, without those that another transaction has locked. */
export const available = (
  leasable: Leasable,
  { at, limit }: { readonly at: Date; readonly limit: number | SQL },
  order = availableAt(leasable),
): SQL =>
  sql`${isAvailable(leasable, at)} order by ${order} limit ${limit} for no key update of ${leasable.table} skip locked`;

const availableAt = ({ availableAt, leasedUntil }: Leasable): SQL => availableAt ?? sql`${leasedUntil}`;

/** A condition: nobody has the lease of the row, and it is due. */
export const isAvailable = (leasable: Leasable, at: Date): SQL => sql`${availableAt(leasable)} <= ${at}`;

/** The name of the column in the schema, for the builder. */
const nameOf = ({ table, leasedUntil }: Leasable): string =>
  Object.entries(getTableColumns(table)).find(([, column]) => column === leasedUntil)?.[0] ??
  missing('the column of the lease');

/** The fields that every row has which becomes due repeatedly. */
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
 * Leases rows that become due repeatedly. `due` gives id and is_leased; fields are columns of the table or expressions on `due`. A row that
 * cannot be leased is postponed, because it would delay the others; null postpones it for ever.
 */
export async function acquire<F extends Fields>(
  db: Db,
  leasable: Leasable,
  { due, fields, putOffUntil }: { readonly due: SQL; readonly fields: F; readonly putOffUntil: Date | null },
  { leasedUntil }: Pick<Lease, 'leasedUntil'>,
): Promise<Acquired<RowOf<F>>> {
  const until = sql`case when due.is_leased then ${leasedUntil}::timestamptz else ${putOffUntil}::timestamptz end`;
  const { statement, decode } = query(
    fields,
    (columns) => sql`${leaseDue(leasable, due, until)} returning ${columns}, due.is_leased as "isLeased"`,
  );
  const seen = await db.read({
    statement,
    decode: (given) => ({ row: decode(given), isLeased: given.isLeased === true }),
  });
  return { leased: seen.flatMap(({ row, isLeased }) => (isLeased ? [row] : [])), seen: seen.length };
}

/** A row to release. */
export interface Release {
  readonly id: number | string;
  /** Replaces the end of the lease. */
  readonly dueAt: Date | null;
  /** Consecutive failed runs; without it they stay. */
  readonly failures?: number;
}

/** Releases the lease of rows. A row whose lease has expired and that another caller has leased stays unchanged. */
export const release = async (
  db: Db,
  leasable: Leasable,
  rows: readonly Release[],
  lease: Pick<Lease, 'leasedUntil'>,
): Promise<void> => {
  await countChanged(db, releasing(leasable, rows, lease));
};

/** The statement of release(). */
export function releasing(
  leasable: Leasable,
  rows: readonly Release[],
  { leasedUntil }: Pick<Lease, 'leasedUntil'>,
): SQL {
  const { table, id, failures, lockOrder = sql`${id}` } = leasable;
  const counted = failures && sql`, ${sql.identifier(failures.name)} = coalesce(held.failures, ${failures})`;
  return sql`with held as materialized (
      select n.* from jsonb_to_recordset(${jsonb(rows)}) as n(id ${sql.raw(id.getSQLType())}, "dueAt" timestamptz, failures smallint)
      join ${table} on ${isHeld(leasable, { id: sql`n.id`, leasedUntil })} order by ${lockOrder} for no key update of ${table})
    update ${table} set ${sql.identifier(leasable.leasedUntil.name)} = held."dueAt"${counted} from held where ${id} = held.id`;
}
