import { Ratelimit } from '@upstash/ratelimit';
import { isolateCache } from '../isolate-cache.ts';
import type { KeyValue } from '../platform/key-value.ts';
import type { CommonSettings } from '../settings/index.ts';

/** Calls per minute by class. */
export const limits = {
  guest: 120,
  /** A page shows dozens of pictures. */
  picture: 1_200,
  /** A platform calls for all its users from a few addresses. */
  platformCall: 1_200,
  read: 600,
  write: 120,
  /** All keys and tokens of an owner together. */
  ownerRead: 3_000,
  ownerWrite: 600,
  money: 30,
  export: 30,
  wrongKeys: 20,
  /** Secrets of reports that lead to no report. */
  wrongSecrets: 20,
  signIn: 20,
} as const;

/** Limits with windows longer than a minute. */
export const longLimits = {
  mailsHourly: { calls: 3, seconds: 3_600 },
  mailsDaily: { calls: 10, seconds: 86_400 },
  /** Wrong passwords for an account. */
  accountSignIn: { calls: 30, seconds: 3_600 },
  /** Codes that sign in to an account, each sent after the right password. */
  codeMails: { calls: 5, seconds: 3_600 },
} as const;

export type LimitClass = keyof typeof limits | keyof typeof longLimits;

/** Without Redis these classes are limited by a small count in each isolate. All others are not limited. */
const guardedWithoutRedis: ReadonlySet<LimitClass> = new Set([
  ...(['money', 'wrongKeys', 'wrongSecrets', 'signIn'] as const),
  ...(['mailsHourly', 'mailsDaily', 'accountSignIn', 'codeMails'] as const),
]);
const withoutRedis = 10;

export interface Verdict {
  readonly isAllowed: boolean;
  /** The calls left in the window; infinite when Redis cannot count. */
  readonly remaining: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number;
}

/** Calls of these classes may be taken back, by another isolate too, so no isolate remembers that their windows are exhausted. */
const takenBack: ReadonlySet<LimitClass> = new Set(['mailsHourly', 'mailsDaily', 'accountSignIn']);

const maxKnown = 10_000;
// Windows that are known to be exhausted, and until when. Their callers are answered without a request to Redis.
const blocked = isolateCache<string, number>(maxKnown);
// Callers with no calls left, and until when.
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
  // While Redis is skipped, its earlier blocks do not apply either.
  const counted = await (known ? keyValue.attempt(async () => known) : countCalls(keyValue, settings, limit, who, 1));
  if (counted?.success === false && !takenBack.has(limit)) blocked.set(name, counted.reset);
  const verdict = counted ? verdictOf(settings, limit, counted) : countWithoutRedis(settings, limit, who);
  if (verdict.remaining <= 0) spent.set(name, Date.now() + verdict.retryAfterSeconds * 1_000);
  else spent.delete(name);
  return verdict;
}

/** A class and the caller that it counts. */
export type Counting = readonly [limit: LimitClass, who: string];

/** A call that was counted in several windows. */
export interface Tally {
  readonly countings: readonly Counting[];
  /** The verdict of the window with the fewest calls left; null when there is no limit. */
  readonly verdict: Verdict | null;
  /** The windows that the call was counted in. */
  readonly counted: readonly Counting[];
}

/**
 * Counts one call in several windows with one request to Redis. A caller known to be over one limit uses up none of the others.
 */
export async function countEach(
  keyValue: KeyValue,
  settings: CommonSettings,
  countings: readonly Counting[],
): Promise<Tally> {
  const over = countings.find((counting) => isBlocked([counting]));
  const calls = await Promise.all(
    (over ? [over] : countings).map(async (counting) => ({
      counting,
      verdict: await count(keyValue, settings, ...counting),
    })),
  );
  const order = ({ isAllowed, remaining, retryAfterSeconds }: Verdict) => (isAllowed ? remaining : -retryAfterSeconds);
  const [least] = calls.map(({ verdict }) => verdict).sort((one, other) => order(one) - order(other));
  const counted = calls.flatMap(({ counting, verdict }) => (verdict.isAllowed ? [counting] : []));
  return { countings, verdict: least ?? null, counted };
}

