import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runAsCommand } from '../local/process/command.ts';
import { startAll } from '../local/process/running.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { sendControl } from '../local/send-control.ts';
import { buildIfStale } from '../local/workers/bundle.ts';
import { benchAnalytics } from './analytics-bench.ts';
import { benchAssignments } from './assignments-bench.ts';
import { type Bench, startBench } from './bench.ts';
import { benchCabinet } from './cabinet-bench.ts';
import { benchCampaigns } from './campaigns-bench.ts';
import { benchCatalog } from './catalog-bench.ts';
import { benchCold } from './cold-bench.ts';
import { benchFactories } from './factories-bench.ts';
import { growMarket } from './market.ts';
import { benchOrders } from './orders-bench.ts';
import { benchPages } from './pages-bench.ts';
import { pgbenchVersion } from './pgbench.ts';
import { benchPlatforms } from './platforms-bench.ts';
import { benchProofs } from './proofs-bench.ts';
import { benchRedirects } from './redirects-bench.ts';
import { benchSignIns } from './sign-ins-bench.ts';
import { printTable, type Table } from './table.ts';

const comparedSize = 10_000;

type Part = (typeof partNames)[number];
const partNames = [
  'catalog',
  'pages',
  'cabinet',
  'redirects',
  'orders',
  'assignments',
  'sign-ins',
  'cold',
  'proofs',
  'analytics',
  'platforms',
  'campaigns',
  'factories',
] as const;

const others: Readonly<
  Record<
    Exclude<Part, 'catalog' | 'cold' | 'proofs' | 'analytics' | 'platforms' | 'campaigns' | 'factories'>,
    (bench: Bench) => Promise<Table>
  >
> = {
  pages: benchPages,
  cabinet: benchCabinet,
  redirects: benchRedirects,
  orders: benchOrders,
  assignments: benchAssignments,
  'sign-ins': benchSignIns,
};

/** `npm run bench`: measures all loads except `analytics`, `platforms`, `campaigns` and `factories` in one run on one machine. `--only orders` measures one part. */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      creators: { type: 'string', default: String(comparedSize) },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '12' },
      only: { type: 'string' },
      // For `factories`; at least 60,000.
      posts: { type: 'string', default: '1000000' },
    },
  });
  const only = partNames.find((name) => name === values.only);
  if (values.only !== undefined && only === undefined)
    throw new SetupProblem(`--only must be one of ${partNames.join(', ')}.`);
  const settings = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  buildIfStale();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'castline-bench-'));
  chmodSync(dataDir, 0o755); // Postgres cannot run as root and runs as `nobody`
  try {
    await startAll(async (running) => {
      const bench = await startBench(running, { dataDir, environment: process.env, ...settings });
      await measure(bench, { creators: Number(values.creators), posts: Number(values.posts) }, only).finally(() =>
        running.stop(),
      );
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  process.exit(0);
});

async function measure(
  bench: Bench,
  { creators, posts }: { readonly creators: number; readonly posts: number },
  only: Part | undefined,
): Promise<void> {
  // Jobs would use the processor during the loads that cause them.
  await sendControl(bench.stack.control.url, 'POST', '/queues', { mode: 'hold' });
  console.log(
    `${cpus().length} cores, ${bench.rounds} rounds of ${bench.seconds} s, medians; CPU in ms for each request.`,
  );
  const version = pgbenchVersion();
  console.log(version ? `pgbench ${version} of this machine.` : 'No pgbench: it is not installed.');
  const sizes = creators > comparedSize ? [comparedSize, creators] : [creators];
  let size = 0;
  for (const next of sizes) {
    await growMarket(bench.client, next - size, (line) => console.error(`  ${line}`));
    size = next;
    if (only === undefined || only === 'catalog') printTable(`${size} creators`, await benchCatalog(bench));
  }
  for (const [name, part] of Object.entries(others)) {
    if (only === undefined || only === name) printTable(name, await part(bench));
  }
  if (only === undefined || only === 'cold') await benchCold(bench);
  if (only === undefined || only === 'proofs') await benchProofs(bench);
  // They build a million assignments, which takes minutes.
  if (only === 'analytics') await benchAnalytics(bench.client);
  if (only === 'platforms') await benchPlatforms(bench);
  if (only === 'campaigns') await benchCampaigns(bench);
  if (only === 'factories') await benchFactories(bench, posts);
}
