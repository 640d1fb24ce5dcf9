import type { Bindings } from '../env.ts';
import { type Enqueue, openQueue } from './queue.ts';

/** What all requests of the isolate gather is sent as one batch after this time. */
const gatherMs = 200;
/** After this time another request starts a new batch, because the first one may have been cancelled. */
const batchTimeoutMs = 2_000;

/** Gives a function that gathers what requests report, and sends it to a queue after the answer of the first of them. */
export function gatherer<Item>(send: (items: readonly Item[], enqueue: Enqueue) => Promise<void>) {
  let pending: Item[] = [];
  let pendingSince: number | null = null;

  async function sendPending(enqueue: Enqueue): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    const items = pending;
    pending = [];
    pendingSince = null;
    await send(items, enqueue);
  }

  return (item: Item, bindings: Bindings, defer: (work: Promise<unknown>) => void): void => {
    pending.push(item);
    const now = Date.now();
    if (pendingSince !== null && now < pendingSince + batchTimeoutMs) return;
    pendingSince = now;
    defer(sendPending(openQueue(bindings)));
  };
}

/** The user agents that belong to bots. */
export async function botsAmong(userAgents: readonly string[]): Promise<ReadonlySet<string>> {
  const { isbot } = await import('isbot');
  return new Set([...new Set(userAgents)].filter((userAgent) => isbot(userAgent)));
}
