import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { checkLedger } from '../check-ledger.ts';
import { runAsCommand } from '../local/process/command.ts';
import { sendControl } from '../local/send-control.ts';
import { type Stack, startStack } from '../local/stack.ts';
import { buildIfStale } from '../local/workers/bundle.ts';
import { crashCampaigns } from './campaigns.ts';
import { makeShop, withAdvertiser } from './market.ts';
import { type Mutation, mutationsOf } from './mutations.ts';
import { type Outcome, retryUntilKnown, sendAndKill } from './send-and-kill.ts';
import { type Victim, victimsOf } from './victims.ts';

/**
 * `npm run crash`: kills workerd, then Postgres, while a hundred mutations are in progress, and again during a hundred scans of campaigns and their
 * payouts, in several rounds. In the first round and each second one after it, Redis also forgets everything. Every acknowledged mutation must have
 * one effect. Every other one must succeed once when it is retried with its key.
 */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
  const rounds = Number(values.rounds);
  buildIfStale();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'castline-crash-'));
  chmodSync(dataDir, 0o755); // Postgres cannot run as root and runs as `nobody`
  // Syncs to disk as in production. A killed process loses nothing of the kernel's cache, but the test covers both.
  const stack = await startStack({ dataDir, environment: { RATE_LIMIT_SCALE: '1000000' }, log: () => undefined });
  const faults: string[] = [];
  try {
    const shop = await makeShop(stack);
    for (const victim of victimsOf(stack))
      for (let round = 1; round <= rounds; round++) {
        const seen = await crash(
          stack,
          victim,
          await mutationsOf(await withAdvertiser(shop), stack.baseUrl, `${victim.name} ${round}`),
          round,
        );
        const ofCampaigns = await crashCampaigns(stack, victim, round);
        const found = [...seen.faults, ...ofCampaigns, ...(await breachesIn(shop.databaseUrl))];
        faults.push(...found);
        console.log(`${victim.name} ${round}: ${seen.summary}; ${found.length} faults`);
      }
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  process.exit(faults.length === 0 ? 0 : 1);
});

interface Seen {
  readonly summary: string;
  readonly faults: readonly string[];
}

async function crash(
  { baseUrl, control }: Stack,
  victim: Victim,
  mutations: readonly Mutation[],
  round: number,
): Promise<Seen> {
  // Each round kills after another number of responses, in the same way in each run. The other mutations are then in
  // progress.
  const killAfter = 5 + ((round * 37) % (mutations.length - 15));
  const outcomes = await sendAndKill(baseUrl, victim, mutations, killAfter);
  await victim.restart();
  // Otherwise the retries wait until the leases end, for half a minute.
  if (round % 2 === 1) await sendControl(control.url, 'POST', '/upstash/flush');
  const retried = await Promise.all(mutations.map((mutation) => retryUntilKnown(baseUrl, mutation)));
  const acknowledged = outcomes.filter(({ kind }) => kind === 'acknowledged').length;
  const unknown = outcomes.filter(({ kind }) => kind === 'unknown').length;
  const replayed = retried.filter(({ isReplay }) => isReplay).length;
  return {
    summary: `killed after ${killAfter} responses; ${acknowledged} acknowledged, ${unknown} unknown, ${replayed} of ${mutations.length} retries were replays`,
    faults: [
      ...mutations.flatMap((mutation, index) => faultOf(mutation, outcomes[index], retried[index])),
      ...(await effectsOf(victim.databaseUrl, mutations)),
    ],
  };
}

function faultOf({ name }: Mutation, first: Outcome | undefined, retried: Outcome | undefined): string[] {
  if (first?.kind === 'refused') return [`${name} was refused at first: ${first.text}`];
  if (retried?.kind !== 'acknowledged') return [`${name} did not succeed on retry: ${retried?.text}`];
  if (first?.kind === 'acknowledged' && (!retried.isReplay || retried.text !== first.text))
    return [`${name} was acknowledged and is answered otherwise: ${first.text} / ${retried.text}`];
  return [];
}

/** Expects exactly one effect of each mutation. */
async function effectsOf(databaseUrl: string, mutations: readonly Mutation[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const faults: string[] = [];
    for (const { name, key, effect } of mutations) {
      const { rows } = await client.query(effect.query, [...effect.values]);
      const keys = await client.query('select count(*)::int as count from idempotency_keys where key = $1', [key]);
      if (rows[0]?.count !== 1 || keys.rows[0]?.count !== 1)
        faults.push(`${name} took effect ${rows[0]?.count} times, and its key is stored ${keys.rows[0]?.count} times`);
    }
    return faults;
  } finally {
    await client.end();
  }
}

async function breachesIn(databaseUrl: string): Promise<string[]> {
  const breaches = await checkLedger(databaseUrl);
  return breaches.map(({ invariant, rows }) => `violated: ${invariant}: ${JSON.stringify(rows)}`);
}
