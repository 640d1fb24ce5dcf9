import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDirectory } from './external-services.ts';
import type { Stoppable } from './process/running.ts';
import { SetupProblem } from './process/setup-problem.ts';
import type { Stack } from './stack.ts';

/** What other commands need to reach a stack that runs. */
export interface RunningStack {
  pid: number;
  baseUrl: string;
  /** Of the role that owns the tables. */
  adminDatabaseUrl: string;
  databaseUrl: string;
  neonUrl: string;
  /** Of the simulator of the social platforms; empty where a real one is asked. */
  socialUrl: string;
  /** Of what looks up the hosts of webhooks; empty where another does. */
  dnsUrl: string;
  /** Takes orders: move the clock, fire a cron, break a service. */
  controlUrl: string;
}

/** Writes the addresses down for as long as the stack runs. */
export function keepAddresses({
  dataDir,
  baseUrl,
  bindings,
  services,
  control,
}: Pick<Stack, 'dataDir' | 'baseUrl' | 'bindings' | 'services' | 'control'>): Stoppable {
  const file = path.join(dataDir, fileName);
  const addresses: RunningStack = {
    pid: process.pid,
    baseUrl,
    adminDatabaseUrl: services.database?.adminUrl ?? '',
    databaseUrl: bindings.api.DATABASE_URL ?? '',
    neonUrl: bindings.api.NEON_FETCH_ENDPOINT ?? '',
    socialUrl: services.social?.url ?? '',
    dnsUrl: services.dns?.url ?? '',
    controlUrl: control.url,
  };
  writeFileSync(file, `${JSON.stringify(addresses, null, 2)}\n`, { mode: 0o600 });
  return { stop: async () => rmSync(file, { force: true }) };
}

/** The stack that runs on DATA_DIR at this moment. */
export function runningStack(): RunningStack | undefined {
  try {
    const found: RunningStack = JSON.parse(
      readFileSync(path.join(dataDirectory(process.env.DATA_DIR), fileName), 'utf8'),
    );
    process.kill(found.pid, 0);
    return found;
  } catch {
    return undefined;
  }
}

/** The database of the role that owns the tables: that of the environment, else that of the stack that runs here. */
export function ownerDatabaseUrl(): string {
  const given = process.env.MIGRATION_DATABASE_URL || process.env.DATABASE_URL || runningStack()?.adminDatabaseUrl;
  if (given) return given;
  throw new SetupProblem(
    'There is no database: set DATABASE_URL, or start the local one with "npm start" in another terminal.',
  );
}

const fileName = 'running.json';
