import { type Db, examined, type Query } from '../../db/client.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { Actor, ApiCtx, Ctx, Idempotency } from '../context.ts';
import { boundToSession } from '../open-session.ts';
import type { KeyValue } from '../platform/key-value.ts';
import type { Caller } from './authenticate.ts';
import { type Acquisition, type KeyLease, releaseKey, waitForKey } from './key-lease.ts';
import type { Given, Proof } from './proof.ts';
import { refund, type Tally } from './rate-limit.ts';
import type { CallChecks } from './request-context.ts';

interface Parts {
  readonly ctx: ApiCtx;
  readonly keyValue: KeyValue;
  /** The caller as it was last seen. */
  readonly caller: Caller;
  /** Null for a caller that has been proven. */
  readonly proof: Proof<Caller> | null;
  readonly counting: Promise<Tally>;
  readonly lease: KeyLease | null;
  readonly leasing: Promise<Acquisition> | null;
  readonly idempotency: Idempotency;
  /** A problem with the headers or the body, reported after the checks that come first. */
  readonly refusal: Refusal | null;
  /** Headers of the answer. */
  readonly headers: Record<string, string>;
  refuseCredential(): Promise<Refusal>;
  /** The caller now; null when the credential is invalid. */
  proveAgain(): Promise<Caller | null>;
  noteUse(): Promise<void> | null;
  /** Called each time a caller is authenticated. */
  noteCaller(actor: Actor): void;
}

interface Settled<Row> {
  readonly isChanged: boolean;
  readonly given: Given<Row>;
}

/** The verb saw a former state of its caller, or an identical request was running. It must run again. */
class CallChanged extends Error {}

/**
 * The checks of a call that run beside the first read of its verb: the proof of the caller in the same round trip to Postgres, and the
 * limit and the lease of the Idempotency-Key in one to Redis. Nothing is changed and no answer leaves before they have passed.
 */
