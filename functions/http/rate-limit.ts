import { Ratelimit } from '@upstash/ratelimit';
import type { Settings } from '../env.ts';
import type { KeyValue } from '../platform/key-value.ts';

/** What is counted, and how many a minute (decisions: limits). */
export const limits = { guest: 120, read: 600, write: 120, money: 30, export: 30, wrongKeys: 20, signIn: 20 } as const;
export type LimitClass = keyof typeof limits;

/** Classes that are not left open when Redis cannot count: a small number in each isolate instead. */
const guardedWithoutRedis: ReadonlySet<LimitClass> = new Set(['money', 'wrongKeys', 'signIn']);
const withoutRedis = 10;

export interface Verdict {
  readonly isAllowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number;
}

const windowSeconds = 60;
// Callers known to be over their limit are answered without asking Redis.
const blocked = new Map<string, number>();
const mostBlocked = 10_000;

/** Counts one call of `who` in the sliding window of the class. */
export async function count(keyValue: KeyValue, settings: Settings, limit: LimitClass, who: string): Promise<Verdict> {
  const perMinute = limits[limit] * settings.RATE_LIMIT_SCALE;
  if (blocked.size > mostBlocked) blocked.clear();
  const counted = await keyValue.attempt((redis) =>
    new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(perMinute, `${windowSeconds} s`),
      prefix: `rate:${limit}`,
      ephemeralCache: blocked,
      analytics: false,
      timeout: 0,
    }).limit(who),
  );
  if (counted) return verdict(limit, perMinute, counted.success, counted.remaining, counted.reset - Date.now());
  if (!guardedWithoutRedis.has(limit)) return verdict(limit, perMinute, true);
  return verdict(limit, perMinute, countHere(`${limit}:${who}`, withoutRedis * settings.RATE_LIMIT_SCALE));
}

/** The policy alone, for answers that leave before they are counted. */
export const policyHeader = (settings: Settings, limit: LimitClass): string =>
  `"${limit}";q=${limits[limit] * settings.RATE_LIMIT_SCALE};w=${windowSeconds}`;

function verdict(
  limit: LimitClass,
  perMinute: number,
  isAllowed: boolean,
  remaining?: number,
  resetMs = windowSeconds * 1000,
): Verdict {
  const resetSeconds = Math.max(1, Math.ceil(resetMs / 1000));
  return {
    isAllowed,
    retryAfterSeconds: resetSeconds,
    headers: {
      'ratelimit-policy': `"${limit}";q=${perMinute};w=${windowSeconds}`,
      ...(remaining === undefined ? {} : { ratelimit: `"${limit}";r=${Math.max(0, remaining)};t=${resetSeconds}` }),
    },
  };
}

const here = new Map<string, { minute: number; calls: number }>();
const mostHere = 10_000;

function countHere(who: string, most: number): boolean {
  const minute = Math.floor(Date.now() / 60_000);
  const seen = here.get(who);
  const calls = seen?.minute === minute ? seen.calls + 1 : 1;
  if (here.size >= mostHere) here.clear();
  here.set(who, { minute, calls });
  return calls <= most;
}
