import { appendFileSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Running, startAll } from '../../../scripts/local/process/running.ts';
import { startStack } from '../../../scripts/local/stack.ts';
import { addSigningKey } from './signing-key.ts';
import type { OwnStackOptions, StackAddresses } from './stack.ts';

// A separate process that runs one stack after the other, because loading the code takes longer than the start of a stack. Each message is the
// options of a stack, which is started, or null, which stops it; each is answered by the addresses or null. It ends with its parent.
let running: Running | undefined;
let work = Promise.resolve();
process.on('message', ({ options }: { readonly options: OwnStackOptions | null }) => {
  work = work.then(async () => {
    if (options === null) await stop();
    const addresses = options && (await start(options));
    // The parent may have ended meanwhile.
    if (process.connected) process.send?.(addresses, () => undefined);
  });
});

async function start(given: OwnStackOptions) {
  const { vars = {}, bundle, clockStartsMs = 0, hasRequestLines = false, hasProcesses = false } = given;
  const dataDir = mkdtempSync(path.join(inMemory() ?? tmpdir(), 'castline-test-'));
  const logFile = path.join(dataDir, 'worker.log');
  const log = (line: string) => appendFileSync(logFile, `${line}\n`);
  const environment = { RATE_LIMIT_SCALE: '1000', ...vars };
  const options = {
    dataDir,
    throwaway: true,
    environment,
    log,
    clockStartsMs,
    hasRequestLines,
    isOneProcess: !hasProcesses,
  };
  return startAll(async (parts) => {
    running = parts;
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
      storeUrl: stack.bindings.api.S3_ENDPOINT ?? '',
      signingKeyId: database ? await addSigningKey(database.adminUrl, stack.bindings.auth.AUTH_SECRET ?? '') : '',
      postgresPid: database?.postgres.pid ?? 0,
    };
    return addresses;
  });
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

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

let isLeaving = false;
async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  // A stack that still starts is stopped, too.
  await work.catch(() => {});
  await stop();
  process.exit(0);
}

process.once('disconnect', leave);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
