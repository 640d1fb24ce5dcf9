import type { EndpointMode } from '../../../scripts/local/endpoints/endpoint.ts';
import { order as send } from '../../../scripts/local/order.ts';

export interface Counts {
  neon: number;
  upstash: number;
  mail: number;
  social: number;
  dns: number;
  scanner: number;
}

/** Orders to a stack, by its `controlUrl`. */
export function controlOf(controlUrl: string) {
  const order = <Reply>(method: 'GET' | 'POST', path: string, body?: unknown) =>
    send<Reply>(controlUrl, method, path, body);
  const holdClock = (isHeld: boolean) => order<object>('POST', '/clock/hold', { isHeld });
  return {
    /** Requests since the last reset. */
    counts: () => order<Counts>('GET', '/counts'),
    resetCounts: () => order<object>('POST', '/reset-counts'),
    /**
     * `drop-next-reply` commits the next write batch that holds this text and then loses its answer; `hold-next-reply` never gives it.
     * `refuse-others` refuses what does not hold the text.
     */
    neon: (mode: EndpointMode, containing?: string) => order<object>('POST', '/neon', { mode, containing }),
    upstash: (mode: EndpointMode) => order<object>('POST', '/upstash', { mode }),
    mail: (mode: EndpointMode) => order<object>('POST', '/mail', { mode }),
    /** The platforms' APIs. */
    social: (mode: EndpointMode) => order<object>('POST', '/social', { mode }),
    /** What looks up the hosts of webhooks. */
    dns: (mode: EndpointMode) => order<object>('POST', '/dns', { mode }),
    /** What looks for viruses. */
    scanner: (mode: EndpointMode) => order<object>('POST', '/scanner', { mode }),
    flushUpstash: () => order<object>('POST', '/upstash/flush'),
    /** Really stops the process, and starts it again on the same data and port. */
    postgres: (action: 'stop' | 'start') => order<object>('POST', '/postgres', { action }),
    /** Runs the trigger of a Worker, the first or that one; ends when the queues that it filled are empty. */
    fireCron: (cron: string, worker?: string) => order<object>('POST', '/cron', { cron, worker }),
    /** Held queues take messages and deliver none, until they are up again. */
    queues: (mode: 'up' | 'hold') => order<object>('POST', '/queues', { mode }),
    /** Ends when the queues hold no message whose delay is over, and none is being consumed. */
    untilQueuesAreEmpty: () => order<object>('POST', '/queues/empty'),
    /** The time of the Workers and the simulators of the stack. */
    now: async () => new Date((await order<{ now: string }>('GET', '/clock')).now),
    /** Forward only. */
    moveClock: (to: Date) => order<object>('POST', '/clock', { now: to.toISOString() }),
    /** Moves it on by so long; gives how far it is ahead of the machine's clock. */
    moveOn: async (ms: number) => (await order<{ aheadMs: number }>('POST', '/clock', { onMs: ms })).aheadMs,
    /**
     * Holds the clock of the stack, or lets it run. While it is held, only moves change the time of the Workers and end their
     * pauses of ten milliseconds and more, and only `giveUp` ends their time-outs: of all that begin meanwhile. Postgres' own now() goes
     * on. What tries again for so many seconds tries for ever.
     */
    holdClock,
    /** Nothing that a Worker waits for is over meanwhile: whoever answers has waited for nothing, however slow the machine is. */
    async withoutWaiting<T>(act: () => Promise<T>): Promise<T> {
      await holdClock(true);
      try {
        return await act();
      } finally {
        await holdClock(false);
      }
    },
    /** The hits of guests are gathered for a fifth of a second, and then counted: the clock is held, and moved on by that. */
    async untilHitsAreCounted(): Promise<void> {
      await order<object>('POST', '/clock', { onMs: 200 });
      await order<object>('POST', '/deferred');
    },
    /** Ends when the Workers have done all that they put off until an answer had left. */
    untilNothingIsDeferred: () => order<object>('POST', '/deferred'),
    /**
     * Whatever the Workers wait for from outside they stop waiting for, as if its time were over; where a number is given, what was
     * to wait so many milliseconds at most. Redis is among it while the clock is held.
     */
    giveUp: (mostMs?: number) => order<object>('POST', '/give-up', { mostMs }),
    /** To the beginning of the next minute: what is counted within one does not run into the next. */
    async moveToNextMinute(): Promise<void> {
      const { now } = await order<{ now: string }>('GET', '/clock');
      const minutes = Math.floor(new Date(now).getTime() / 60_000) + 1;
      await order<object>('POST', '/clock', { now: new Date(minutes * 60_000 + 1_000).toISOString() });
    },
    /** Hands jobs to the consumer of a Worker, the first or that one, as the queue does; ends when it has ended, whatever came of them. */
    deliver: (jobs: readonly object[], worker?: string) => order<object>('POST', '/jobs', { jobs, worker }),
    /** Kills every workerd of the stack at once; they are there again, on their ports, when this ends. */
    killWorkers: () => order<object>('POST', '/kill-workers'),
    /** Starts one more Worker over the same services; gives its address. */
    anotherWorker: async () => (await order<{ baseUrl: string }>('POST', '/workers')).baseUrl,
  };
}
