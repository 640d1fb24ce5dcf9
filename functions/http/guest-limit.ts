import type { Settings } from '../env.ts';
import { type KeyValue, openKeyValue } from '../platform/key-value.ts';
import { countCalls, policyOf, type Verdict, verdictOf } from './rate-limit.ts';

type Defer = (work: Promise<unknown>) => void;

/** Hits of many callers are counted together. */
const gatherMs = 200;
const leaseMs = 50;
const mostKept = 10_000;

const hits = new Map<string, number>();
let isGathering = false;
/** Guests over their limit, and until when: they are answered without asking Redis. */
const blockedUntil = new Map<string, number>();
const leases = new Map<string, Lease>();

/** What Redis has said is left of a guest's window, and what was spent of it since. */
interface Lease {
  readonly left: number;
  readonly reset: number;
  readonly until: number;
  spent: number;
}

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

/**
 * Counts a guest read that goes to Postgres. Of what Redis has just said is left, an eighth may be spent without asking
 * again: a burst costs one call, and near its limit a guest is counted one by one.
 */
export async function countGuest(address: string, settings: Settings, now: number, defer: Defer): Promise<Verdict> {
  const lease = leases.get(address);
  if (lease !== undefined && lease.until > now && lease.spent < lease.left / 8) {
    lease.spent++;
    countAfter(address, settings, defer);
    return verdictOf(settings, 'guest', { success: true, remaining: lease.left - lease.spent, reset: lease.reset });
  }
  const waiting = hits.get(address) ?? 0;
  hits.delete(address);
  return ask(openKeyValue(settings), settings, address, waiting + 1);
}

/** Without Redis guests are let in. */
async function ask(keyValue: KeyValue, settings: Settings, address: string, calls: number): Promise<Verdict> {
  const counted = await countCalls(keyValue, settings, 'guest', address, calls, false);
  if (counted === undefined) return { isAllowed: true, headers: policyOf(settings, 'guest'), retryAfterSeconds: 0 };
  const { success, remaining: left, reset } = counted;
  if (success) keep(leases, address, { left, reset, spent: 0, until: Date.now() + leaseMs });
  else keep(blockedUntil, address, reset);
  return verdictOf(settings, 'guest', counted);
}

function keep<Value>(map: Map<string, Value>, address: string, value: Value): void {
  if (map.size >= mostKept) map.clear();
  map.set(address, value);
}
