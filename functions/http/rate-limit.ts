import { Ratelimit } from '@upstash/ratelimit';
import type { Settings } from '../env.ts';
import type { KeyValue } from '../platform/key-value.ts';

/** What is counted, and how many a minute (decisions: limits). */
export const limits = {
  guest: 120,
  /** A page shows dozens. */
  picture: 1_200,
  read: 600,
  write: 120,
  money: 30,
  export: 30,
  wrongKeys: 20,
  signIn: 20,
} as const;
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
  const counted = await countCalls(keyValue, settings, limit, who, 1, blocked);
  if (counted) return verdictOf(settings, limit, counted);
  const isAllowed =
    !guardedWithoutRedis.has(limit) || countHere(`${limit}:${who}`, withoutRedis * settings.RATE_LIMIT_SCALE);
  return { isAllowed, headers: policyOf(settings, limit), retryAfterSeconds: windowSeconds };
}

/** What Redis says of a window after calls were counted in it. */
export interface Counted {
  readonly success: boolean;
  readonly remaining: number;
  /** Unix milliseconds. */
  readonly reset: number;
}

/** Counts calls of `who`; undefined when Redis cannot. `known` holds who is over the limit and is not asked about again. */
export async function countCalls(
  keyValue: KeyValue,
  settings: Settings,
  limit: LimitClass,
  who: string,
  calls: number,
  known: Map<string, number> | false,
): Promise<Counted | undefined> {
  if (known && known.size > mostBlocked) known.clear();
  return keyValue.attempt((redis) =>
    new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(limits[limit] * settings.RATE_LIMIT_SCALE, `${windowSeconds} s`),
      prefix: `rate:${limit}`,
      ephemeralCache: known,
      analytics: false,
      timeout: 0,
    }).limit(who, { rate: calls }),
  );
}

/** The policy alone, for answers that leave before they are counted. */
export const policyHeader = (settings: Settings, limit: LimitClass): string =>
  `"${limit}";q=${limits[limit] * settings.RATE_LIMIT_SCALE};w=${windowSeconds}`;

/** Without a count the headers tell the policy alone. */
export const policyOf = (settings: Settings, limit: LimitClass) => ({
  'ratelimit-policy': policyHeader(settings, limit),
});

export function verdictOf(settings: Settings, limit: LimitClass, { success, remaining, reset }: Counted): Verdict {
  const retryAfterSeconds = Math.max(1, Math.ceil((reset - Date.now()) / 1000));
  const ratelimit = `"${limit}";r=${Math.max(0, remaining)};t=${retryAfterSeconds}`;
  return { isAllowed: success, headers: { ...policyOf(settings, limit), ratelimit }, retryAfterSeconds };
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
