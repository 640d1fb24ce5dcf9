import type { Job } from '../../../schema/shared/jobs.ts';
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

/** The jobs of cron triggers without further fields. */
type LoneJob = {
  [Kind in Job['kind']]: { readonly kind: Kind } extends Extract<Job, { kind: Kind }> ? Kind : never;
}[Job['kind']];

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

const beginOfNext = (ms: number, at: Date): number => (Math.floor(at.getTime() / ms) + 1) * ms + 1_000;

/** Controls a stack, by its `controlUrl`. */
export function controlOf(controlUrl: string) {
  const command = <Reply>(method: 'GET' | 'POST', path: string, body?: unknown) =>
    send<Reply>(controlUrl, method, path, body);
  const holdClock = (isHeld: boolean) => command<object>('POST', '/clock/hold', { isHeld });
  const moveClock = (to: Date) => command<object>('POST', '/clock', { now: to.toISOString() });
  const now = async () => new Date((await command<{ now: string }>('GET', '/clock')).now);
  return {
    /** The number of requests since the last reset. */
    counts: () => command<Counts>('GET', '/counts'),
    resetCounts: () => command<object>('POST', '/reset-counts'),
    /**
     * `drop-next-reply` commits the next write batch with this text and drops its answer; `hold-next-reply` never sends
     * it. `refuse-others` refuses batches without the text.
     */
    neon: (mode: EndpointMode, containing?: string) => command<object>('POST', '/neon', { mode, containing }),
    upstash: (mode: EndpointMode, containing?: string) => command<object>('POST', '/upstash', { mode, containing }),
    mail: (mode: EndpointMode) => command<object>('POST', '/mail', { mode }),
    /** The APIs of the platforms. */
    social: (mode: EndpointMode) => command<object>('POST', '/social', { mode }),
    /** The resolver for the hosts of webhooks. */
    dns: (mode: EndpointMode) => command<object>('POST', '/dns', { mode }),
    /** The virus scanner. */
    scanner: (mode: EndpointMode) => command<object>('POST', '/scanner', { mode }),
    flushUpstash: () => command<object>('POST', '/upstash/flush'),
    /** Stops the real process, or starts it again on the same data and port. */
    postgres: (action: 'stop' | 'start') => command<object>('POST', '/postgres', { action }),
    /** Runs the cron trigger of the first or the given instance, and returns when the queues that it filled are empty. */
    fireCron: (cron: string, instance?: string) => command<object>('POST', '/cron', { cron, instance }),
    /**
     * Queues jobs of a cron trigger, and returns when the queues are empty. A trigger queues a dozen, which take most of the time of a test that
     * needs one or two.
     */
    run: (...jobs: readonly (LoneJob | Job)[]) =>
      command<object>('POST', '/run', { jobs: jobs.map((job) => (typeof job === 'string' ? { kind: job } : job)) }),
    /** Held queues accept messages and deliver none until they are up again. */
    queues: (mode: 'up' | 'hold') => command<object>('POST', '/queues', { mode }),
    /** Returns when no queue has a message that is due or being consumed. */
    untilQueuesAreEmpty: () => command<object>('POST', '/queues/empty'),
    /** The time of the edge functions and the simulators of the stack. */
    now,
    /** Moves the clock forward; it never moves back. */
    moveClock,
    /** Moves the clock forward, and returns its offset from the machine's clock. */
    moveOn: async (ms: number) => (await command<{ aheadMs: number }>('POST', '/clock', { onMs: ms })).aheadMs,
    /**
     * Holds the clock of the stack, or releases it. While it is held, only moves change the time of the edge functions and end
     * pauses of ten milliseconds and more, and only `endTimeouts` ends the timeouts that begin meanwhile. Postgres' own
     * now() continues. A loop that retries for some seconds never ends.
     */
    holdClock,
    /** The number of round trips that the action makes one after the other: to services of the stack, and to callers of `arriveInWave`. */
    async countWaves(act: () => Promise<unknown>): Promise<number> {
      await holdClock(true);
      await command<object>('POST', '/waves/begin');
      try {
        await act();
      } finally {
        await holdClock(false);
      }
      return (await command<{ count: number }>('POST', '/waves/end')).count;
    },
    /** No timeout of an edge function ends during the action, so that a response arrives without a timeout on a slow machine too. */
    async withoutWaiting<T>(act: () => Promise<T>): Promise<T> {
      await holdClock(true);
      return act().finally(() => holdClock(false));
    },
    /** Guest hits are batched for a fifth of a second: the clock is held, and moved by that. */
    async untilHitsAreCounted(): Promise<void> {
      await command<object>('POST', '/clock', { onMs: 200 });
      await command<object>('POST', '/deferred');
    },
    /** Resolves when the edge functions have ended all work that continues after responses. While the clock is held, hits of guests wait for a move. */
    untilNothingIsDeferred: () => command<object>('POST', '/deferred'),
    /**
     * Ends all timeouts of calls of external services, or only those of at most the given milliseconds. It includes
     * Redis while the clock is held.
     */
    endTimeouts: (maxMs?: number) => command<object>('POST', '/end-timeouts', { maxMs }),
    /** Moves to a second after the start of the next minute, hour or day, so that counts of one do not reach into the next. */
    moveToNext: async (unit: keyof typeof unitMs) => moveClock(new Date(beginOfNext(unitMs[unit], await now()))),
    /**
     * Delivers jobs to the consumer of the first or the given instance as the queue does, and resolves when it has ended,
     * with any result.
     */
    deliver: (jobs: readonly object[], instance?: string) => command<object>('POST', '/jobs', { jobs, instance }),
    /** Kills every workerd of the stack at once, and resolves when they run again on their ports. */
    killRuntimes: () => command<object>('POST', '/kill-runtimes'),
    /** Starts one more instance on the same services, and returns its address. */
    anotherInstance: async () => (await command<{ baseUrl: string }>('POST', '/instances')).baseUrl,
  };
}

/** A simulator that a test starts itself calls it with each request, and answers once it has resolved. */
export const arriveInWave = (controlUrl: string) => send<object>(controlUrl, 'POST', '/waves/arrive');
