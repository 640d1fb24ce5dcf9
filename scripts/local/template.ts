import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from './project-root.ts';

/**
 * The data folder of a stack that was started and stopped once, so that others need neither initdb nor migrations: for
 * throw-away stacks alone, since all that are copied from it share its passwords. `make` fills a folder; it runs once for each
 * state of the migrations.
 */
export async function copyOfTemplate(dataDir: string, make: (directory: string) => Promise<void>): Promise<void> {
  const template = path.join(tmpdir(), `${prefix}${hashOfSources()}`);
  if (!existsSync(template)) {
    const partial = mkdtempSync(path.join(tmpdir(), `${prefix}partial-`));
    try {
      await make(partial);
      renameSync(partial, template);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(template)) throw error; // another process was first
    }
    removeOldOnes();
  }
  copy(template, dataDir);
}

const prefix = `castline-template-${process.getuid?.() ?? 0}-`;
const migrations = path.join(projectRoot, 'db/migrations');

/** Of all that decides what is in the folder. */
function hashOfSources(): string {
  const files = readdirSync(migrations).map((name) => path.join(migrations, name));
  const makers = [
    'migrate.ts',
    'local/template.ts',
    'local/database.ts',
    'local/postgres-cluster.ts',
    'local/secrets.ts',
  ];
  files.push(
    ...makers.map((name) => path.join(projectRoot, 'scripts', name)),
    path.join(projectRoot, 'package-lock.json'),
  );
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

// Postgres demands that its files have its user; Node's own copy gives them ours.
function copy(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else if (spawnSync('cp', ['-Rp', `${from}/.`, to]).status !== 0)
    throw new Error(`${from} could not be copied to ${to}`);
}

const dayMs = 86_400_000;

function removeOldOnes(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const found = path.join(tmpdir(), name);
    const usedAt = statSync(found, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - usedAt > dayMs) rmSync(found, { recursive: true, force: true });
  }
}