/** Takes a call back that was counted for somebody who may not be its owner. */
export async function refund(
  keyValue: KeyValue,
  settings: CommonSettings,
  { countings, counted }: Tally,
): Promise<void> {
  for (const [limit, who] of countings) {
    blocked.delete(windowName(limit, who));
    spent.delete(windowName(limit, who));
  }
  await Promise.all(
    counted.map(async ([limit, who]) => {
      const refunded = await countCalls(keyValue, settings, limit, who, -1);
      if (refunded === undefined) refundHere(windowName(limit, who));
    }),
  );
}

/** Whether this isolate knows that one of the windows refuses the call. Needs no I/O. */
export const isBlocked = (countings: readonly Counting[]): boolean =>
  countings.some((counting) => blockOf(windowName(...counting)) !== null);

/** Whether this isolate knows that the caller's window is exhausted. Needs no I/O. */
export const isSpent = (limit: LimitClass, who: string): boolean =>
  (spent.get(windowName(limit, who)) ?? 0) > Date.now();

function blockOf(name: string): Counted | null {
  const reset = blocked.get(name);
  return reset !== undefined && reset > Date.now() ? { success: false, remaining: 0, reset } : null;
}

const windowName = (limit: LimitClass, who: string): string => `${prefixOf(limit)}:${who}`;
const prefixOf = (limit: LimitClass): string => `rate:${limit}`;

/** The state of a window in Redis after a count. */
export interface Counted {
  readonly success: boolean;
  readonly remaining: number;
  /** Unix milliseconds. */
  readonly reset: number;
}

/** Counts calls of `who`; undefined when Redis fails. */
export async function countCalls(
  keyValue: KeyValue,
  settings: CommonSettings,
  limit: LimitClass,
  who: string,
  calls: number,
): Promise<Counted | undefined> {
  const { max, seconds } = ruleOf(settings, limit);
  return keyValue.attempt((redis) =>
    new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(max, `${seconds} s`),
      prefix: prefixOf(limit),
      ephemeralCache: false,
      analytics: false,
      // It would read `process`, and workerd would evaluate Node's process and streams for it: 15 ms of the first request.
      enableTelemetry: false,
      timeout: 0,
    }).limit(who, { rate: calls }),
  );
}

interface Rule {
  readonly max: number;
  readonly seconds: number;
}

function ruleOf({ RATE_LIMIT_SCALE: scale }: CommonSettings, limit: LimitClass): Rule {
  const { calls, seconds } = isLong(limit) ? longLimits[limit] : { calls: limits[limit], seconds: 60 };
  return { max: calls * scale, seconds };
}

const isLong = (limit: LimitClass): limit is keyof typeof longLimits => Object.hasOwn(longLimits, limit);

/** The policy headers without a count, for answers that are sent before they are counted. */
export function policyHeader(settings: CommonSettings, limit: LimitClass): string {
  const { max, seconds } = ruleOf(settings, limit);
  return `"${limit}";q=${max};w=${seconds}`;
}

/** Without a count the headers show only the policy. */
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
  const { max, seconds } = ruleOf(settings, limit);
  if (!guardedWithoutRedis.has(limit))
    return { isAllowed: true, remaining: Number.POSITIVE_INFINITY, headers, retryAfterSeconds: 0 };
  const left = Math.min(max, withoutRedis * settings.RATE_LIMIT_SCALE) - countHere(windowName(limit, who), seconds);
  return { isAllowed: left >= 0, remaining: Math.max(0, left), headers, retryAfterSeconds: secondsLeft(seconds) };
}

/** The number of calls in this isolate within the current window, including this one. */
function countHere(name: string, seconds: number): number {
  const window = Math.floor(Date.now() / (seconds * 1_000));
  const seen = here.get(name);
  const calls = seen?.window === window ? seen.calls + 1 : 1;
  here.set(name, { window, calls });
  return calls;
}

function refundHere(name: string): void {
  const seen = here.get(name);
  if (seen !== undefined) here.set(name, { ...seen, calls: seen.calls - 1 });
}

const secondsLeft = (seconds: number): number => Math.max(1, Math.ceil(seconds - ((Date.now() / 1_000) % seconds)));
