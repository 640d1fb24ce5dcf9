import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { SetupProblem } from '../process/setup-problem.ts';
import type { RunAs } from './postgres-binaries.ts';

export interface ClusterOptions {
  dataDir: string;
  password: string;
  /** Temporary data, which is not synced to disk, and small, because each temporary stack copies it. */
  throwaway?: boolean;
}

/** An empty cluster with the password for its superuser `postgres`. */
export function createCluster(native: string, runAs: RunAs, { dataDir, password, throwaway }: ClusterOptions): void {
  rmSync(dataDir, { recursive: true, force: true }); // an interrupted initdb leaves no PG_VERSION, or half a cluster
  mkdirSync(path.dirname(dataDir), { recursive: true });
  mkdirSync(dataDir, { mode: 0o700 });
  const passwordFile = `${dataDir}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const made of [dataDir, passwordFile])
    if (runAs.uid !== undefined) chownSync(made, runAs.uid, runAs.gid ?? runAs.uid);
  const flags = [
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '-c',
    'scram_iterations=1',
  ];
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C'];
  const initdb = spawnSync(
    path.join(native, 'bin/initdb'),
    ['-D', dataDir, ...flags, ...locale, ...(throwaway ? ['--no-sync', '--wal-segsize=1'] : [])],
    { ...runAs, cwd: '/', encoding: 'utf8' },
  );
  rmSync(passwordFile, { force: true });
  if (initdb.status !== 0) {
    rmSync(dataDir, { recursive: true, force: true });
    throw new SetupProblem(`initdb failed in ${dataDir}: ${(initdb.stderr || String(initdb.error)).trim()}`);
  }
}

export async function createDatabaseOnce(postgres: { urlOf(database: string): string }, name: string): Promise<void> {
  const client = new pg.Client(postgres.urlOf('postgres'));
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
