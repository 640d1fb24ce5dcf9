import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { runAsCommand } from '../local/process/command.ts';
import { type Stack, startStack } from '../local/stack.ts';
import { buildIfStale } from '../local/workers/bundle.ts';
import { benchAssignments } from './assignments-bench.ts';
import { benchCatalog } from './catalog-bench.ts';
import { growMarket } from './market.ts';
import { benchOrders } from './orders-bench.ts';
import { benchPages } from './pages-bench.ts';
import { benchSignIns } from './sign-ins-bench.ts';
import { type Bench, printTable } from './table.ts';

const comparedSize = 10_000;

/** `npm run bench`: measures all loads in one run on one machine. Compare the ratios. */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      creators: { type: 'string', default: String(comparedSize) },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const creators = Number(values.creators);
  const settings = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  buildIfStale();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'castline-bench-'));
  chmodSync(dataDir, 0o755); // Postgres cannot run as root and runs as `nobody`
  const stack = await startStack({
    dataDir,
    environment: { RATE_LIMIT_SCALE: '1000000', NEON_PROTOCOL: 'unnamed' },
    log: () => undefined,
  });
  try {
    await measure(stack, creators, settings);
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  process.exit(0);
});

async function measure(stack: Stack, creators: number, settings: { seconds: number; rounds: number }): Promise<void> {
  const { database, neon } = stack.services;
  if (!database || !neon) throw new Error('the benchmark creates its own database: unset DATABASE_URL');
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  const bench: Bench = {
    stack,
    client,
    databaseUrl: database.urls.api,
    ownerUrl: database.adminUrl,
    neonUrl: neon.url,
    ...settings,
  };
  try {
    await measureWith({ ...bench, creators });
  } finally {
    await client.end();
  }
}

async function measureWith({ creators, ...bench }: Bench & { creators: number }): Promise<void> {
  const sizes = creators > comparedSize ? [comparedSize, creators] : [creators];
  console.log(`${cpus().length} cores, ${bench.rounds} rounds of ${bench.seconds} s, medians`);
  let size = 0;
  for (const next of sizes) {
    await growMarket(bench.client, next - size, (line) => console.error(`  ${line}`));
    size = next;
    printTable(`${size} creators`, await benchCatalog(bench));
  }
  printTable('pages', await benchPages(bench));
  printTable('orders', await benchOrders(bench));
  printTable('assignments', await benchAssignments(bench));
  printTable('sign-ins', await benchSignIns(bench));
}
