import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { storedNames } from '../db/stored-names.ts';
import { runAsCommand } from './local/process/command.ts';
import { projectRoot } from './local/process/project-root.ts';
import { startServices } from './local/services.ts';
import { migrationsIn } from './migrate.ts';
import { makeMigration } from './migration.ts';
import { functionSql } from './stored/function-sql.ts';
import type { StoredText } from './stored/function-text.ts';
import { functionName, functionsAfter, isCurrent, unneeded } from './stored/migration-text.ts';
import { namesText, storedTexts } from './stored/stored-texts.ts';

const namesFile = path.join(projectRoot, 'db/stored-names.ts');

/** Writes a migration with the functions that have changed, and their names. */
async function writeStored(): Promise<void> {
  const texts = await storedTexts();
  const migrations = migrationsIn().map(({ text }) => text);
  const present = functionsAfter(migrations);
  const created = await changedFunctions(texts, present, migrations);
  const isRenamed = namesText(texts) !== readFileSync(namesFile, 'utf8');
  // Those of the deployed version are dropped when the next version is written.
  const dropped = isRenamed ? unneeded(present, texts, storedNames).map(dropOf) : [];
  if (!isRenamed && created.length === 0) return console.log('No stored statement has changed.');
  if (created.length + dropped.length > 0) {
    const [file = ''] = makeMigration('stored_statements', true);
    writeFileSync(path.join(directory, file), `${[header, ...created, ...dropped].join('\n\n')}\n`);
    console.log(`Wrote ${created.length} functions to ${file}, which drops ${dropped.length}.`);
  }
  writeFileSync(namesFile, namesText(texts));
}

const directory = path.join(projectRoot, 'db/migrations');

const header = `-- The stored statements of db/ that have changed, as functions. \`npm run stored\` wrote this file.
--
-- Locks: none, no running version can use the created and the dropped functions. To revert: drop or create them.`;

/** The SQL of the functions that are missing, or have other types than the tables: those are replaced, because no version can call them. */
function changedFunctions(
  texts: readonly StoredText[],
  present: ReadonlySet<string>,
  migrations: readonly string[],
): Promise<string[]> {
  return onDatabase(async (client) => {
    const changed: string[] = [];
    for (const stored of texts) {
      const made = await functionSql(client, stored);
      const name = functionName(stored);
      if (!present.has(name)) changed.push(made);
      else if (!isCurrent(migrations, stored, made)) changed.push(`${dropOf(name)}\n${made}`);
    }
    return changed;
  });
}

const dropOf = (name: string): string => `drop function ${name};`;

/** Runs on a new database with all migrations. */
async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'castline-stored-'));
  const services = await startServices({ dataDir: directory, throwaway: true });
  const client = new pg.Client({ connectionString: services.database?.adminUrl });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await services.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

await runAsCommand(import.meta.url, async () => {
  await writeStored();
  process.exit(0);
});
