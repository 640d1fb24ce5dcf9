import type pg from 'pg';
import { type Description, describe } from './describe.ts';
import type { StoredText } from './function-text.ts';

/** The statement that creates the function. Postgres tells the types of its parameters and columns. */
export async function functionSql(client: pg.Client, stored: StoredText): Promise<string> {
  const { kind, name, hash, parameters, returnsRows, statements } = stored;
  const described: Numbered[] = [];
  for (const statement of statements) described.push(await describedStatement(client, statement));
  const types = parameters.map((parameter, index) => typeOf(`${name}: ${parameter}`, index, described));
  const listed = parameters.map((parameter, index) => `$${index + 1} ${parameter}`).join(', ');
  const columns = described[0]?.columns.map((column) => `"${column.name}" ${column.type}`).join(', ');
  const body = returnsRows ? [`return query ${statements[0]}`] : [...statements.map(withoutRows), 'return true'];
  // A stable function reads from the snapshot of its caller, and Postgres refuses changes in it. Without `rows` the planner expects 1,000.
  const options = `${kind === 'reads' ? ' stable' : ''}${returnsRows ? ' rows 1' : ''}`;
  // The parameters have no names, because a column of the result can have the same one.
  return `-- ${listed}
create function ${kind}.${name}_${hash}(${types.join(', ')}) returns ${returnsRows ? `table (${columns})` : 'boolean'}
language plpgsql${options} as $$
#variable_conflict use_column
${body.some((text) => text.endsWith(intoIgnored)) ? 'declare ignored record;\n' : ''}begin
${body.map((text) => `  ${text.trim()};`).join('\n')}
end $$;`;
}

interface Numbered extends Description {
  /** The numbers of the function's parameters that the statement uses. */
  readonly numbers: readonly number[];
}

/** Postgres accepts only parameters numbered from 1 without a gap. */
async function describedStatement(client: pg.Client, statement: string): Promise<Numbered> {
  const numbers = [...new Set([...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))];
  const text = statement.replace(/\$(\d+)/g, (_, number: string) => `$${numbers.indexOf(Number(number)) + 1}`);
  return { ...(await describe(client, text)), numbers };
}

function typeOf(parameter: string, index: number, described: readonly Numbered[]): string {
  const types = described.flatMap(({ numbers, parameters }) => parameters[numbers.indexOf(index + 1)] ?? []);
  const [type, ...others] = new Set(types);
  if (type === undefined) throw new Error(`${parameter} is not used`);
  if (others.length > 0) throw new Error(`${parameter} has several types, add a cast: ${[type, ...others].join(', ')}`);
  return type;
}

const intoIgnored = ' into ignored';

/** The statement as PL/pgSQL wants it when its rows are not needed. `into` reads one row only, which suffices for a guard. */
function withoutRows(statement: string): string {
  const text = statement.trim();
  if (/^select\b/i.test(text)) return text.replace(/^select\b/i, 'perform');
  return /^with\b/i.test(text) && mainVerb(text) === 'select' ? text + intoIgnored : text;
}

/** The verb of a statement after its CTEs: the first one outside parentheses. */
function mainVerb(text: string): string | undefined {
  let depth = 0;
  for (const [part] of text.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]|\b(?:select|insert|update|delete)\b/gi)) {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (depth === 0 && /^[a-z]/i.test(part)) return part.toLowerCase();
  }
  return undefined;
}
