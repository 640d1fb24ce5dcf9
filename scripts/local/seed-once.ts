import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { historyMs } from '../seed/history.ts';
import type { Stack } from './stack.ts';

/** What scripts/seed.ts fills: `export async function seed(target: SeedTarget): Promise<unknown>`. */
export interface SeedTarget {
  /** Of the role that owns the tables. */
  adminDatabaseUrl: string;
  /** The settings of the Worker: DATABASE_URL, NEON_FETCH_ENDPOINT, AUTH_SECRET and the rest. */
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
  const demo = await seed({ adminDatabaseUrl: services.database.adminUrl, bindings, baseUrl, controlUrl: control.url });
  writeFileSync(file, `${JSON.stringify(demo ?? {}, null, 2)}\n`, { mode: 0o600 });
  // What is due at once, such as the views of new channels, need not wait for its minute.
  await control.fireCron('*/5 * * * *');
}

/** Where the clock begins, ahead of the machine's: a market that is yet to be seeded begins in the past, so that it has a history. */
export const clockBegins = (dataDir: string): number => (existsSync(demoFile(dataDir)) ? 0 : -historyMs);

export function demoFile(dataDir: string): string {
  return path.join(dataDir, 'demo.json');
}
