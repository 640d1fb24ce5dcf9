import { Refusal } from '../../../schema/shared/errors.ts';

/** A place is released after this time even if its request has died. */
const leaseMs = 30_000;
const retryAfterSeconds = 2;

/** The limits of the requests that wait for a place. */
const queueLimits = { places: 40, placesOfAddress: 3, placesOfNetwork: 12, maxWaitMs: 8_000 } as const;
/** Each request looks itself whether it is its turn: in workerd no request may depend on the end of another one. */
const lookEachMs = 25;

/** Who wants a place. */
export interface Waiting {
  readonly address: string;
  /** One host can have all addresses of an IPv6 network, so its strangers have a limit together. */
  readonly network: string;
  /** The device is known to the account, or the request has a session. */
  readonly isKnown: boolean;
}

/**
 * Limits the requests of an isolate that hash a password, because each hash occupies its processor for long. The others wait in a queue,
 * known devices first, so that a crowd of strangers delays nobody else. The places are in its memory, so the leases of rows (db/leases.ts)
 * do not fit them.
 */
export class HashPlaces {
  readonly #max: number;
  /** Taken places and their expiry. */
  readonly #taken = new Map<symbol, number>();
  /** In the order of their arrival, each until it gives up. */
  readonly #waiting = new Map<symbol, Waiting & { readonly until: number }>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Runs the work in a place. Throws SERVICE_UNAVAILABLE, without side effects, when the queue is full or takes too long. */
  async within<T>(work: () => Promise<T>, who: Waiting): Promise<T> {
    const place = Symbol();
    await this.#wait(place, who);
    try {
      return await work();
    } finally {
      this.#taken.delete(place);
    }
  }

  async #wait(place: symbol, who: Waiting): Promise<void> {
    this.#forgetDead();
    if (this.#waiting.size === 0 && this.#isTaken(place)) return;
    if (!this.#hasRoomFor(who)) throw tooMany();
    const until = Date.now() + queueLimits.maxWaitMs;
    this.#waiting.set(place, { ...who, until });
    try {
      do {
        await new Promise((resolve) => setTimeout(resolve, lookEachMs));
        this.#forgetDead();
        if (this.#first() === place && this.#isTaken(place)) return;
      } while (Date.now() < until && this.#waiting.has(place));
      throw tooMany();
    } finally {
      this.#waiting.delete(place);
    }
  }

  /** Whether one more may wait. In a full queue a known device takes the place of the stranger who came last, which is refused then. */
  #hasRoomFor({ address, network, isKnown }: Waiting): boolean {
    const waiting = [...this.#waiting.values()];
    if (waiting.filter((other) => other.address === address).length >= queueLimits.placesOfAddress) return false;
    const strangers = waiting.filter((other) => !other.isKnown && other.network === network);
    if (!isKnown && strangers.length >= queueLimits.placesOfNetwork) return false;
    if (this.#waiting.size < queueLimits.places) return true;
    const [last] = isKnown ? ([...this.#waiting].findLast(([, other]) => !other.isKnown) ?? []) : [];
    return last !== undefined && this.#waiting.delete(last);
  }

  #first(): symbol | undefined {
    const all = [...this.#waiting];
    const [place] = all.find(([, { isKnown }]) => isKnown) ?? all[0] ?? [];
    return place;
  }

  #isTaken(place: symbol): boolean {
    if (this.#taken.size >= this.#max) return false;
    this.#taken.set(place, Date.now() + leaseMs);
    return true;
  }

  #forgetDead(): void {
    const now = Date.now();
    for (const [place, until] of this.#taken) if (until <= now) this.#taken.delete(place);
    // The one that gives up now may still look once.
    for (const [place, { until }] of this.#waiting) if (until + lookEachMs * 4 <= now) this.#waiting.delete(place);
  }
}

const tooMany = (): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', 'Too many sign-ins are running. Try again.', { retryAfterSeconds });

let last: Promise<unknown> = Promise.resolve();

/** Runs hashes one at a time, in order. A hash blocks the isolate; between two hashes it handles other requests. */
export function afterOtherHashes<T>(hash: () => Promise<T>): Promise<T> {
  const done = last.then(() => new Promise((resolve) => setTimeout(resolve, 0))).then(hash);
  last = done.catch(() => undefined);
  return done;
}
