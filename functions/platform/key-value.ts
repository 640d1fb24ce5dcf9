import { Redis } from '@upstash/redis/cloudflare';
import { log } from '../log.ts';
import type { CommonSettings } from '../settings/index.ts';
import { silenceSignal } from './silence-signal.ts';

/** Redis over Upstash's REST protocol: fast, shared by all places, and never the truth about anything. */
export interface KeyValue {
  /**
   * The outcome, or undefined when Redis is out of reach or does not answer in time. Commands issued in one tick
   * travel in one request.
   */
  attempt<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined>;
}

// With the looks after it 150 ms.
const timeoutMs = 100;
const skipMs = 5_000;
// After a failure the whole isolate leaves Redis alone for a while: its timeout must not become everybody's latency.
let skippedUntil = 0;

/** A client of one request: its pipelines may not be shared with another one's. */
export function openKeyValue(settings: CommonSettings): KeyValue {
  let redis: Redis | undefined;
  const open = () =>
    new Redis({
      url: settings.UPSTASH_REDIS_REST_URL,
      token: settings.UPSTASH_REDIS_REST_TOKEN,
      enableTelemetry: false,
      enableAutoPipelining: true,
      automaticDeserialization: false,
      readYourWrites: false,
      retry: false,
      signal: () => silenceSignal(timeoutMs),
    });
  return {
    async attempt(work) {
      if (Date.now() < skippedUntil) return undefined;
      redis ??= open();
      try {
        return await work(redis);
      } catch (error) {
        skippedUntil = Date.now() + skipMs;
        log('warn', 'redis.skipped', { forMs: skipMs, cause: String(error) });
        return undefined;
      }
    },
  };
}
