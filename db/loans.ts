import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../schema/enums.ts';
import type { Db } from './client.ts';

/** A table whose rows are due again and again, each with an id, the time of its next turn, and its failures in succession. */
export interface Lendable {
  readonly table: string;
  readonly dueAt: string;
  readonly failures: string;
}

export interface Loan {
  readonly platform: Platform;
  readonly at: Date;
  readonly lentUntil: Date;
  readonly most: number;
}

/** What a row says of itself to whoever it is lent to. */
export interface Lent {
  readonly id: number;
  /** How often its last turns failed in succession. */
  readonly failures: number;
}

/**
 * The rows that `due` selects and locks, `most` of them, and how many it saw. `due` gives id, is_lent, and what else is told.
 * Each row is lent to one caller at a time: until `lentUntil` nobody else gets it, and whoever ends without a word has it lent
 * out again. What cannot be lent is put off: it must not stand in the way of the others. Null is for good.
 */
export async function lend<Item extends Lent>(
  db: Db,
  { table, dueAt, failures }: Lendable,
  { due, told, putOffUntil }: { readonly due: SQL; readonly told: SQL; readonly putOffUntil: Date | null },
  { lentUntil }: Pick<Loan, 'lentUntil'>,
): Promise<{ lent: Item[]; seen: number }> {
  const seen = await db.rows<Item & { isLent: boolean }>(sql`
    with due as materialized (${due})
    update ${sql.raw(table)} lent
    set ${sql.raw(dueAt)} = case when due.is_lent then ${lentUntil}::timestamptz else ${putOffUntil}::timestamptz end
    from due where lent.id = due.id
    returning lent.id::float8 as id, lent.${sql.raw(failures)} as failures, due.is_lent as "isLent", ${told}`);
  return { lent: seen.filter(({ isLent }) => isLent), seen: seen.length };
}

export interface NextTurn extends Lent {
  readonly dueAt: Date;
}

/** Ends the loan of rows, unless it has ended by itself and they are lent to another. */
export const giveBack = (
  { table, dueAt, failures }: Lendable,
  next: readonly NextTurn[],
  { lentUntil }: Pick<Loan, 'lentUntil'>,
): SQL =>
  sql`update ${sql.raw(table)} lent set ${sql.raw(dueAt)} = n."dueAt", ${sql.raw(failures)} = n.failures
      from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n(id bigint, "dueAt" timestamptz, failures smallint)
      where lent.id = n.id and lent.${sql.raw(dueAt)} = ${lentUntil}`;
