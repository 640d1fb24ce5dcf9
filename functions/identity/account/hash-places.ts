import { Refusal } from '../../../schema/shared/errors.ts';

/** A place is kept for its request; should that die without giving it back, it is free so much later. */
const leaseMs = 30_000;
const retryAfterSeconds = 2;

/** How many requests of an isolate may wait for the hash of a password: each hash takes its processor for a good while. */
export class HashPlaces {
  readonly #max: number;
  /** Each place that is taken, and until when it is kept. */
  readonly #taken = new Map<symbol, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Does the work in a place of its own; SERVICE_UNAVAILABLE at once, and nothing happened, where none is free. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const now = Date.now();
    for (const [place, until] of this.#taken) if (until <= now) this.#taken.delete(place);
    if (this.#taken.size >= this.#max)
      throw new Refusal('SERVICE_UNAVAILABLE', 'Too many sign-ins at the moment. Try again.', { retryAfterSeconds });
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

/**
 * Hashes after all that were asked for before, one at a time. A hash blocks the isolate: between two of them it turns to the requests
 * that have arrived meanwhile.
 */
export function afterOtherHashes<T>(hash: () => Promise<T>): Promise<T> {
  const done = last.then(() => new Promise((resolve) => setTimeout(resolve, 0))).then(hash);
  last = done.catch(() => undefined);
  return done;
}
