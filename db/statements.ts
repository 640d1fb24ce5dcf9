import { PgDialect } from 'drizzle-orm/pg-core/dialect';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';

/** A statement, and the rows that it gives. */
export interface Query<Row> {
  readonly statement: SQLWrapper;
  /** Converts a row of the driver. */
  decode(given: Readonly<Record<string, unknown>>): Row;
}

/** The parameters of a stored statement, as expressions. */
export type ParametersOf<Values> = { readonly [Name in keyof Values]: SQL<Values[Name]> };

/** A value, or an expression that becomes it: a parameter of a stored statement. */
export type Value<T> = T | SQL<T>;

export interface Rendered {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** A statement whose text has been rendered before, with the values of this run. */
export class Prepared implements SQLWrapper {
  readonly rendered: Rendered;

  constructor(rendered: Rendered) {
    this.rendered = rendered;
  }

  /** For the use inside another statement, which is rendered as a whole. */
  getSQL(): SQL {
    const { text, params } = this.rendered;
    const pieces = text.split(/\$(\d+)/);
    // Every second piece is the number of a parameter.
    return sql.join(
      pieces.map((piece, n) => (n % 2 === 0 ? sql.raw(piece) : sql`${sql.param(params[Number(piece) - 1])}`)),
    );
  }
}

/**
 * Renders an expression without parameters once, at its first use, for statements that are composed at each run; others stay as they are. The
 * JSON of an order took 135 µs in each statement that reads it, and all of them a sixth of the start of `api`.
 */
export function constant<T>(expression: SQL<T>): SQL<T> {
  let rendered: SQL['queryChunks'] | undefined;
  return Object.defineProperty(sql<T>``, 'queryChunks', {
    get() {
      rendered ??= renderedOnce(expression);
      return rendered;
    },
  });
}

function renderedOnce(expression: SQL): SQL['queryChunks'] {
  const { text, params } = render(expression);
  return params.length === 0 ? sql.raw(text).queryChunks : expression.queryChunks;
}

/** The statement, rendered once for several uses, and whether it changes rows. */
export function examined<Row>({ statement, decode }: Query<Row>): { query: Query<Row>; isChange: boolean } {
  const rendered = render(statement);
  const query = { statement: new Prepared(rendered), decode };
  return { query, isChange: change.test(rendered.text) };
}

// `for update of` does not match, nor does the name of a column.
const change = /\b(insert into|delete from|update\s+\S+(\s+\S+)?\s+set)\s|\b(from|select) changes\./i;

/**
 * The only row of each of two statements, as one statement. The columns keep their types, which JSON would lose. The two must have no
 * column name in common.
 */
export const oneOfEach = <One, Other>(first: Query<One>, second: Query<Other>): Query<readonly [One, Other]> => ({
  statement: joined(first, second, (one, other) => `select * from (${one}) first cross join (${other}) second`),
  decode: (given) => [first.decode(given), second.decode(given)] as const,
});

/**
 * The rows of `other`, each beside the only row of `one`, as one statement. Without a row of `one` there are no rows. Without rows of
 * `other` there is one, whose `row` is null. The row of `one` is JSON, so both may have columns of the same names. `other` must be valid
 * as a subquery. The rows keep their order, because only a nested loop can join without a condition.
 */
export const beside = <One, Row>(one: Query<One>, other: Query<Row>): Query<{ one: One; row: Row | null }> => ({
  statement: joined(
    other,
    one,
    (rows, only) => `select to_json(one) as "the one", found.* from (${only}) one
      left join (select true as "is found", rows.* from (${rows}) rows) found on true`,
  ),
  decode: (given) => ({
    one: one.decode(Object(given['the one'])),
    row: given['is found'] === true ? other.decode(given) : null,
  }),
});

/** Joins the texts of two statements. The parameters of the second follow those of the first. */
function joined(
  first: Query<unknown>,
  second: Query<unknown>,
  join: (first: string, second: string) => string,
): Prepared {
  const [one, other] = [render(first.statement), render(second.statement)];
  const moved = other.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + one.params.length}`);
  return new Prepared({ text: join(one.text, moved), params: [...one.params, ...other.params] });
}

export function render(statement: SQLWrapper): Rendered {
  if (statement instanceof Prepared) return statement.rendered;
  const { sql: text, params } = dialect.sqlToQuery(statement.getSQL());
  return { text, params };
}

const dialect = new PgDialect();
