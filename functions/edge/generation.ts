import { Unreachable } from '../../db/failures.ts';
import { missing, Refusal } from '../../schema/shared/errors.ts';
/** What an answer changes with: a shard of the generation, all of it, or nothing while this version of the service runs. */
export type Scope = number | 'all' | 'static';

export const scopeOfCreator = (publicId: string): Scope => Number.parseInt(publicId.slice(0, 1), 16);

// Revocation reaches every place within this time.
const trustMs = 1_000;
const refreshAfterMs = 500;
/** The longest that a copy is served without Postgres, since it was last read. */
const mostMs = 10_000;
/** A refresh whose request died says nothing any more. */
const forgottenMs = 2_000;

/**
 * What an isolate knows of the counters that every commit advances which changes a public projection: sixteen, by the
 * first hexadecimal digit of the creator's publicId. What was read in one generation is the truth until the next.
 */
export class Generation {
  #known: Known | null = null;
  /** When the read began that gave the counters. */
  #readAt = 0;
  #trustedUntil = 0;
  /** When the refresh began that runs, or null. */
  #refreshing: number | null = null;

  /** The generation that was read less than a second ago, or null. */
  trusted(scope: Scope, now: number): string | null {
    return scope === 'static' || now < this.#trustedUntil ? this.last(scope) : null;
  }

  /** The last one that was read. */
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
   * Postgres takes no connections, so nothing can change: the last generation stands for another second, and for ten in all. False
   * when it stands no more. Where Postgres is silent, or answers with an error, others may still change what it says: then nothing
   * stands. A connection that ends long after it was asked for was not refused, and says nothing of Postgres as it is now.
   */
  stand(now: number, askedAt: number): boolean {
    if (now - askedAt >= trustMs) return false;
    const until = Math.min(now + trustMs, this.#readAt + mostMs);
    if (until <= now) return false;
    this.#trustedUntil = Math.max(this.#trustedUntil, until);
    return true;
  }

  /** A busy isolate reads it anew before its second is over, so that no hit waits for that. */
  isDue(now: number): boolean {
    const isRefreshing = this.#refreshing !== null && now < this.#refreshing + forgottenMs;
    return !isRefreshing && now >= this.#trustedUntil - trustMs + refreshAfterMs;
  }

  /** Reads it behind an answer: hits do not wait for it. */
  async refresh(read: () => Promise<string>, now: number): Promise<void> {
    this.#refreshing = now;
    try {
      this.learn(await read(), now);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error instanceof Unreachable) this.stand(Date.now(), now);
    } finally {
      if (this.#refreshing === now) this.#refreshing = null;
    }
  }
}

/** The generation of a scope within counters as a statement gave them. */
export const generationOf = (text: string, scope: Scope): string =>
  scope === 'static' ? '' : pick(parse(text), scope);

interface Known {
  /** Another one after a restore, which takes the counters back. */
  readonly epoch: string;
  readonly shards: readonly string[];
  /** Counters only grow, so equal sums are equal counters. */
  readonly sum: string;
}

function parse(text: string): Known {
  const [epoch = '', ...shards] = text.split(',');
  return { epoch, shards, sum: shards.reduce((sum, counter) => sum + BigInt(counter), 0n).toString() };
}

const pick = ({ epoch, shards, sum }: Known, scope: number | 'all'): string =>
  `${epoch}.${scope === 'all' ? sum : (shards[scope] ?? missing('a shard of the generation'))}`;
