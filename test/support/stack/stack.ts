import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openForEnrolment } from './enrolled.ts';
import { isForUsedStack, type OwnStackOptions } from './own-options.ts';
import type { StackAddresses } from './stack-addresses.ts';

export type { OwnStackOptions, StackAddresses };

export interface OwnStack extends StackAddresses {
  readonly process: Pick<ChildProcess, 'kill' | 'pid'>;
  stop(): Promise<void>;
}

/** Gives the caller a temporary stack in about a second: for tests that count requests or break things. */
export async function startStack(options: OwnStackOptions = {}): Promise<OwnStack> {
  const isKept = isForUsedStack(options);
  const host = [...hosts].find((one) => one.isIdle && one.isKept === isKept) ?? new Host(isKept);
  const addresses = await host.start(options);
  openForEnrolment(addresses);
  let isStopped = false;
  return {
    ...addresses,
    process: host.child,
    async stop() {
      // The process may run another stack by the second call.
      if (!isStopped) await host.stop();
      isStopped = true;
    },
  };
}

/** The processes that this one has started. Each runs one stack at a time. They keep the last one for the next file where its options allow it. */
const hosts = new Set<Host>();

/** Ends the processes that run no stack. They also end with this process. */
export const endIdleHosts = (): Promise<unknown> =>
  Promise.all([...hosts].filter(({ isIdle }) => isIdle).map((host) => host.end()));

/**
 * Settings of glibc for the process and its Postgres. By default a backend returns the memory of each statement to the system, and gets it back
 * page by page: a fifth of its CPU.
 */
const keepsMemory = {
  MALLOC_TOP_PAD_: String(4 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 ** 2),
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 ** 2),
};

class Host {
  readonly child = fork(fileURLToPath(new URL('./stack-process.ts', import.meta.url)), {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // The workers of Vitest start stacks at the same time.
    env: { ...process.env, ...keepsMemory, PORT_RANGE: process.env.VITEST_POOL_ID ?? '0' },
  });
  isIdle = false;
  readonly isKept: boolean;
  readonly #ended: Promise<null>;

  constructor(isKept: boolean) {
    this.isKept = isKept;
    hosts.add(this);
    this.child.unref();
    // A message to a process that has just ended.
    this.child.on('error', () => undefined);
    this.#ended = new Promise((resolve) => this.child.once('exit', resolve)).then(() => {
      this.isIdle = false;
      hosts.delete(this);
      return null;
    });
  }

  async start(options: OwnStackOptions): Promise<StackAddresses> {
    this.isIdle = false;
    const addresses = await this.#ask(options);
    if (addresses === null)
      throw new Error('The stack did not start, see the lines above. It needs Node 22.18 or later.');
    return addresses;
  }

  /** Ends the use of the stack. The process waits for the next one. */
  async stop(): Promise<void> {
    if (!this.child.connected) return;
    await this.#ask(null);
    this.isIdle = this.child.connected;
  }

  async end(): Promise<void> {
    this.child.disconnect();
    await this.#ended;
  }

  /** The answer of the process; null when it ends without one. Only a process that works keeps this one alive. */
  async #ask(options: OwnStackOptions | null): Promise<StackAddresses | null> {
    this.child.channel?.ref();
    try {
      const answer = once(this.child, 'message').then(([addresses]) => addresses as StackAddresses | null);
      this.child.send({ options });
      return await Promise.race([answer, this.#ended]);
    } finally {
      this.child.channel?.unref();
    }
  }
}
