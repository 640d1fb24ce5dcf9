import * as z from 'zod';
import type { Shape } from '../../schema/shared/operation.ts';
import type { Market } from './market/market.ts';

/** A column, as `table.column`, and a text with the mark that it contains. */
export type Found = ReadonlyMap<string, string>;

/** All columns with texts, also those inside of documents, but for lists of words. A part of a table counts as the table. */
export async function textColumns({ pool }: Pick<Market, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name
     from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition
       and (c.data_type in ('text', 'character varying', 'json', 'jsonb') or c.udt_name = '_text')
       and not exists (select from pg_constraint one where one.conrelid = t.oid and one.contype = 'c'
         and pg_get_constraintdef(one.oid) ~ ('\\m' || c.column_name || '\\M.*(ANY \\(ARRAY\\[|<@ ARRAY\\[)'))
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The columns with a text that contains the mark. */
export async function columnsWith(market: Pick<Market, 'pool'>, mark: string): Promise<Found> {
  const found = new Map<string, string>();
  const tables = Map.groupBy(await textColumns(market), (name) => name.split('.')[0] ?? '');
  for (const [table, names] of tables) {
    const columns = names.map((name) => name.split('.')[1]);
    const marked = columns.map(
      (column) => `(array_agg(substring("${column}"::text from $1)) filter (where "${column}"::text ~ $1))[1]`,
    );
    const { rows } = await market.pool.query({
      text: `select ${marked.join(', ')} from "${table}" where concat_ws(' ', ${columns.map((one) => `"${one}"::text`).join(', ')}) ~ $1`,
      values: [`${mark}[a-z0-9]*`],
      rowMode: 'array',
    });
    for (const [index, text] of (rows[0] ?? []).entries()) if (text !== null) found.set(names[index] ?? '', text);
  }
  return found;
}

const maxDepth = 4;

type Path = readonly (string | number)[];

/** What a body would be with a text at this path, or null if no text with the canary is valid there. */
export function withText(schema: Shape, body: unknown, path: Path, canary: string): unknown {
  const present = String(path.reduce<unknown>((part, name) => Object(part)[name], body));
  const texts = /^https:/.test(present)
    ? [new URL(canary, present).href]
    : [canary, `https://${canary}.example/`, `${canary}@example.com`];
  return texts.map((text) => changed(body, path, text)).find((one) => schema.safeParse(one).success) ?? null;
}

/** The paths of all texts that a body may have, also of those that this body does not have. */
export function textPaths(schema: Shape, body: unknown, canary: string): Path[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const paths: Path[] = [];
  visit(root, []);
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];

  function visit(given: unknown, path: Path): void {
    // A document of any form has parts of any form.
    if (path.length > maxDepth) return;
    const node = resolved(given);
    for (const part of [node.anyOf, node.oneOf, node.allOf].flat()) if (part !== undefined) visit(part, path);
    if (node.type === 'string' && node.enum === undefined && node.const === undefined) paths.push(path);
    for (const [name, property] of Object.entries(Object(node.properties))) visit(property, [...path, name]);
    if (typeof node.additionalProperties === 'object') visit(node.additionalProperties, [...path, canary]);
    if (node.items !== undefined)
      for (const index of Object.keys(Object(at(body, path)))
        .concat('0')
        .slice(0, 2))
        visit(node.items, [...path, Number(index)]);
  }

  function resolved(given: unknown): Readonly<Record<string, unknown>> {
    const node = Object(given);
    if (typeof node.$ref !== 'string') return node;
    return { ...at(root, node.$ref.replace(/^#\//, '').split('/')), ...node };
  }
}

/** Safe: whatever is at the path, as an object. */
const at = (value: unknown, path: Path): Record<string, unknown> =>
  Object(path.reduce<unknown>((part, name) => Object(part)[name], value));

/** A copy with another value at the path. */
function changed(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (typeof name === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[name] = changed(list[name], rest, text);
    return list;
  }
  return { ...Object(value), [name]: changed(Object(value)[name], rest, text) };
}
