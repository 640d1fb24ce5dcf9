import { appendFileSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Running, startAll } from '../../../scripts/local/process/running.ts';
import { type Stack, startStack } from '../../../scripts/local/stack.ts';
import { objectStoreOf, publicStoreOf } from '../object-store.ts';
import { isForUsedStack, leavesUsableStack, type OwnStackOptions } from './own-options.ts';
import { addSigningKey } from './signing-key.ts';
import type { StackAddresses } from './stack-addresses.ts';

// A separate process that runs one stack after the other, because loading the code takes longer than the start of a stack. Each message is the
// options of a stack, which is started, or null, which ends its use; each is answered by the addresses or null. It ends with its parent.
let current: Current | undefined;
let work = Promise.resolve();
process.on('message', ({ options }: { readonly options: OwnStackOptions | null }) => {
  work = work.then(async () => {
    if (options === null && !(current?.isUsable && current.stack.isResettable)) await stop();
    const addresses = options && (await addressesOf(options));
    // The parent may have ended meanwhile.
    if (process.connected) process.send?.(addresses, () => undefined);
  });
});

interface Current {
  readonly stack: Stack;
  readonly logFile: string;
  readonly running: Running;
  /** Whether the next file may use it. */
  isUsable: boolean;
}

/** A stack is reset for the next file: another one would cost two seconds, and its code would be cold. */
async function addressesOf(options: OwnStackOptions): Promise<StackAddresses | null> {
  if (current?.isUsable && current.stack.isResettable && isForUsedStack(options) && (await isReset(current, options))) {
    current.isUsable = leavesUsableStack(options);
    return addresses(current);
  }
  await stop();
  return start(options);
}

/**
 * A line for each request took a twentieth of the CPU of the suite, and hashes at their real cost took half of the time of the tests of
 * identity. Few tests need them.
 */
const environmentOf = ({ vars, hasRequestLines = false }: OwnStackOptions) => ({
  RATE_LIMIT_SCALE: '1000',
  PASSWORD_HASHING: 'cheap',
  LOGGED_REQUESTS_PERCENT: hasRequestLines ? '100' : '0',
  ...vars,
});

async function isReset({ stack, logFile }: Current, options: OwnStackOptions): Promise<boolean> {
  try {
    const { hasRequestLines = false } = options;
    // After the end of its work, which may still write files.
    await stack.reset({ environment: environmentOf(options), hasRequestLines });
    await Promise.all([objectStoreOf(stack.storeUrl), publicStoreOf(stack.storeUrl)].map(emptied));
    writeFileSync(logFile, '');
    return true;
  } catch (error) {
    console.error('A stack could not be reset, and another one starts:', error);
    return false;
  }
}

async function emptied(store: ReturnType<typeof objectStoreOf>): Promise<void> {
  for (const key of await store.list('')) await store.delete(key);
}

async function start(given: OwnStackOptions): Promise<StackAddresses | null> {
  const { bundle, clockStartsMs = 0, hasRequestLines = false, hasProcesses = false } = given;
  const dataDir = mkdtempSync(path.join(inMemory() ?? tmpdir(), 'castline-test-'));
  const logFile = path.join(dataDir, 'worker.log');
  writeFileSync(logFile, '');
  const log = (line: string) => appendFileSync(logFile, `${line}\n`);
  const options = {
    dataDir,
    throwaway: true,
    environment: environmentOf(given),
    log,
    clockStartsMs,
    hasRequestLines,
    isOneProcess: !hasProcesses,
    // The usual ones take nine times the CPU, and nobody looks at those of tests.
    pictureSide: 48,
  };
  return startAll(async (running) => {
    const stack = running.keep(await startStack({ ...options, ...(bundle && { bundle }) }));
    current = { stack, logFile, running, isUsable: leavesUsableStack(given) };
    return addresses(current);
  });
}

async function addresses({ stack, logFile }: Current): Promise<StackAddresses> {
  const { services, bindings } = stack;
  const { database, neon, upstash, social, dns, mailDir } = services;
  return {
    baseUrl: stack.baseUrl,
    urls: stack.urls,
    adminDatabaseUrl: database?.adminUrl ?? '',
    databaseUrl: database?.urls.api ?? '',
    databaseUrls: database?.urls ?? { guest: '', auth: '', api: '', jobs: '' },
    neonUrl: `${neon?.url}/sql`,
    upstashUrl: upstash?.url ?? '',
    upstashToken: bindings.api.UPSTASH_REDIS_REST_TOKEN ?? '',
    mailDir,
    socialUrl: social?.url ?? '',
    dnsUrl: dns?.url ?? '',
    logFile,
    controlUrl: stack.control.url,
    storeUrl: bindings.api.S3_ENDPOINT ?? '',
    signingKeyId: database ? await addSigningKey(database.adminUrl, bindings.auth.AUTH_SECRET ?? '') : '',
    postgresPid: database?.postgres.pid ?? 0,
    postgresLog: database?.postgres.logFile ?? '',
  };
}

async function stop(): Promise<void> {
  await current?.running.stop();
  current = undefined;
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
