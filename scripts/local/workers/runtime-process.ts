import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { endWithThisProcess } from '../process/watchdog.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const runtimes = new Set<ChildProcess>();
let isWatching = false;

/** The running workerd processes of this process. */
export const livingRuntimes = (): readonly ChildProcess[] => [...runtimes];

/** A Miniflare whose workerd ends with this process, without signal handlers of its own. */
export function createMiniflare(options: MiniflareOptions): Miniflare {
  if (!isWatching) subscribe('child_process', watchRuntime);
  isWatching = true;
  const ours = signals.flatMap((signal) => process.listeners(signal));
  const miniflare = new Miniflare(options);
  // Its own handlers would exit at once, before Postgres and the endpoints are stopped in order.
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) if (!ours.includes(listener)) process.off(signal, listener);
  }
  return miniflare;
}

// workerd survives a killed parent, and Miniflare does not expose its process id.
function watchRuntime(message: unknown): void {
  const child = typeof message === 'object' && message !== null && 'process' in message ? message.process : undefined;
  if (!(child instanceof ChildProcess)) return;
  child.once('spawn', () => {
    if (!child.spawnfile.includes('workerd')) return;
    endWithThisProcess(child, 'KILL');
    runtimes.add(child);
    child.once('exit', () => runtimes.delete(child));
  });
}
