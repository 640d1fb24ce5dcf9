import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runAsCommand } from './local/process/command.ts';
import { projectRoot } from './local/process/project-root.ts';
import { SetupProblem } from './local/process/setup-problem.ts';

const usage =
  'Give the migration a name: npm run migration -- add_campaigns, or npm run migration -- ledger_fees --custom.';
const header = (what: string) => `-- ${what}\n--\n-- Locks: …. To revert: ….\n\n`;

/**
 * Writes the next file of db/migrations: the difference between db/tables and the last snapshot, or with `--custom` an
 * empty one for functions, triggers and rights. Indexes on existing tables get their own file, which builds them
 * concurrently.
 */
export function makeMigration(name: string, isCustom: boolean, root = projectRoot): string[] {
  const directory = path.join(root, 'db/migrations');
  const generate = (args: string[]): string[] => {
    const before = new Set(readdirSync(directory));
    const binary = path.join(root, 'node_modules/drizzle-kit/bin.cjs');
    const options = { cwd: root, encoding: 'utf8' } as const;
    const kit = spawnSync(process.execPath, [binary, 'generate', '--config', 'db/drizzle.config.ts', ...args], options);
    dropOldSnapshots(path.join(directory, 'meta'));
    const made = readdirSync(directory).filter((file) => file.endsWith('.sql') && !before.has(file));
    // Drizzle Kit exits with 0 after an error, too.
    if (made.length === 0 && !kit.stdout.includes('No schema changes'))
      throw new SetupProblem(`Drizzle Kit wrote no migration:\n${kit.stderr.trim()}`);
    return made;
  };
  const [made] = generate(isCustom ? ['--custom', '--name', name] : ['--name', name]);
  if (made === undefined) throw new SetupProblem('db/tables has not changed since the last migration.');
  const file = path.join(directory, made);
  const { rest, indexes } = isCustom ? { rest: '', indexes: [] } : apart(readFileSync(file, 'utf8'));
  if (indexes.length === 0 || rest.trim() !== '') writeFileSync(file, header('… (what changes, and why).') + rest);
  if (indexes.length === 0) return [made];
  const text = header('… (the reads that the indexes serve).') + indexes.join('\n').concat('\n');
  if (rest.trim() === '') {
    writeFileSync(file, text);
    return [made];
  }
  const [second = ''] = generate(['--custom', '--name', `${name}_indexes`]);
  writeFileSync(path.join(directory, second), text);
  return [made, second];
}

/** The indexes of a generated migration on tables that it does not create, and all its other statements. */
export function apart(sql: string): { rest: string; indexes: string[] } {
  const created = new Set([...sql.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table]) => table));
  const indexes: string[] = [];
  const rest = sql.replace(/^CREATE (UNIQUE )?INDEX ("\w+" ON "(\w+)".*;)\n?/gm, (statement, unique, index, table) => {
    if (created.has(table)) return statement;
    indexes.push(`CREATE ${unique ?? ''}INDEX CONCURRENTLY ${index}`);
    return '';
  });
  return { rest, indexes };
}

/** Only the last snapshot is compared with db/tables; each is as large as the schema. */
function dropOldSnapshots(directory: string): void {
  const snapshots = readdirSync(directory)
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort();
  for (const file of snapshots.slice(0, -1)) rmSync(path.join(directory, file));
}

await runAsCommand(import.meta.url, async () => {
  const [name, ...options] = process.argv.slice(2);
  if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) throw new SetupProblem(usage);
  const made = makeMigration(name, options.includes('--custom'));
  console.log(
    `Wrote ${made.join(' and ')} to db/migrations. Describe its locks and how to revert it in its first lines.`,
  );
});
