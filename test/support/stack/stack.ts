import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EdgeFunction } from '../../../functions/settings/index.ts';
import { openForEnrolment } from './enrolled.ts';

/** The addresses of a temporary stack. */
export interface StackAddresses {
  baseUrl: string;
  /** The socket of each edge function, without the local router. */
  urls: Readonly<Record<EdgeFunction, string>>;
  /** The owner role of the tables, to arrange and to assert. */
  adminDatabaseUrl: string;
  /** The role of `api`. */
  databaseUrl: string;
  /** The roles of the edge functions. */
  databaseUrls: Readonly<Record<EdgeFunction, string>>;
  /** The value of NEON_FETCH_ENDPOINT. */
  neonUrl: string;
  upstashUrl: string;
  upstashToken: string;
  mailDir: string;
  /** The URL of the simulator of the platforms. */
  socialUrl: string;
  /** The URL of the resolver for the hosts of webhooks. */
  dnsUrl: string;
  /** The log of the edge functions. */
  logFile: string;
  controlUrl: string;
  postgresPid: number;
}

export interface OwnStackOptions {
  /** Settings of the edge functions; RATE_LIMIT_SCALE is 1000 by default. */
  vars?: Record<string, string>;
  /** The directory of the built edge functions; dist/ by default. */
  bundle?: string;
  /** The initial offset from the machine's clock; 0 by default. */
  clockStartsMs?: number;
  /** True: each request is also logged with its path, as for `npm start`. */
  hasRequestLines?: boolean;
}

export interface OwnStack extends StackAddresses {
  readonly process: Pick<ChildProcess, 'kill' | 'pid'>;
  stop(): Promise<void>;
}

/** Starts a temporary stack for the caller in about a second: for tests that count requests or break things. */
export async function startStack(options: OwnStackOptions = {}): Promise<OwnStack> {
  const program = fileURLToPath(new URL('./stack-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // The workers of Vitest start stacks at the same time.
    env: { ...process.env, PORT_LANE: process.env.VITEST_POOL_ID ?? '0' },
  });
  const ended = once(child, 'exit');
  const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
  const line = await Promise.race([firstLine, ended.then(() => undefined)]);
  if (line === undefined)
    throw new Error('The stack did not start, see the lines above. It needs Node 22.18 or later.');
  const addresses: StackAddresses = JSON.parse(line);
  openForEnrolment(addresses);
  return {
    ...addresses,
    process: child,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
