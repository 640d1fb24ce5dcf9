import { type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { called, StoredChange } from './calls.ts';
import { type Fields, type RowOf, select } from './query.ts';
import { type ParametersOf, Prepared, type Query, render } from './statements.ts';
import { storedNames } from './stored-names.ts';

/**
 * Statements that the database stores as functions, so that each connection parses and plans them once and not at each call. `npm run
 * stored` writes the functions to a migration. The name of a function ends with a hash of its text: two versions of the service can use
 * one database.
 */
export interface Stored {
  /** The schema of the function. Functions of `reads` change no rows. */
  readonly kind: 'reads' | 'changes';
  readonly parameters: readonly string[];
  /** Whether it is one statement, which returns rows. */
  readonly returnsRows: boolean;
  /** The statements, with placeholders for the parameters. */
  compose(): readonly SQLWrapper[];
}

const known = new Map<string, Stored>();

/** The stored statements of all modules that have been imported, by name. */
export const storedStatements = (): ReadonlyMap<string, Stored> => known;

type Names<Values> = readonly (keyof Values & string)[];

/** A stored statement that reads rows. */
export const storedRead = <Values extends object, Row>(
  name: string,
  parameters: Names<Values>,
  compose: (parameters: ParametersOf<Values>) => Query<Row>,
): ((values: Values) => Query<Row>) => returningRows('reads', name, parameters, compose);

/** A stored statement that changes rows and returns rows. */
export const storedUpdate = <Values extends object, Row>(
  name: string,
  parameters: Names<Values>,
  compose: (parameters: ParametersOf<Values>) => Query<Row>,
): ((values: Values) => Query<Row>) => returningRows('changes', name, parameters, compose);

/** Stored statements that change rows and return none: they run one after the other. */
export function storedChange<Values extends object>(
  name: string,
  parameters: Names<Values>,
  compose: (parameters: ParametersOf<Values>) => SQLWrapper | readonly SQLWrapper[],
): (values: Values) => StoredChange {
  const composed = () => [compose(placeholders<Values>(parameters))].flat();
  store(name, { kind: 'changes', parameters, returnsRows: false, compose: composed });
  return (values) => new StoredChange(`changes.${functionOf(name)}`, valuesOf(parameters, values));
}

/** A read by a function that a migration defines. The parameters have the order of the function. */
export function functionRead<Values extends object, F extends Fields>(
  name: string,
  parameters: Names<Values>,
  fields: F,
): (values: Values) => Query<RowOf<F>> {
  const { statement, decode } = select(fields, sql`from ${sql.raw(name)}`);
  let call: string | undefined;
  return (values) => {
    call ??= render(statement).text;
    return { statement: callOf(call, parameters, values), decode };
  };
}

function returningRows<Values extends object, Row>(
  kind: Stored['kind'],
  name: string,
  parameters: Names<Values>,
  compose: (parameters: ParametersOf<Values>) => Query<Row>,
): (values: Values) => Query<Row> {
  let query: Query<Row> | undefined;
  const composed = (): Query<Row> => {
    query ??= compose(placeholders(parameters));
    return query;
  };
  store(name, { kind, parameters, returnsRows: true, compose: () => [composed().statement] });
  return (values) => ({
    statement: callOf(`select * from ${kind}.${functionOf(name)}`, parameters, values),
    decode: (given) => composed().decode(given),
  });
}

function store(name: string, stored: Stored): void {
  if (known.has(name)) throw new Error(`there are two stored statements with the name ${name}`);
  known.set(name, stored);
}

/** The name of the function, which the last `npm run stored` gave. */
const functionOf = (name: string): string => `${name}_${storedNames[name] ?? 'not_stored'}`;

function callOf<Values extends object>(call: string, parameters: Names<Values>, values: Values): Prepared {
  return new Prepared(called(call, valuesOf(parameters, values)));
}

const valuesOf = <Values extends object>(parameters: Names<Values>, values: Values): readonly unknown[] =>
  parameters.map((name) => values[name]);

/** Safe if the caller lists every name of `Values`, which the types do not check. */
const placeholders = <Values extends object>(names: Names<Values>) =>
  Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`])) as ParametersOf<Values>;
