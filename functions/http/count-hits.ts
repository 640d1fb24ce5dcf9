import { Ratelimit } from '@upstash/ratelimit';
import type { Settings } from '../env.ts';
import { openKeyValue } from '../platform/key-value.ts';
import { limits } from './rate-limit.ts';

/** Hits of many callers travel together. */
const gatherMs = 200;
const mostBlocked = 10_000;

const waiting = new Map<string, number>();
const blockedUntil = new Map<string, number>();
let isGathering = false;

/** A guest that is known to be over its limit: when it may come back, or null. */
export function blockedGuest(address: string, now: number): number | null {
  const until = blockedUntil.get(address);
  if (until === undefined) return null;
  if (until > now) return until;
  blockedUntil.delete(address);
  return null;
}

/** Counts a guest read once its answer has left: a hit waits for nothing. */
export function countAfter(address: string, settings: Settings, defer: (work: Promise<unknown>) => void): void {
  waiting.set(address, (waiting.get(address) ?? 0) + 1);
  if (isGathering) return;
  isGathering = true;
  defer(send(settings));
}

async function send(settings: Settings): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, gatherMs));
  isGathering = false;
  const counted = [...waiting];
  waiting.clear();
  await openKeyValue(settings).attempt((redis) => {
    const limiter = new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(limits.guest * settings.RATE_LIMIT_SCALE, '60 s'),
      prefix: 'rate:guest',
      ephemeralCache: false,
      analytics: false,
      timeout: 0,
    });
    return Promise.all(counted.map(async ([address, rate]) => note(address, await limiter.limit(address, { rate }))));
  });
}

function note(address: string, { success, reset }: { success: boolean; reset: number }): void {
  if (success) return;
  if (blockedUntil.size >= mostBlocked) blockedUntil.clear();
  blockedUntil.set(address, reset);
}
