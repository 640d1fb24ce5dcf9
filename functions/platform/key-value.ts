import { Redis } from '@upstash/redis/cloudflare';
import { log } from '../log.ts';
import type { CommonSettings } from '../settings/index.ts';
import { silenceSignal } from './silence-signal.ts';

/** Redis over Upstash's REST protocol: fast, shared by all locations, and never the source of truth. */
export interface KeyValue {
  /** The result; undefined when Redis does not answer, or did not a moment ago. Commands of one tick share one request. */
  attempt<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined>;
  /** The result; undefined when Redis does not answer. It asks even if Redis did not answer a moment ago. */
  insist<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined>;
}

// With the looks after it 150 ms.
const callerTimeoutMs = 100;
const skipMs = 5_000;
// After a failure the whole isolate skips Redis for a while, so that its timeout does not slow every request.
let skippedUntil = 0;

/** Whether the end of a wait of at most `longestMs` has not come. A clock that went back ends it. */
export const isAhead = (until: number, now: number, longestMs: number): boolean =>
  until > now && until <= now + longestMs;

/** Without the command, which has addresses of guests and names of keys. */
const causeOf = (error: unknown): string =>
  String(error)
    .split(/, (?:command was|with args)/)[0]
    ?.slice(0, 200) ?? '';

/** A client for one request, because requests may not share its pipelines. A job may wait longer than a caller. */
export function openKeyValue(settings: CommonSettings, timeoutMs = callerTimeoutMs): KeyValue {
  let redis: Redis | undefined;
  const open = () =>
    new Redis({
      url: settings.UPSTASH_REDIS_REST_URL,
      token: settings.UPSTASH_REDIS_REST_TOKEN,
      enableTelemetry: false,
      enableAutoPipelining: true,
      automaticDeserialization: false,
      readYourWrites: false,
      // `false` would retry once, and a call whose reply is lost must not be made twice.
      retry: { retries: 0 },
      signal: () => silenceSignal(timeoutMs),
    });
  async function insist<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    redis ??= open();
    try {
      return await work(redis);
    } catch (error) {
      skippedUntil = Date.now() + skipMs;
      log('warn', 'redis.skipped', { forMs: skipMs, cause: causeOf(error) });
      return undefined;
    }
  }
  return {
    insist,
    attempt: async (work) => (isAhead(skippedUntil, Date.now(), skipMs) ? undefined : insist(work)),
  };
}