export class PendingChecks implements CallChecks {
  readonly #parts: Parts;
  #settling: Promise<Settled<unknown>> | undefined;
  #actor: Actor;
  #idempotency: Idempotency;
  #isSettled = false;
  /** Whether this request has, or may have, the lease of its Idempotency-Key. */
  #isHeld = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#actor = parts.caller.actor;
    this.#idempotency = parts.idempotency;
  }

  get provenId(): number | null {
    return this.#isSettled ? this.#actor.userId : null;
  }

  /** The context of the verb, as far as the checks have come. */
  context(): Ctx {
    const { ctx } = this.#parts;
    return {
      ...ctx,
      db: boundToSession(this.#isSettled ? ctx.db : this.#database(), this.#actor),
      actor: this.#actor,
      idempotency: this.#idempotency,
    };
  }

  async run<T>(verb: (ctx: Ctx) => Promise<T>): Promise<T> {
    // A verb that begins after the checks has seen the call as it is.
    if (this.#isSettled) return verb(this.context());
    const first = await attempt(async () => verb(this.context()));
    if (await this.settle()) return verb(this.context());
    if ('error' in first) throw first.error;
    return first.value;
  }

  async require(check: (ctx: Ctx) => void): Promise<void> {
    try {
      check(this.context());
    } catch {
      await this.settle();
      check(this.context());
    }
  }

  get hasBegun(): boolean {
    return this.#settling !== undefined;
  }

  async settle(): Promise<boolean> {
    this.#settling ??= this.#conclude(null);
    return (await this.#settling).isChanged;
  }

  end(isBound: boolean): Promise<void> | null {
    const { keyValue, lease } = this.#parts;
    if (!this.#isHeld || lease === null) return null;
    this.#isHeld = false;
    return releaseKey(keyValue, lease, isBound);
  }

  #database(): Db {
    const { db } = this.#parts.ctx;
    const passed = async () => {
      if (await this.settle()) throw new CallChanged();
    };
    return {
      read: async <Row>(wanted: Query<Row>) => {
        if (this.#isSettled) return db.read(wanted);
        const { query, isChange } = examined(wanted);
        if (!isChange && this.#settling === undefined) return this.#readFirst(query);
        await passed();
        return db.read(query);
      },
      readBoth: async (one, other, last) => {
        await passed();
        return db.readBoth(one, other, last);
      },
      transaction: async (statements) => {
        await passed();
        await db.transaction(statements);
      },
    };
  }

  async #readFirst<Row>(query: Query<Row>): Promise<Row[]> {
    const concluding = this.#conclude(query);
    this.#settling = concluding;
    const { isChanged, given } = await concluding;
    if (isChanged) throw new CallChanged();
    if ('refusal' in given) throw given.refusal;
    return given.rows;
  }

  async #conclude<Row>(first: Query<Row> | null): Promise<Settled<Row>> {
    const { ctx, counting, leasing, noteUse } = this.#parts;
    let proven: Caller | null = null;
    try {
      // The limit and the lease are on their way to Redis meanwhile.
      const { caller, given } = await this.#proven(first);
      proven = this.#accepted(caller);
      const acquired = await leasing;
      this.#isHeld = mayHold(acquired);
      this.#refuseOver(await counting);
      const isChanged = !isSame(proven.actor, this.#actor) || acquired === 'running';
      this.#actor = acquired === 'running' ? await this.#actorAfterIdentical() : proven.actor;
      this.#isSettled = true;
      ctx.defer(noteUse());
      return { isChanged, given };
    } catch (error) {
      if (proven === null) ctx.defer(this.#refunded());
      this.#isHeld ||= mayHold(await leasing);
      ctx.defer(this.end(false));
      throw error instanceof WrongCredential ? await this.#parts.refuseCredential() : error;
    }
  }

  async #proven<Row>(first: Query<Row> | null): Promise<{ caller: Caller | null; given: Given<Row> }> {
    const { ctx, caller, proof } = this.#parts;
    if (first === null) return { caller: proof === null ? caller : await proof.alone(), given: { rows: [] } };
    if (proof !== null) return proof.beside(first);
    return { caller, given: await outcomeOf(ctx.db.read(first)) };
  }

  #accepted(caller: Caller | null): Caller {
    if (caller === null) throw new WrongCredential();
    this.#parts.noteCaller(caller.actor);
    if (caller.scopeRefusal !== null) throw caller.scopeRefusal;
    return caller;
  }

  #refuseOver({ verdict }: Tally): void {
    const { refusal, headers } = this.#parts;
    if (verdict !== null) Object.assign(headers, verdict.headers);
    if (verdict?.isAllowed === false)
      throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds: verdict.retryAfterSeconds });
    if (refusal !== null) throw refusal;
  }

  async #refunded(): Promise<void> {
    const { ctx, keyValue, counting } = this.#parts;
    await refund(keyValue, ctx.settings, await counting);
  }

  /** The wait may take seconds, so the caller is authenticated again after it. */
  async #actorAfterIdentical(): Promise<Actor> {
    const { keyValue, lease, proveAgain } = this.#parts;
    const outcome = lease && (await waitForKey(keyValue, lease));
    this.#isHeld = mayHold(outcome);
    this.#idempotency = { ...this.#idempotency, isRunningElsewhere: outcome === 'running' };
    return this.#accepted(await proveAgain()).actor;
  }
}

class WrongCredential extends Error {}

const mayHold = (acquired: Acquisition | null): boolean => acquired === 'acquired' || acquired === 'unknown';

const attempt = <T>(run: () => Promise<T>): Promise<{ value: T } | { error: unknown }> =>
  run().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

const outcomeOf = <Row>(reading: Promise<Row[]>): Promise<Given<Row>> =>
  reading.then(
    (rows) => ({ rows }),
    (refusal: Error) => ({ refusal }),
  );

const isSame = (one: Actor, other: Actor): boolean => JSON.stringify(one) === JSON.stringify(other);
