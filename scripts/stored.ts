import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { storedNames } from '../db/stored-names.ts';
import { runAsCommand } from './local/process/command.ts';
import { projectRoot } from './local/process/project-root.ts';
import { startServices } from './local/services.ts';
import { makeMigration } from './migration.ts';
import { functionSql } from './stored/function-sql.ts';
import type { StoredText } from './stored/function-text.ts';
import { functionName, functionsAfter, unneeded } from './stored/migration-text.ts';
import { namesText, storedTexts } from './stored/stored-texts.ts';

const namesFile = path.join(projectRoot, 'db/stored-names.ts');

/** Writes a migration with the functions that have changed, and their names. */
async function writeStored(): Promise<void> {
  const texts = await storedTexts();
  if (namesText(texts) === readFileSync(namesFile, 'utf8')) return console.log('No stored statement has changed.');
  const present = functionsAfter(migrations());
  const created = await functionsOf(texts.filter((stored) => !present.has(functionName(stored))));
  const dropped = unneeded(present, texts, storedNames).map((name) => `drop function ${name};`);
  if (created.length + dropped.length > 0) {
    const [file = ''] = makeMigration('stored_statements', true);
    writeFileSync(path.join(directory, file), `${[header, ...created, ...dropped].join('\n\n')}\n`);
    console.log(`Wrote ${created.length} functions to ${file}, which drops ${dropped.length}.`);
  }
  writeFileSync(namesFile, namesText(texts));
}

const directory = path.join(projectRoot, 'db/migrations');
const migrations = (): string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(path.join(directory, name), 'utf8'));

const header = `-- The stored statements of db/ that have changed, as functions. \`npm run stored\` wrote this file.
--
-- Locks: none, no running version uses the created and the dropped functions. To revert: drop or create them.`;

function functionsOf(texts: readonly StoredText[]): Promise<string[]> {
  return onDatabase(async (client) => {
    const made: string[] = [];
    for (const stored of texts) made.push(await functionSql(client, stored));
    return made;
  });
}

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
