import { Prepared, type Rendered } from './statements.ts';

/** The call of a function, with its parameters by number. */
export const called = (call: string, params: readonly unknown[]): Rendered => ({
  text: `${call}(${numbers(params.length)})`,
  params,
});

const numbers = (count: number, before = 0): string =>
  Array.from({ length: count }, (_, index) => `$${before + index + 1}`).join(', ');

/** The call of a stored change. Its function returns true. */
export class StoredChange extends Prepared {
  readonly name: string;

  constructor(name: string, params: readonly unknown[]) {
    super(called(`select ${name}`, params));
    this.name = name;
  }
}

/**
 * Calls the functions in this order, as one statement: in a transaction each statement is a round trip of Neon's proxy to Postgres, and
 * all of them but the first happen while rows are locked. Postgres defines the order of evaluation only for CASE.
 */
export function inTurn(changes: readonly StoredChange[]): Rendered {
  const params = changes.flatMap((change) => change.rendered.params);
  const calls: string[] = [];
  let before = 0;
  for (const { name, rendered: own } of changes) {
    calls.push(`${name}(${numbers(own.params.length, before)})`);
    before += own.params.length;
  }
  const text = calls.reduceRight((later, call) => `case when ${call} then ${later} end`);
  return { text: `select ${text}`, params };
}
