import { countCalls, type LimitClass, policyOf, type Verdict, verdictOf } from '../http/rate-limit.ts';
import { isolateCache } from '../isolate-cache.ts';
import { isAhead, type KeyValue, openKeyValue } from '../platform/key-value.ts';
import type { CommonSettings } from '../settings/index.ts';

type Defer = (work: Promise<unknown>) => void;

/** Hits of all callers are counted together at this interval. */
const gatherMs = 200;
/** Longer than the interval: while a guest is busy, each count of its calls renews its lease. */
const leaseMs = 400;
const maxKept = 10_000;

/** The window of a guest as Redis last reported it, and the calls since then. */
interface Lease {
  readonly left: number;
  readonly reset: number;
  readonly until: number;
  spent: number;
}

/** The read limit of guests in one class, as this isolate knows it. */
export class GuestLimit {
  readonly kind: LimitClass;
  readonly #hits = new Map<string, number>();
  #isGathering = false;
  /** Guests over their limit, and until when. They are answered without a request to Redis. */
  readonly #blockedUntil = isolateCache<string, number>(maxKept);
  readonly #leases = isolateCache<string, Lease>(maxKept);

  constructor(kind: LimitClass) {
    this.kind = kind;
  }

  /** Seconds that a guest over its limit must wait; null if none is known. */
  blockedFor(address: string, now: number): number | null {
    const until = this.#blockedUntil.get(address);
    if (until === undefined) return null;
    if (until > now) return Math.ceil((until - now) / 1000);
    this.#blockedUntil.delete(address);
    return null;
  }

  /** Counts a guest read after its answer was sent, so that hits do not wait. */
  countAfter(address: string, settings: CommonSettings, defer: Defer): void {
    this.#hits.set(address, (this.#hits.get(address) ?? 0) + 1);
    if (this.#isGathering) return;
    this.#isGathering = true;
    defer(this.#sendHits(settings));
  }

  /**
   * Counts a guest read that goes to Postgres. An isolate may spend an eighth of the calls that Redis reported as left before it asks
   * again. So a burst costs one call to Redis, and near the limit each read asks Redis first.
   */
  async count(address: string, settings: CommonSettings, now: number, defer: Defer): Promise<Verdict> {
    const lease = this.#leases.get(address);
    if (lease !== undefined && isAhead(lease.until, now, leaseMs) && lease.spent < lease.left / 8) {
      lease.spent++;
      this.countAfter(address, settings, defer);
      const remaining = lease.left - lease.spent;
      return verdictOf(settings, this.kind, { success: true, remaining, reset: lease.reset });
    }
    const waiting = this.#hits.get(address) ?? 0;
    this.#hits.delete(address);
    return this.#ask(openKeyValue(settings), settings, address, waiting + 1);
  }

  async #sendHits(settings: CommonSettings): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
    this.#isGathering = false;
    const gathered = [...this.#hits];
    this.#hits.clear();
    const keyValue = openKeyValue(settings);
    await Promise.all(gathered.map(([address, calls]) => this.#ask(keyValue, settings, address, calls)));
  }

  /** Without Redis guests are not limited. */
  async #ask(keyValue: KeyValue, settings: CommonSettings, address: string, calls: number): Promise<Verdict> {
    const counted = await countCalls(keyValue, settings, this.kind, address, calls);
    if (counted === undefined)
      return {
        isAllowed: true,
        remaining: Number.POSITIVE_INFINITY,
        headers: policyOf(settings, this.kind),
        retryAfterSeconds: 0,
      };
    const { success, remaining: left, reset } = counted;
    if (success) this.#leases.set(address, { left, reset, spent: 0, until: Date.now() + leaseMs });
    else this.#blockedUntil.set(address, reset);
    return verdictOf(settings, this.kind, counted);
  }
}
