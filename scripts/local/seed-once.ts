import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { historyMs } from '../seed/history.ts';
import { type Environment, externalServices } from './external-services.ts';
import { secretsFile } from './secrets.ts';
import type { Stack } from './stack.ts';

/** What scripts/seed.ts fills: `export async function seed(target: SeedTarget): Promise<unknown>`. */
export interface SeedTarget {
  /** Of the role that owns the tables. */
  adminDatabaseUrl: string;
  /** The settings of `api`. */
  bindings: Record<string, string>;
  baseUrl: string;
  /** Takes orders: move the clock, fire a cron. */
  controlUrl: string;
}

/** The demo market is in the local database; what `seed` gives back (its keys) is kept in demo.json, which ends the matter. */
export async function seedOnce({
  dataDir,
  baseUrl,
  bindings,
  services,
  control,
}: Pick<Stack, 'dataDir' | 'baseUrl' | 'bindings' | 'services' | 'control'>): Promise<void> {
  const file = demoFile(dataDir);
  const script = new URL('../seed.ts', import.meta.url);
  if (services.database === undefined || existsSync(file) || !existsSync(fileURLToPath(script))) return;
  const { seed }: { seed(target: SeedTarget): Promise<unknown> } = await import(script.href);
  const demo = await seed({
    adminDatabaseUrl: services.database.adminUrl,
    bindings: bindings.api,
    baseUrl,
    controlUrl: control.url,
  });
  writeFileSync(file, `${JSON.stringify(demo ?? {}, null, 2)}\n`, { mode: 0o600 });
  // What is due at once, such as the views of new channels, need not wait for its minute.
  await control.fireCron('*/5 * * * *');
}

/**
 * The offset from the machine's time at which the clock of this data folder begins. A new market begins in the past, so that it
 * has a history; not where mails and measurements of that past would reach real services.
 */
export function clockBegins(dataDir: string, environment: Environment): number {
  const isNew = !existsSync(path.join(dataDir, secretsFile));
  const { mail, social } = externalServices(environment);
  return isNew && !mail && !social ? -historyMs : 0;
}

export function demoFile(dataDir: string): string {
  return path.join(dataDir, 'demo.json');
}
