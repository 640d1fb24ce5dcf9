import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataDirectory } from './external-services.ts';
import type { Stoppable } from './process/running.ts';
import { SetupProblem } from './process/setup-problem.ts';
import type { Stack } from './stack.ts';

/** The data that other commands need to reach a running stack. */
export interface RunningStack {
  pid: number;
  baseUrl: string;
  /** For the owner of the tables. */
  adminDatabaseUrl: string;
  databaseUrl: string;
  neonUrl: string;
  /** The simulator of the social platforms; empty when a real one is used. */
  socialUrl: string;
  /** The resolver for the hosts of webhooks; empty when another is used. */
  dnsUrl: string;
  /** The local replacement of Redis, and its token; both empty when another is used. */
  upstashUrl: string;
  upstashToken: string;
  /** Serves control requests: move the clock, fire a cron, break a service. */
  controlUrl: string;
  /** STAFF_SESSION_HOURS of the stack; empty for the default. */
  staffSessionHours: string;
}

/** Writes the addresses to a file while the stack runs. */
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
    upstashUrl: services.upstash?.url ?? '',
    upstashToken: services.upstash ? (bindings.api.UPSTASH_REDIS_REST_TOKEN ?? '') : '',
    controlUrl: control.url,
    staffSessionHours: bindings.auth.STAFF_SESSION_HOURS ?? '',
  };
  writeFileSync(file, `${JSON.stringify(addresses, null, 2)}\n`, { mode: 0o600 });
  return { stop: async () => rmSync(file, { force: true }) };
}

/** The stack that runs on DATA_DIR now. */
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

/** The database URL for the owner of the tables: from the environment, or from the running stack. */
export function ownerDatabaseUrl(): string {
  const given = process.env.MIGRATION_DATABASE_URL || process.env.DATABASE_URL || runningStack()?.adminDatabaseUrl;
  if (given) return given;
  throw new SetupProblem(
    'No database is running. Set DATABASE_URL, or start the local one with "npm start" in another terminal.',
  );
}

const fileName = 'running.json';
