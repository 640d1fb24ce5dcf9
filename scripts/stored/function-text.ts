import { createHash } from 'node:crypto';
import { is, Placeholder, type SQLWrapper } from 'drizzle-orm';
import { render } from '../../db/statements.ts';
import type { Stored } from '../../db/stored.ts';

/** A stored statement with the text of its function, before Postgres has told the types. */
export interface StoredText extends Pick<Stored, 'kind' | 'parameters' | 'returnsRows'> {
  readonly name: string;
  /** The hash in the name of the function. */
  readonly hash: string;
  /** Each with `$n` for the n-th parameter of the function. */
  readonly statements: readonly string[];
}

export function storedText(name: string, stored: Stored): StoredText {
  const { kind, parameters, returnsRows } = stored;
  const statements = stored.compose().map((statement) => numbered(name, statement, parameters));
  const returns = returnsRows ? 'table' : 'boolean';
  const content = JSON.stringify({ kind, parameters, returns, statements });
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { name, hash, kind, parameters, returnsRows, statements };
}

/** The statement with the numbers of the function's parameters, and its constants as literals. */
function numbered(name: string, statement: SQLWrapper, parameters: readonly string[]): string {
  const { text, params } = render(statement);
  return text.replace(/\$(\d+)/g, (_, index: string) => {
    const given = params[Number(index) - 1];
    if (!is(given, Placeholder)) return literal(name, given);
    const place = parameters.indexOf(given.name);
    if (place < 0) throw new Error(`${name} has no parameter ${given.name}`);
    return `$${place + 1}`;
  });
}

function literal(name: string, value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  throw new Error(`${name} has a constant that has no literal: ${JSON.stringify(value)}`);
}
