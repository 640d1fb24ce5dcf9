import type { EndpointMode } from '../../../scripts/local/endpoints/endpoint.ts';
import { sendControl as send } from '../../../scripts/local/send-control.ts';

export interface Counts {
  neon: number;
  upstash: number;
  mail: number;
  social: number;
  dns: number;
  scanner: number;
}

/** Controls a stack, by its `controlUrl`. */
export function controlOf(controlUrl: string) {
  const order = <Reply>(method: 'GET' | 'POST', path: string, body?: unknown) =>
    send<Reply>(controlUrl, method, path, body);
  const holdClock = (isHeld: boolean) => order<object>('POST', '/clock/hold', { isHeld });
  return {
    /** The number of requests since the last reset. */
    counts: () => order<Counts>('GET', '/counts'),
    resetCounts: () => order<object>('POST', '/reset-counts'),
    /**
     * `drop-next-reply` commits the next write batch with this text and drops its answer; `hold-next-reply` never sends
     * it. `refuse-others` refuses batches without the text.
     */
    neon: (mode: EndpointMode, containing?: string) => order<object>('POST', '/neon', { mode, containing }),
    upstash: (mode: EndpointMode) => order<object>('POST', '/upstash', { mode }),
    mail: (mode: EndpointMode) => order<object>('POST', '/mail', { mode }),
    /** The APIs of the platforms. */
    social: (mode: EndpointMode) => order<object>('POST', '/social', { mode }),
    /** The resolver for the hosts of webhooks. */
    dns: (mode: EndpointMode) => order<object>('POST', '/dns', { mode }),
    /** The virus scanner. */
    scanner: (mode: EndpointMode) => order<object>('POST', '/scanner', { mode }),
    flushUpstash: () => order<object>('POST', '/upstash/flush'),
    /** Stops the real process, or starts it again on the same data and port. */
    postgres: (action: 'stop' | 'start') => order<object>('POST', '/postgres', { action }),
    /** Runs the cron trigger of the first or the given Worker, and returns when the queues that it filled are empty. */
    fireCron: (cron: string, worker?: string) => order<object>('POST', '/cron', { cron, worker }),
    /** Held queues accept messages and deliver none until they are up again. */
    queues: (mode: 'up' | 'hold') => order<object>('POST', '/queues', { mode }),
    /** Returns when no queue has a message that is due or being consumed. */
    untilQueuesAreEmpty: () => order<object>('POST', '/queues/empty'),
    /** The time of the Workers and the simulators of the stack. */
    now: async () => new Date((await order<{ now: string }>('GET', '/clock')).now),
    /** Moves the clock forward; it never moves back. */
    moveClock: (to: Date) => order<object>('POST', '/clock', { now: to.toISOString() }),
    /** Moves the clock forward, and returns its offset from the machine's clock. */
    moveOn: async (ms: number) => (await order<{ aheadMs: number }>('POST', '/clock', { onMs: ms })).aheadMs,
    /**
     * Holds the clock of the stack, or releases it. While it is held, only moves change the Workers' time and end
     * pauses of ten milliseconds and more, and only `giveUp` ends the timeouts that begin meanwhile. Postgres' own
     * now() continues. A loop that retries for some seconds never ends.
     */
    holdClock,
    /** No timeout of a Worker ends during the action, so an answer has waited for nothing, even on a slow machine. */
    async withoutWaiting<T>(act: () => Promise<T>): Promise<T> {
      await holdClock(true);
      try {
        return await act();
      } finally {
        await holdClock(false);
      }
    },
    /** Guest hits are batched for a fifth of a second: the clock is held, and moved by that. */
    async untilHitsAreCounted(): Promise<void> {
      await order<object>('POST', '/clock', { onMs: 200 });
      await order<object>('POST', '/deferred');
    },
    /** Returns when the Workers have finished all work deferred until after an answer. */
    untilNothingIsDeferred: () => order<object>('POST', '/deferred'),
    /**
     * Times out everything that the Workers wait for from outside, or only timeouts of up to the given milliseconds. It
     * includes Redis while the clock is held.
     */
    giveUp: (mostMs?: number) => order<object>('POST', '/give-up', { mostMs }),
    /** Moves to the beginning of the next minute, so that counts of one minute do not reach into the next. */
    async moveToNextMinute(): Promise<void> {
      const { now } = await order<{ now: string }>('GET', '/clock');
      const minutes = Math.floor(new Date(now).getTime() / 60_000) + 1;
      await order<object>('POST', '/clock', { now: new Date(minutes * 60_000 + 1_000).toISOString() });
    },
    /**
     * Delivers jobs to the consumer of the first or the given Worker as the queue does, and returns when it has ended,
     * with any result.
     */
    deliver: (jobs: readonly object[], worker?: string) => order<object>('POST', '/jobs', { jobs, worker }),
    /** Kills every workerd of the stack at once, and returns when they run again on their ports. */
    killWorkers: () => order<object>('POST', '/kill-workers'),
    /** Starts one more Worker on the same services, and returns its address. */
    anotherWorker: async () => (await order<{ baseUrl: string }>('POST', '/workers')).baseUrl,
  };
}
