import { Ratelimit } from '@upstash/ratelimit';
import { isolateCache } from '../isolate-cache.ts';
import type { KeyValue } from '../platform/key-value.ts';
import type { CommonSettings } from '../settings/index.ts';

/** What is counted, and how many a minute (decisions: limits). */
export const limits = {
  guest: 120,
  /** A page shows dozens. */
  picture: 1_200,
  read: 600,
  write: 120,
  /** All keys and tokens of an owner together. */
  ownerRead: 3_000,
  ownerWrite: 600,
  money: 30,
  export: 30,
  wrongKeys: 20,
  signIn: 20,
} as const;

/** What is counted for longer than a minute. */
export const longLimits = {
  mailsHourly: { calls: 3, seconds: 3_600 },
  mailsDaily: { calls: 10, seconds: 86_400 },
  accountSignIn: { calls: 30, seconds: 3_600 },
} as const;

export type LimitClass = keyof typeof limits | keyof typeof longLimits;

/** Classes that are not left open when Redis cannot count: a small number in each isolate instead. */
const guardedWithoutRedis: ReadonlySet<LimitClass> = new Set([
  ...(['money', 'wrongKeys', 'signIn'] as const),
  ...(['mailsHourly', 'mailsDaily', 'accountSignIn'] as const),
]);
const withoutRedis = 10;

export interface Verdict {
  readonly isAllowed: boolean;
  /** How many calls are left in the window; infinite when nobody could count. */
  readonly remaining: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number;
}

const maxKnown = 10_000;
// Callers known to be over their limit are answered without asking Redis: the name of a window, and until when.
const blocked = isolateCache<string, number>(maxKnown);
// Callers that have nothing left, and until when.
const spent = isolateCache<string, number>(maxKnown);

/** Counts one call of `who` in the sliding window of the class. */
export async function count(
  keyValue: KeyValue,
  settings: CommonSettings,
  limit: LimitClass,
  who: string,
): Promise<Verdict> {
  const name = windowName(limit, who);
  const known = blockOf(name);
  // While Redis is skipped, what it said of a block does not count either.
  const counted = await (known ? keyValue.attempt(async () => known) : countCalls(keyValue, settings, limit, who, 1));
  if (counted?.success === false) blocked.set(name, counted.reset);
  const verdict = counted ? verdictOf(settings, limit, counted) : countWithoutRedis(settings, limit, who);
  if (verdict.remaining <= 0) spent.set(name, Date.now() + verdict.retryAfterSeconds * 1_000);
  else spent.delete(name);
  return verdict;
}

/** A class, and who is counted in it. */
export type Counting = readonly [limit: LimitClass, who: string];

/**
 * Counts one call in several windows, in one request to Redis. The verdict is that of the window that has the least left. Who is
 * known to be over one limit spends nothing of the others.
 */
export async function countEach(
  keyValue: KeyValue,
  settings: CommonSettings,
  countings: readonly Counting[],
): Promise<Verdict | null> {
  const over = countings.find((counting) => blockOf(windowName(...counting)) !== null);
  const verdicts = await Promise.all(
    (over ? [over] : countings).map(([limit, who]) => count(keyValue, settings, limit, who)),
  );
  const order = (verdict: Verdict) => (verdict.isAllowed ? verdict.remaining : -verdict.retryAfterSeconds);
  return verdicts.sort((one, other) => order(one) - order(other))[0] ?? null;
}

/** Whether this isolate knows that the caller has nothing left in its window; asks nobody. */
export const isSpent = (limit: LimitClass, who: string): boolean =>
  (spent.get(windowName(limit, who)) ?? 0) > Date.now();

function blockOf(name: string): Counted | null {
  const reset = blocked.get(name);
  return reset !== undefined && reset > Date.now() ? { success: false, remaining: 0, reset } : null;
}

const windowName = (limit: LimitClass, who: string): string => `${prefixOf(limit)}:${who}`;
const prefixOf = (limit: LimitClass): string => `rate:${limit}`;

/** What Redis says of a window after calls were counted in it. */
export interface Counted {
  readonly success: boolean;
  readonly remaining: number;
  /** Unix milliseconds. */
  readonly reset: number;
}

/** Counts calls of `who`; undefined when Redis cannot. */
export async function countCalls(
  keyValue: KeyValue,
  settings: CommonSettings,
  limit: LimitClass,
  who: string,
  calls: number,
): Promise<Counted | undefined> {
  const { most, seconds } = ruleOf(settings, limit);
  return keyValue.attempt((redis) =>
    new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(most, `${seconds} s`),
      prefix: prefixOf(limit),
      ephemeralCache: false,
      analytics: false,
      timeout: 0,
    }).limit(who, { rate: calls }),
  );
}

interface Rule {
  readonly most: number;
  readonly seconds: number;
}

function ruleOf({ RATE_LIMIT_SCALE: scale }: CommonSettings, limit: LimitClass): Rule {
  const { calls, seconds } = isLong(limit) ? longLimits[limit] : { calls: limits[limit], seconds: 60 };
  return { most: calls * scale, seconds };
}

const isLong = (limit: LimitClass): limit is keyof typeof longLimits => Object.hasOwn(longLimits, limit);

/** The policy alone, for answers that leave before they are counted. */
export function policyHeader(settings: CommonSettings, limit: LimitClass): string {
  const { most, seconds } = ruleOf(settings, limit);
  return `"${limit}";q=${most};w=${seconds}`;
}

/** Without a count the headers tell the policy alone. */
export const policyOf = (settings: CommonSettings, limit: LimitClass) => ({
  'ratelimit-policy': policyHeader(settings, limit),
});

export function verdictOf(
  settings: CommonSettings,
  limit: LimitClass,
  { success, remaining, reset }: Counted,
): Verdict {
  const retryAfterSeconds = Math.max(1, Math.ceil((reset - Date.now()) / 1000));
  const left = Math.max(0, remaining);
  const ratelimit = `"${limit}";r=${left};t=${retryAfterSeconds}`;
  return {
    isAllowed: success,
    remaining: left,
    headers: { ...policyOf(settings, limit), ratelimit },
    retryAfterSeconds,
  };
}

const here = isolateCache<string, { readonly window: number; readonly calls: number }>(maxKnown);

function countWithoutRedis(settings: CommonSettings, limit: LimitClass, who: string): Verdict {
  const headers = policyOf(settings, limit);
  const { most, seconds } = ruleOf(settings, limit);
  if (!guardedWithoutRedis.has(limit))
    return { isAllowed: true, remaining: Number.POSITIVE_INFINITY, headers, retryAfterSeconds: 0 };
  const left = Math.min(most, withoutRedis * settings.RATE_LIMIT_SCALE) - countHere(windowName(limit, who), seconds);
  return { isAllowed: left >= 0, remaining: Math.max(0, left), headers, retryAfterSeconds: secondsLeft(seconds) };
}

/** How many calls there were in this isolate within the present window, this one included. */
function countHere(name: string, seconds: number): number {
  const window = Math.floor(Date.now() / (seconds * 1_000));
  const seen = here.get(name);
  const calls = seen?.window === window ? seen.calls + 1 : 1;
  here.set(name, { window, calls });
  return calls;
}

const secondsLeft = (seconds: number): number => Math.max(1, Math.ceil(seconds - ((Date.now() / 1_000) % seconds)));
