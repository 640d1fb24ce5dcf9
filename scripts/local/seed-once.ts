import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stack } from './stack.ts';

/** What scripts/seed.ts fills: `export async function seed(target: SeedTarget): Promise<unknown>`. */
export interface SeedTarget {
  /** Of the role that owns the tables. */
  adminDatabaseUrl: string;
  /** The settings of the Worker: DATABASE_URL, NEON_FETCH_ENDPOINT, AUTH_SECRET and the rest. */
  bindings: Record<string, string>;
  baseUrl: string;
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
  const demo = await seed({ adminDatabaseUrl: services.database.adminUrl, bindings, baseUrl });
  writeFileSync(file, `${JSON.stringify(demo ?? {}, null, 2)}\n`, { mode: 0o600 });
  // What is due at once, such as the views of new channels, need not wait for its minute.
  await control.fireCron('*/5 * * * *');
}

export function demoFile(dataDir: string): string {
  return path.join(dataDir, 'demo.json');
}
