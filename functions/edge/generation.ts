import { Unreachable } from '../../db/failures.ts';
import { missing, Refusal } from '../../schema/shared/errors.ts';
import { isAhead } from '../platform/key-value.ts';

/** The counters that an answer depends on: one shard, all of them, or none if only a new version of the service changes the answer. */
export type Scope = number | 'all' | 'static';

export const scopeOfCreator = (publicId: string): Scope => Number.parseInt(publicId.slice(0, 1), 16);

// The time within which a revocation takes effect everywhere.
const trustMs = 1_000;
const refreshAfterMs = 500;
/** The maximal age of a copy that is served while Postgres is unreachable. */
const maxMs = 10_000;
/** A refresh counts as dead after this time, because its request may have died. */
const forgottenMs = 2_000;

/**
 * An isolate's knowledge of the generation counters. Every commit that changes a public projection increments one of sixteen, chosen by the
 * first hexadecimal digit of the creator's publicId. An answer read in one generation is valid until the next.
 */
export class Generation {
  #known: Known | null = null;
  /** The time at which the read of the counters began. */
  #readAt = 0;
  #trustedUntil = 0;
  /** The time at which the running refresh began, or null. */
  #refreshing: number | null = null;

  /** The generation, if it was read less than a second ago or `extendTrust` has extended that time; otherwise null. */
  trusted(scope: Scope, now: number): string | null {
    return scope === 'static' || this.#isTrusted(now) ? this.last(scope) : null;
  }

  #isTrusted = (now: number): boolean => isAhead(this.#trustedUntil, now, maxMs);

  /** The generation of the last read. */
  last(scope: Scope): string | null {
    if (scope === 'static') return '';
    return this.#known === null ? null : pick(this.#known, scope);
  }

  /** Stores the counters of a statement that began at `readAt`, unless a later one is known. Another epoch has counters of its own. */
  learn(text: string, readAt: number): void {
    const read = parse(text);
    if (read.epoch === this.#known?.epoch && isAhead(this.#readAt, readAt, maxMs)) return;
    this.#known = read;
    this.#readAt = readAt;
    this.#trustedUntil = readAt + trustMs;
  }

  /**
   * Trusts the last generation for another second, and at most ten after its read, while Postgres accepts no connections and so cannot
   * change. Returns false when it may no longer be served. A timeout or an error of Postgres extends nothing, because other clients may still change the data.
   * A connection that fails more than a second after the request extends nothing either: Postgres did not refuse it.
   */
  extendTrust(now: number, requestedAt: number): boolean {
    if (now - requestedAt >= trustMs) return false;
    const until = Math.min(now + trustMs, this.#readAt + maxMs);
    if (until <= now) return false;
    this.#trustedUntil = Math.max(this.#trustedUntil, until);
    return true;
  }

  /** A busy isolate refreshes the generation before its second ends, so that no hit waits for the read. */
  isDue(now: number): boolean {
    const isRefreshing = this.#refreshing !== null && isAhead(this.#refreshing + forgottenMs, now, maxMs);
    return !isRefreshing && !(this.#isTrusted(now) && now < this.#trustedUntil - trustMs + refreshAfterMs);
  }

  /** Reads the generation after an answer, so that hits do not wait. */
  async refresh(read: () => Promise<string>, now: number): Promise<void> {
    this.#refreshing = now;
    try {
      this.learn(await read(), now);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error instanceof Unreachable) this.extendTrust(Date.now(), now);
    } finally {
      if (this.#refreshing === now) this.#refreshing = null;
    }
  }
}

/** The generation of a scope within the counters of a statement. */
export const generationOf = (text: string, scope: Scope): string =>
  scope === 'static' ? '' : pick(parse(text), scope);

interface Known {
  /** Changes after a restore, which resets the counters. */
  readonly epoch: string;
  readonly shards: readonly string[];
  /** Counters only grow, so equal sums mean equal counters. */
  readonly sum: string;
}

/** Most statements of a busy isolate read the same counters, so the last ones stay parsed. */
let latest: { readonly text: string; readonly known: Known } | undefined;

function parse(text: string): Known {
  if (latest?.text !== text) {
    const [epoch = '', ...shards] = text.split(',');
    const sum = shards.reduce((total, counter) => total + BigInt(counter), 0n).toString();
    latest = { text, known: { epoch, shards, sum } };
  }
  return latest.known;
}

const pick = ({ epoch, shards, sum }: Known, scope: number | 'all'): string =>
  `${epoch}.${scope === 'all' ? sum : (shards[scope] ?? missing('a shard of the generation'))}`;
