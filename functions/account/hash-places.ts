import { Refusal } from '../../schema/errors.ts';

/** A place is kept for its request; should that die without giving it back, it is free so much later. */
const leaseMs = 30_000;
const retryAfterSeconds = 2;

/** How many requests of an isolate may be about to hash a password: each takes its processor for a good while. */
export class HashPlaces {
  readonly #most: number;
  /** Each place that is taken, and until when it is kept. */
  readonly #taken = new Map<symbol, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Does the work in a place of its own; SERVICE_UNAVAILABLE at once, and nothing happened, where none is free. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const now = Date.now();
    for (const [place, until] of this.#taken) if (until <= now) this.#taken.delete(place);
    if (this.#taken.size >= this.#most)
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

let hashed = 0;
let waiting = 0;

/**
 * Ends when this isolate has had time for others since the last hash. A hash blocks it, and those of several requests would
 * follow one another without a gap.
 */
export async function untilOthersHadTime(): Promise<void> {
  waiting += 1;
  try {
    for (let left = waiting > 1 ? gapPauses : 1; left > 0; left--) {
      const seen = hashed;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (hashed !== seen) left = gapPauses + 1;
    }
    hashed += 1;
  } finally {
    waiting -= 1;
  }
}

// In several pauses: while one lasts, another request may take the processor, and what arrives then needs one more.
const pauseMs = 5;
const gapPauses = 8;
