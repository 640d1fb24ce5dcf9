import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openForEnrolment } from './enrolled.ts';
import { isForUsedStack, leavesUsableStack, type OwnStackOptions } from './own-options.ts';
import type { StackAddresses } from './stack-addresses.ts';

export type { OwnStackOptions, StackAddresses };

export interface OwnStack extends StackAddresses {
  readonly process: Pick<ChildProcess, 'kill' | 'pid'>;
  stop(): Promise<void>;
}

/** The process of the stack that each test file of this process gets as new, and what the file has done with it. */
let ofFile: { readonly host: Host; addresses: StackAddresses; use: 'none' | 'shared' | 'own' | 'ended' } | undefined;

/** Makes the stack of this process as new for the next test file. */
export async function beginFile(): Promise<void> {
  if (ofFile?.use === 'none') return;
  // A test may have killed it.
  const host = ofFile?.host.child.connected ? ofFile.host : new Host();
  ofFile = { host, addresses: await started(host, {}), use: 'none' };
}

/** The stack of the test file. Another one that it starts from now on is beside it. */
export function stackOfFile(): StackAddresses {
  if (ofFile === undefined) throw new Error('test/support/stack/each-file.ts has not run');
  if (ofFile.use === 'none') ofFile.use = 'shared';
  return ofFile.addresses;
}

/**
 * Gives the caller a temporary stack: the one that the test file has, with these options, or another one in about a second.
 */
export async function startStack(options: OwnStackOptions = {}): Promise<OwnStack> {
  const file = ofFile;
  const isFree = file?.use === 'none' || file?.use === 'ended';
  if (file !== undefined && isFree && isForUsedStack(options) && leavesUsableStack(options)) {
    const isAsWanted = file.use === 'none' && Object.keys(options).length === 0;
    file.use = 'own';
    if (!isAsWanted) file.addresses = await started(file.host, options);
    const stop = async () => {
      file.use = 'ended';
    };
    return { ...file.addresses, process: file.host.child, stop };
  }
  const host = [...hosts].find(({ isIdle }) => isIdle) ?? new Host();
  const addresses = await started(host, options);
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

async function started(host: Host, options: OwnStackOptions): Promise<StackAddresses> {
  const addresses = await host.start(options);
  openForEnrolment(addresses);
  return addresses;
}

/** The processes that this one has started. Each runs one stack at a time, and keeps it for the next use where its options allow it. */
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
  readonly #ended: Promise<null>;

  constructor() {
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
    // This process waits for its end.
    this.child.ref();
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
