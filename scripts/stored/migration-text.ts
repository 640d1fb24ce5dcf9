import type { StoredText } from './function-text.ts';

/** The name of the function, with its schema. */
export const functionName = ({ kind, name, hash }: Pick<StoredText, 'kind' | 'name' | 'hash'>): string =>
  `${kind}.${name}_${hash}`;

/** The stored functions that a database has after these migrations. */
export function functionsAfter(migrations: readonly string[]): Set<string> {
  const functions = new Set<string>();
  for (const [, verb, name = ''] of migrations
    .join('\n')
    .matchAll(/^(create|drop) function ((?:reads|changes)\.\w+)/gm)) {
    if (verb === 'create') functions.add(name);
    else functions.delete(name);
  }
  return functions;
}

/** Whether the migrations last created the function by this SQL. It has other types when a later migration has changed those of its columns. */
export function isCurrent(migrations: readonly string[], stored: StoredText, functionSql: string): boolean {
  const start = `create function ${functionName(stored)}(`;
  const all = migrations.join('\n');
  return all.slice(Math.max(all.lastIndexOf(start), 0)).startsWith(functionSql.slice(functionSql.indexOf(start)));
}

/**
 * The functions that no version needs any more. Those of the deployed version, whose names are in db/stored-names.ts until they are written
 * again, stay: it runs until the new one is deployed.
 */
export function unneeded(
  functions: ReadonlySet<string>,
  texts: readonly StoredText[],
  deployed: Readonly<Record<string, string>>,
): string[] {
  const needed = new Set(texts.map(functionName));
  const ends = Object.entries(deployed).map(([name, hash]) => `.${name}_${hash}`);
  return [...functions].filter((name) => !needed.has(name) && !ends.some((end) => name.endsWith(end)));
}
