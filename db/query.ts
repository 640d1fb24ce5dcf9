import { type AnyColumn, Column, type GetColumnData, getTableColumns, is } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { missing } from '../schema/shared/errors.ts';
import type { Db } from './client.ts';
import { constant, type Query } from './statements.ts';

export type { Query };

/** Composes inserts, updates and deletes. It has no connection: a `Db` runs what it composed. */
export const build = drizzle(() => Promise.reject(new Error('a composed statement has no connection of its own')));

/** The name of each field, and the column or expression that it has. An expression names its type: `` sql<number>`…` ``. */
export type Fields = Readonly<Record<string, AnyColumn | SQL>>;

/** The row type of these fields. */
export type RowOf<F extends Fields> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

type ValueOf<F> = F extends AnyColumn ? GetColumnData<F> : F extends SQL<infer T> ? T : never;

/** The type that an expression names. */
export type TypeOf<Expression extends SQL> = Expression extends SQL<infer T> ? T : never;

/** A statement that returns rows of these fields; `columns` lists them, for `select` or `returning`. */
export const query = <F extends Fields>(fields: F, statement: (columns: SQL) => SQL): Query<RowOf<F>> => ({
  statement: statement(
    sql.join(
      Object.entries(fields).map(([name, field]) => sql`${field} as ${sql.identifier(name)}`),
      sql`, `,
    ),
  ),
  decode: (given) => decoded(fields, given),
});

/** `select` with these fields; `rest` begins with `from`. */
export const select = <F extends Fields>(fields: F, rest: SQL = sql``): Query<RowOf<F>> =>
  query(fields, (columns) => sql`select ${columns} ${rest}`);

/** The rows of statements with the same fields. There is at least one statement. */
export const unionAll = <Row>(queries: readonly Query<Row>[]): Query<Row> => ({
  statement: sql.join(
    queries.map(({ statement }) => statement.getSQL()),
    sql` union all `,
  ),
  decode: (given) => (queries[0] ?? missing('a statement of a union')).decode(given),
});

/** Safe: each name is a field of the statement. Only this function makes that cast. */
function decoded<F extends Fields>(fields: F, given: Readonly<Record<string, unknown>>): RowOf<F> {
  const row: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    row[name] = value !== null && is(field, Column) ? field.mapFromDriverValue(value) : value;
  }
  return row as RowOf<F>;
}

/** The only row of a statement that always gives one. */
export async function one<Row>(db: Db, statement: Query<Row>): Promise<Row> {
  const [first] = await db.read(statement);
  if (first === undefined) throw new Error('a statement that must give a row gave none');
  return first;
}

/** The first row, or null. */
export async function maybe<Row>(db: Db, statement: Query<Row>): Promise<Row | null> {
  const [first] = await db.read(statement);
  return first ?? null;
}

/** The facts of a decision: one statement reads them, and so from one snapshot. */
export const factsOf = <F extends Fields>(fields: F): Query<RowOf<F>> => select(fields);

/** Reads facts. */
export const facts = <F extends Fields>(db: Db, fields: F): Promise<RowOf<F>> => one(db, factsOf(fields));

/** A value in JSON: bigints and instants are text there. */
type JsonValue<T> = T extends bigint | Date ? string : T;
export type JsonOf<F extends Fields> = { readonly [Name in keyof F]: JsonValue<ValueOf<F[Name]>> };

/** A JSON object of these fields. Columns of money become decimal text, and instants ISO 8601 text in UTC. */
export const json = <F extends Fields>(fields: F): SQL<JsonOf<F>> =>
  constant(
    sql`json_build_object(${sql.join(
      Object.entries(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${inJson(field)}`),
      sql`, `,
    )})`,
  );

function inJson(field: AnyColumn | SQL): SQL {
  if (!is(field, Column)) return field;
  if (field.dataType === 'bigint') return sql`${field}::text`;
  return field.dataType === 'date' ? iso(field) : sql`${field}`;
}

/** A JSON array of objects; `rest` begins with `from` and may have no `order by`. */
export const jsonList = <T>(object: SQL<T>, rest: SQL, order?: SQL): SQL<readonly T[]> =>
  sql`(select coalesce(json_agg(${object}${order === undefined ? sql`` : sql` order by ${order}`}), '[]') ${rest})`;

/** The instant as ISO 8601 in UTC, to the millisecond. */
export const iso = (instant: SQLWrapper): SQL<string> => sql`iso(${instant})`;

/** Ends the transaction with this code unless the condition holds. */
export const guard = (condition: SQL, code: string): SQL => sql`select guard(${condition}, ${code})`;

/** Limits how long the following statements of the transaction wait for each lock. */
export const waitAtMost = (ms: number): SQL => sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`;

