import { readFileSync, writeFileSync } from 'node:fs';
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
import { namesText, storedTexts } from './stored/stored-texts.ts';

const namesFile = path.join(projectRoot, 'db/stored-names.ts');

/** Writes a migration with the functions that have changed, and their names. */
async function writeStored(): Promise<void> {
  const texts = await storedTexts();
  const changed = texts.filter(({ name, hash }) => storedNames[name] !== hash);
  if (namesText(texts) === readFileSync(namesFile, 'utf8')) return console.log('No stored statement has changed.');
  if (changed.length > 0) {
    const functions = await onDatabase(async (client) => {
      const made: string[] = [];
      for (const stored of changed) made.push(await functionSql(client, stored));
      return made;
    });
    const [file = ''] = makeMigration('stored_statements', true);
    writeFileSync(path.join(projectRoot, 'db/migrations', file), `${header}\n\n${functions.join('\n\n')}\n`);
    console.log(`Wrote ${functions.length} functions to ${file}.`);
  }
  writeFileSync(namesFile, namesText(texts));
}

const header = `-- The stored statements of db/ that have changed, as functions. \`npm run stored\` wrote this file.
--
-- Locks: none, the functions are new. To revert: drop them. The functions of the deployed version stay.`;

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
