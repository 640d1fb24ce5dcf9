import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../process/project-root.ts';

/**
 * Fills the data folder of a temporary stack with a copy of a migrated one, which saves initdb and migrations. All
 * copies share its passwords, so nothing else may use it. `make` creates the template, once for each state of the
 * migrations.
 */
export async function copyOfTemplate(dataDir: string, make: (directory: string) => Promise<void>): Promise<void> {
  const template = path.join(templates, hashOfSources());
  if (!existsSync(template)) await makeTemplate(template, make);
  copy(template, dataDir);
}

// In the project, because other users could create a predictable name in /tmp first.
const templates = path.join(projectRoot, 'dist/templates');
const sources = ['db/migrations', 'scripts/migrate.ts', 'scripts/local', 'scripts/local/postgres', 'package-lock.json'];

async function makeTemplate(template: string, make: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-template-'));
  const partial = `${template}.${process.pid}`;
  try {
    await make(directory);
    mkdirSync(partial, { recursive: true });
    copy(directory, partial);
    if (!existsSync(template)) renameSync(partial, template);
  } finally {
    rmSync(directory, { recursive: true, force: true });
    rmSync(partial, { recursive: true, force: true });
  }
  for (const name of readdirSync(templates).filter((entry) => entry !== path.basename(template)))
    rmSync(path.join(templates, name), { recursive: true, force: true });
}

/** The hash of all files that determine the content of the folder. */
function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources.flatMap(filesIn))
    hash.update(`${source}\0`).update(readFileSync(path.join(projectRoot, source)));
  return hash.digest('hex').slice(0, 16);
}

function filesIn(source: string): string[] {
  if (/\.\w+$/.test(source)) return [source];
  const entries = readdirSync(path.join(projectRoot, source), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${source}/${name}`)
    .sort();
}

// Postgres requires its user to own its files; Node's copy would give them to this process's user.
function copy(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else if (spawnSync('cp', ['-Rp', `${from}/.`, to]).status !== 0)
    throw new Error(`${from} could not be copied to ${to}`);
}
