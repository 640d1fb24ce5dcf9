import { Refusal } from '../../../schema/shared/errors.ts';

/** A place is released after this time even if its request has died. */
const leaseMs = 30_000;
const retryAfterSeconds = 2;

/**
 * Limits the requests of an isolate that wait for a password hash, because each hash occupies its processor for long. The places are in its
 * memory, so the leases of rows (db/leases.ts) do not fit them.
 */
export class HashPlaces {
  readonly #max: number;
  /** Taken places and their expiry. */
  readonly #taken = new Map<symbol, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Runs the work in a free place. Throws SERVICE_UNAVAILABLE at once, without side effects, when none is free. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const now = Date.now();
    for (const [place, until] of this.#taken) if (until <= now) this.#taken.delete(place);
    if (this.#taken.size >= this.#max)
      throw new Refusal('SERVICE_UNAVAILABLE', 'Too many sign-ins are running. Try again.', { retryAfterSeconds });
    const place = Symbol();
    this.#taken.set(place, now + leaseMs);
    try {
      return await work();
    } finally {
      this.#taken.delete(place);
    }
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Runs hashes one at a time, in order. A hash blocks the isolate; between two hashes it handles other requests. */
export function afterOtherHashes<T>(hash: () => Promise<T>): Promise<T> {
  const done = last.then(() => new Promise((resolve) => setTimeout(resolve, 0))).then(hash);
  last = done.catch(() => undefined);
  return done;
}
