import { Ratelimit } from '@upstash/ratelimit';
import type { Settings } from '../env.ts';
import { openKeyValue } from '../platform/key-value.ts';
import { limits, policyHeader, type Verdict } from './rate-limit.ts';

type Defer = (work: Promise<unknown>) => void;

/** Hits of many callers are counted together. */
const gatherMs = 200;
const mostBlocked = 10_000;

const hits = new Map<string, number>();
let isGathering = false;
/** Guests over their limit, and until when: they are answered without asking Redis. */
const blockedUntil = new Map<string, number>();

/** How many seconds a guest that is known to be over its limit must wait; null where none is known. */
export function blockedFor(address: string, now: number): number | null {
  const until = blockedUntil.get(address);
  if (until === undefined) return null;
  if (until > now) return Math.ceil((until - now) / 1000);
  blockedUntil.delete(address);
  return null;
}

/** Counts a guest read once its answer has left: a hit waits for nothing. */
export function countAfter(address: string, settings: Settings, defer: Defer): void {
  hits.set(address, (hits.get(address) ?? 0) + 1);
  if (isGathering) return;
  isGathering = true;
  defer(sendHits(settings));
}

async function sendHits(settings: Settings): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, gatherMs));
  isGathering = false;
  const gathered = [...hits];
  hits.clear();
  const keyValue = openKeyValue(settings);
  await Promise.all(gathered.map(([address, calls]) => ask(keyValue, settings, address, calls)));
}

/** Counts a guest read that goes to Postgres. */
export const countGuest = (address: string, settings: Settings): Promise<Verdict> =>
  ask(openKeyValue(settings), settings, address, 1);

/** Without Redis guests are let in. */
async function ask(
  keyValue: ReturnType<typeof openKeyValue>,
  settings: Settings,
  address: string,
  calls: number,
): Promise<Verdict> {
  const perMinute = limits.guest * settings.RATE_LIMIT_SCALE;
  const policy = { 'ratelimit-policy': policyHeader(settings, 'guest') };
  const counted = await keyValue.attempt((redis) =>
    new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(perMinute, '60 s'),
      prefix: 'rate:guest',
      ephemeralCache: false,
      analytics: false,
      timeout: 0,
    }).limit(address, { rate: calls }),
  );
  if (counted === undefined) return { isAllowed: true, headers: policy, retryAfterSeconds: 0 };
  const seconds = Math.max(1, Math.ceil((counted.reset - Date.now()) / 1000));
  if (!counted.success) block(address, counted.reset);
  const left = `"guest";r=${Math.max(0, counted.remaining)};t=${seconds}`;
  return { isAllowed: counted.success, headers: { ...policy, ratelimit: left }, retryAfterSeconds: seconds };
}

function block(address: string, until: number): void {
  if (blockedUntil.size >= mostBlocked) blockedUntil.clear();
  blockedUntil.set(address, until);
}