/** Runs an update or delete of exactly one row. The code ends the transaction when the row has changed since it was read. */
export const changesOne = (change: SQLWrapper, code = 'VERSION_CONFLICT'): SQL =>
  sql`with changed as (${change.getSQL()} returning 1) ${guard(sql`(select count(*) from changed) = 1`, code)}`;

/** Runs an insert, an update or a delete and returns the number of rows that it changed. */
export async function countChanged(db: Db, change: SQLWrapper): Promise<number> {
  const changed = await db.read(
    query({ changed: sql<number>`1` }, (columns) => sql`${change.getSQL()} returning ${columns}`),
  );
  return changed.length;
}

/** A value or an expression for some columns of a table. */
type Values<T extends PgTable> = {
  readonly [Name in keyof T['$inferInsert']]?: T['$inferInsert'][Name] | SQL | AnyColumn;
};

/** Inserts the rows of a select: some columns, each with its value or expression. `rest` begins with `from`. */
export function insertSelect<T extends PgTable>(table: T, values: Values<T>, rest: SQL): SQL {
  const given = named(table, values);
  const names = given.map(({ column }) => sql.identifier(column.name));
  return sql`insert into ${table} (${sql.join(names, comma)})
    select ${sql.join(
      given.map(({ value }) => value),
      comma,
    )} ${rest}`;
}

/**
 * Inserts rows from one parameter, their JSON text: the statement is the same for every number of rows. `jsonRows` makes
 * the text.
 */
export function insertJson<T extends PgTable>(
  table: T,
  names: readonly (keyof T['$inferInsert'] & string)[],
  rows: SQL<string>,
): SQL {
  const columns = sql.join(
    names.map((name) => sql.identifier(columnOf(table, name).name)),
    comma,
  );
  return sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${rows}::json)`;
}

/** Rows as JSON text with the names of the columns. */
export function jsonRows<T extends PgTable, Name extends keyof T['$inferInsert'] & string>(
  table: T,
  names: readonly Name[],
  rows: readonly Readonly<Pick<T['$inferInsert'], Name>>[],
): string {
  const columns = names.map((name) => [name, columnOf(table, name).name] as const);
  const named = rows.map((row) => Object.fromEntries(columns.map(([name, column]) => [column, row[name]])));
  return JSON.stringify(named, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** The `on conflict` clause of an upsert: updates these columns of the existing row. */
export function onConflictUpdate<T extends PgTable>(table: T, key: readonly AnyColumn[], values: Values<T>): SQL {
  const names = key.map(({ name }) => sql.identifier(name));
  const changes = named(table, values).map(({ column, value }) => sql`${sql.identifier(column.name)} = ${value}`);
  return sql`on conflict (${sql.join(names, comma)}) do update set ${sql.join(changes, comma)}`;
}

/** The value that the insert proposed (`excluded`), for `on conflict do update`. */
export const excluded = (column: AnyColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;

function named<T extends PgTable>(table: T, values: Values<T>): { column: AnyColumn; value: SQL }[] {
  return Object.entries(values).map(([name, value]) => {
    const column = columnOf(table, name);
    return { column, value: is(value, SQL) || is(value, Column) ? sql`${value}` : sql`${sql.param(value, column)}` };
  });
}

function columnOf(table: PgTable, name: string): AnyColumn {
  const column = getTableColumns(table)[name];
  if (column === undefined) throw new Error(`the table has no column ${name}`);
  return column;
}

const comma = sql`, `;
