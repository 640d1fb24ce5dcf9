import { parentOf } from './processes.ts';
import type { Stoppable } from './running.ts';

/** On Ctrl-C, SIGTERM, SIGHUP or the death of the parent npm, stops everything in order and exits. */
export function stopOnSignal(running: Stoppable): void {
  let isLeaving = false;
  async function leave(): Promise<void> {
    if (isLeaving) return;
    isLeaving = true;
    await running.stop();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
  if (process.env.npm_lifecycle_event !== undefined) whenNpmEnds(leave);
}

// npm runs scripts in a shell, which survives a killed npm.
function whenNpmEnds(leave: () => void): void {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const isLinux = process.platform === 'linux'; // elsewhere reading the grandparent costs a process
  setInterval(() => {
    if (process.ppid !== parent || (isLinux && parentOf(parent) !== grandparent)) leave();
  }, 1_000).unref();
}
