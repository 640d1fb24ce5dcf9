import type { Stoppable } from './running.ts';

/** Ctrl-C, SIGTERM, SIGHUP, or the death of the npm that started us: everything is stopped in order, then we leave. */
export function stopOnSignal(running: Stoppable): void {
  let isLeaving = false;
  async function leave(): Promise<void> {
    if (isLeaving) return;
    isLeaving = true;
    await running.stop();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave);
  if (process.env.npm_lifecycle_event !== undefined) whenParentEnds(leave);
}

function whenParentEnds(leave: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) leave();
  }, 1_000).unref();
}
