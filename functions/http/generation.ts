import { Refusal } from '../../schema/errors.ts';
/** What an answer changes with: a shard of the generation, all of it, or nothing while this version of the service runs. */
export type Scope = number | 'all' | 'static';

export const scopeOfCreator = (publicId: string): Scope => Number.parseInt(publicId.slice(0, 1), 16);

// Revocation reaches every place within this time.
const trustMs = 1_000;
const refreshAfterMs = 500;
/** Less than what is left of the second when a refresh begins. */
const patienceMs = 400;
const silentMs = 10_000;
const refusedWithinMs = 1_400;

/** A failed read that began then was refused, rather than left without an answer. */
export const isDown = (askedAt: number): boolean => Date.now() - askedAt < refusedWithinMs;

/**
 * What an isolate knows of the counters that every commit advances which changes a public projection: sixteen, by the
 * first hexadecimal digit of the creator's publicId. What was read in one generation is the truth until the next.
 */
export class Generation {
  #known: Known | null = null;
  /** When the read began that gave the counters. */
  #readAt = 0;
  #trustedUntil = 0;
  #isRefreshing = false;

  /** The generation that was read less than a second ago, or null. */
  trusted(scope: Scope, now: number): string | null {
    return scope === 'static' || now < this.#trustedUntil ? this.last(scope) : null;
  }

  /** The last one that was read: while Postgres is down it stands, since nothing can change. */
  last(scope: Scope): string | null {
    if (scope === 'static') return '';
    return this.#known === null ? null : pick(this.#known, scope);
  }

  /** Takes over what a statement gave that began at `readAt`. */
  learn(text: string, readAt: number): void {
    if (readAt < this.#readAt) return;
    this.#known = parse(text);
    this.#readAt = readAt;
    this.#trustedUntil = readAt + trustMs;
  }

  /**
   * Postgres did not answer. Where it is down nothing can change: the last generation stands, and Postgres is asked again
   * in a second. Where it is only silent it may answer others: the last generation stands a few seconds, no longer.
   * False when it stands no more.
   */
  stand(now: number, isDown: boolean): boolean {
    if (!isDown && now - this.#readAt > silentMs) return false;
    this.#trustedUntil = Math.max(this.#trustedUntil, now + trustMs);
    return true;
  }

  /** A busy isolate reads it anew before its second is over, so that no hit waits for that. */
  isDue(now: number): boolean {
    return !this.#isRefreshing && now >= this.#trustedUntil - trustMs + refreshAfterMs;
  }

  /** Reads it behind an answer: hits do not wait for it. */
  async refresh(read: () => Promise<string>, now: number): Promise<void> {
    this.#isRefreshing = true;
    const waiting = setInterval(() => this.stand(Date.now(), false), patienceMs);
    try {
      this.learn(await read(), now);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.stand(Date.now(), isDown(now));
    } finally {
      clearInterval(waiting);
      this.#isRefreshing = false;
    }
  }
}

/** The generation of a scope within counters as a statement gave them. */
export const generationOf = (text: string, scope: Scope): string =>
  scope === 'static' ? '' : pick(parse(text), scope);

interface Known {
  readonly shards: readonly string[];
  /** Counters only grow, so equal sums are equal counters. */
  readonly sum: string;
}

function parse(text: string): Known {
  const shards = text.split(',');
  return { shards, sum: shards.reduce((sum, counter) => sum + BigInt(counter), 0n).toString() };
}

const pick = ({ shards, sum }: Known, scope: number | 'all'): string => (scope === 'all' ? sum : (shards[scope] ?? ''));
