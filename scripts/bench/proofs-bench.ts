import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { openObjectStore } from '../../functions/platform/object-store.ts';
import { readSettings } from '../../functions/settings/index.ts';
import type { Bench } from './bench.ts';
import { cpuOfTree, processAt } from './cpu.ts';
import { fundedAdvertiser } from './orders.ts';
import { growProofs } from './proofs-data.ts';

const bytes = 120 * 1024;
const mebibyte = 1024 ** 2;
const sampleMs = 20;

/**
 * Downloads the ZIP of campaigns with 1, 1,000 and 5,000 screenshots of 120 KiB, twice each: when the first byte arrives, how long the whole takes, the
 * CPU time of the edge function, and how much its memory grows meanwhile. The very first download also loads the modules.
 */
export async function benchProofs({ client, stack }: Bench): Promise<void> {
  const store = openObjectStore(readSettings('api', stack.bindings.api));
  const worker = processAt(stack.urls.api);
  console.log('\n| ZIP | MiB | first byte ms | seconds | CPU s | memory grows MiB |\n|---|---:|---:|---:|---:|---:|');
  for (const posts of [1, 1_000, 5_000]) {
    const { id, apiKey } = await fundedAdvertiser(client);
    const campaign = await campaignOf(client, id);
    await growProofs(client, store, { ...campaign, posts, sizeAt: () => bytes });
    for (const run of ['first', 'second']) {
      const before = { memory: memoryOf(worker), cpu: cpuOfTree(worker) };
      const { peak, ...seen } = await download(
        `${stack.urls.api}/api/v1/public/campaigns/${campaign.campaignId}/proofs/zip`,
        apiKey,
        worker,
      );
      const cpuSeconds = (cpuOfTree(worker) - before.cpu) / 1_000;
      const figures = [
        seen.size / mebibyte,
        seen.firstByteMs,
        seen.ms / 1_000,
        cpuSeconds,
        (peak - before.memory) / mebibyte,
      ];
      console.log(`| ${posts} × 120 KiB, ${run} download | ${figures.map((one) => one.toFixed(1)).join(' | ')} |`);
    }
  }
}

interface Download {
  readonly size: number;
  readonly firstByteMs: number;
  readonly ms: number;
  /** The most memory that the process used meanwhile, in bytes. */
  readonly peak: number;
}

async function download(url: string, apiKey: string, worker: number): Promise<Download> {
  let peak = memoryOf(worker);
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryOf(worker));
  }, sampleMs);
  const begun = performance.now();
  let [size, firstByteMs] = [0, 0];
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
    if (answer.status !== 200 || answer.body === null) throw new Error(`${answer.status}: ${await answer.text()}`);
    for await (const part of answer.body) {
      if (size === 0) firstByteMs = performance.now() - begun;
      size += part.length;
    }
    if (size !== Number(answer.headers.get('content-length'))) throw new Error('the ZIP is not whole');
    return { size, firstByteMs, ms: performance.now() - begun, peak };
  } finally {
    clearInterval(sampling);
  }
}

/** The resident memory of a process in bytes. Only Linux tells it. */
const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

async function campaignOf(client: Client, advertiserId: number) {
  const creator = await client.query(
    `insert into users (name, email, roles) values ('c', 'creator-' || $1::text || '@bench.invalid', '{CREATOR}') returning id`,
    [advertiserId],
  );
  const creatorId = Number(creator.rows[0].id);
  const account = await client.query(
    `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
     values ($1::bigint, 'INSTAGRAM', 'bench-' || $1::bigint, $1::bigint::text, 'ACTIVE', true, 'PLATFORM_API') returning id`,
    [creatorId],
  );
  const campaign = await client.query(
    `insert into campaigns (advertiser_id, status, title, brief, platforms, payment_model, cpm_cents, requirements, budget_cents, created_at, updated_at)
     values ($1, 'DRAFT', 'A benchmark', 'A benchmark.', '{INSTAGRAM}', 'CPM', 100, '{"hashtags": [], "mentions": [], "languages": []}', 100, now(), now())
     returning id`,
    [advertiserId],
  );
  return { campaignId: Number(campaign.rows[0].id), creatorId, accountId: Number(account.rows[0].id) };
}
