import { appendFileSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startAll } from '../../../scripts/local/process/running.ts';
import { startStack } from '../../../scripts/local/stack.ts';
import type { OwnStackOptions, StackAddresses } from './stack.ts';

// A separate process that prints its addresses in one line and ends with the holder of its stdin.
const {
  vars = {},
  bundle,
  clockStartsMs = 0,
  hasRequestLines = false,
}: OwnStackOptions = JSON.parse(process.argv[2] ?? '{}');
const dataDir = mkdtempSync(path.join(inMemory() ?? tmpdir(), 'castline-test-'));
const logFile = path.join(dataDir, 'worker.log');

const running = await startAll(async (parts) => {
  const log = (line: string) => appendFileSync(logFile, `${line}\n`);
  const environment = { RATE_LIMIT_SCALE: '1000', ...vars };
  const options = { dataDir, throwaway: true, environment, log, clockStartsMs, hasRequestLines };
  const stack = parts.keep(await startStack({ ...options, ...(bundle && { bundle }) }));
  const { database, neon, upstash, social, dns, mailDir } = stack.services;
  const addresses: StackAddresses = {
    baseUrl: stack.baseUrl,
    urls: stack.urls,
    adminDatabaseUrl: database?.adminUrl ?? '',
    databaseUrl: database?.urls.api ?? '',
    databaseUrls: database?.urls ?? { guest: '', auth: '', api: '', jobs: '' },
    neonUrl: `${neon?.url}/sql`,
    upstashUrl: upstash?.url ?? '',
    upstashToken: stack.bindings.api.UPSTASH_REDIS_REST_TOKEN ?? '',
    mailDir,
    socialUrl: social?.url ?? '',
    dnsUrl: dns?.url ?? '',
    logFile,
    controlUrl: stack.control.url,
    postgresPid: database?.postgres.pid ?? 0,
  };
  console.log(JSON.stringify(addresses));
  return parts;
});

/** Copying the data folder takes half a second on a disk, and the tests of uploads write 100 MiB at a time. */
function inMemory(): string | undefined {
  const directory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize > 4 * 1024 ** 3 ? directory : undefined;
  } catch {
    return undefined;
  }
}

async function leave(): Promise<void> {
  await running.stop();
  process.exit(0);
}

process.stdin.once('close', leave).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.stdin.destroy());
