import { existsSync, readFileSync } from 'node:fs';
import { demoFile } from './seed-once.ts';

/** Tells where everything is, and how to begin. */
export function printBanner({ baseUrl, dataDir }: { baseUrl: string; dataDir: string }): void {
  const demo: unknown = existsSync(demoFile(dataDir)) ? JSON.parse(readFileSync(demoFile(dataDir), 'utf8')) : {};
  console.log(`Castline runs at ${baseUrl}, its docs at ${baseUrl}/docs, its data in ${dataDir}. Ctrl-C stops it.`);
  if (typeof demo === 'object' && demo !== null) {
    for (const [name, value] of Object.entries(demo)) console.log(`${name}: ${value}`);
  }
}
