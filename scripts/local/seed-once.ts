import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SeededCreator } from '../seed/creators.ts';
import { historyMs } from '../seed/history.ts';
import { type Environment, externalServices } from './external-services.ts';
import { secretsFile } from './secrets.ts';
import type { Stack } from './stack.ts';

/** The argument of `seed` in scripts/seed.ts: `export async function seed(target: SeedTarget): Promise<unknown>`. */
export interface SeedTarget {
  /** For the owner of the tables. */
  adminDatabaseUrl: string;
  /** The simulator of the social platforms; empty when the real ones are used. */
  socialUrl: string;
  baseUrl: string;
  /** Serves control requests: move the clock, fire a cron. */
  controlUrl: string;
}

/**
 * Fills the local database with the demo market once, and stores the result of `seed` (its keys) in demo.json. Without `sellers`, all
 * creators of the market join.
 */
export async function seedOnce(
  { dataDir, baseUrl, services, control }: Pick<Stack, 'dataDir' | 'baseUrl' | 'services' | 'control'>,
  sellers?: readonly SeededCreator[],
): Promise<void> {
  const file = demoFile(dataDir);
  const script = new URL('../seed.ts', import.meta.url);
  if (services.database === undefined || existsSync(file) || !existsSync(fileURLToPath(script))) return;
  const { seed }: { seed(target: SeedTarget, sellers?: readonly SeededCreator[]): Promise<unknown> } = await import(
    script.href
  );
  const target = {
    adminDatabaseUrl: services.database.adminUrl,
    socialUrl: services.social?.url ?? '',
    baseUrl,
    controlUrl: control.url,
  };
  const demo = await seed(target, sellers);
  writeFileSync(file, `${JSON.stringify(demo ?? {}, null, 2)}\n`, { mode: 0o600 });
}

/**
 * The initial offset of this data folder's clock from the machine's time. A new market begins in the past to have a
 * history, except when its emails and measurements would reach real services.
 */
export function clockBegins(dataDir: string, environment: Environment): number {
  const isNew = !existsSync(path.join(dataDir, secretsFile));
  const { mail, social } = externalServices(environment);
  return isNew && !mail && !social ? -historyMs : 0;
}

export function demoFile(dataDir: string): string {
  return path.join(dataDir, 'demo.json');
}
