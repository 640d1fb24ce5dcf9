import { Refusal } from '../../schema/shared/errors.ts';
import { isMutation, type Operation, type RateClass } from '../../schema/shared/operation.ts';
import type { Actor, ApiCtx } from '../context.ts';
import type { KeyValue } from '../platform/key-value.ts';
import { type Caller, type Credential, credentialOf } from './authenticate.ts';
import { parseJson, readJsonText } from './body.ts';
import { fingerprintOf, idempotencyKeyOf } from './idempotency-key.ts';
import { acquireKey } from './key-lease.ts';
import { PendingChecks } from './pending-checks.ts';
import type { Proof } from './proof.ts';
import { type Counting, count, countEach, isBlocked, isSpent } from './rate-limit.ts';

export interface Admission {
  /** The JSON of the body; `{}` without a body. */
  readonly body: unknown;
  readonly checks: PendingChecks;
}

export interface RouteCall {
  readonly operation: Operation;
  readonly via: 'key' | 'token';
  readonly params: unknown;
  readonly address: string;
  /** Called each time a caller is authenticated, also if a later check refuses it. */
  noteCaller(actor: Actor): void;
  /** Headers of the answer, whatever its status, including the rate limit. */
  readonly headers: Record<string, string>;
}

/**
 * Checks a request in this order: key or token, scope, rate limit, headers and body, idempotency key. For a caller that this isolate has
 * seen, the checks that need Postgres and Redis run beside the first statement of the verb. If its proof then fails, its counts are
 * refunded and its lease of the Idempotency-Key is released.
 */
export async function admit(request: Request, call: RouteCall, ctx: ApiCtx, keyValue: KeyValue): Promise<Admission> {
  const { operation } = call;
  const credential = await credentialOf(request.headers, call.via, operation, ctx);
  if (!credential) throw await wrongCredential(call, ctx, keyValue);
  await refuseGuess(credential, call, ctx, keyValue);
  const entry: Entry = {
    credential,
    rate: operation.rate,
    status: operation.success,
    headers: call.headers,
    readEnvelope: async () => (isMutation(operation) ? readEnvelope(request, call) : withoutBody),
    refuseCredential: () => wrongCredential(call, ctx, keyValue),
    noteCaller: call.noteCaller,
  };
  return enter(entry, ctx, keyValue);
}

/** A call whose credential is known and not yet proven. */
export interface Entry {
  readonly credential: Credential;
  readonly rate: RateClass;
  /** The status of a success, which the Idempotency-Key stores. */
  readonly status: number;
  /** Headers of the answer, whatever its status. */
  readonly headers: Record<string, string>;
  readEnvelope(): Promise<Envelope>;
  refuseCredential(): Promise<Refusal>;
  /** Called each time a caller is authenticated. */
  noteCaller?(actor: Actor): void;
}

/** Checks a call as `admit` describes it. */
export async function enter(entry: Entry, ctx: ApiCtx, keyValue: KeyValue): Promise<Admission> {
  const { credential, rate, status, headers, readEnvelope, refuseCredential, noteCaller = () => undefined } = entry;
  const callerAt = async (at: Date) => seenCaller(credential, at) ?? (await provenCaller(entry, at));
  const first = await callerAt(ctx.now());
  const { body, key, fingerprint, refusal } = await readEnvelope();
  // A body may take minutes to arrive, and a busy machine may be slow. Meanwhile the sender may be revoked, or the state may change.
  const isLate = Date.now() - ctx.now().getTime() >= lateMs;
  const now = isLate ? new Date() : ctx.now();
  const { caller, proof } = isLate ? await callerAt(now) : first;
  const { userId } = caller.actor;
  const who = credential.id ?? nameOf(userId);
  const lease = key === null ? null : { who, key, fingerprint, token: crypto.randomUUID() };
  const countings = countingsOf(credential, userId, rate);
  const checks = new PendingChecks({
    ctx: { ...ctx, now: () => now },
    keyValue,
    caller,
    proof,
    counting: countEach(keyValue, ctx.settings, countings),
    lease,
    leasing: lease ? acquireKey(keyValue, lease) : null,
    idempotency: { key, fingerprint, status, isRunningElsewhere: false },
    refusal,
    headers,
    refuseCredential,
    noteCaller,
    proveAgain: () => credential.verify(new Date()),
    noteUse: () => credential.noteUse(now),
  });
  // The verb of a caller over its limit, or of an invalid body, does not begin.
  if (refusal !== null || isBlocked(countings)) await checks.settle();
  return { body, checks };
}

interface KnownCaller {
  readonly caller: Caller;
  /** Null for a caller that has been proven. */
  readonly proof: Proof<Caller> | null;
}

function seenCaller(credential: Credential, now: Date): KnownCaller | null {
  const seen = credential.seen(now);
  // A caller is authenticated before its scopes refuse it: they may have changed.
  if (seen === null || seen.scopeRefusal !== null) return null;
  return { caller: seen, proof: seen.isProven ? null : credential.proof(now) };
}

async function provenCaller(entry: Entry, now: Date): Promise<KnownCaller> {
  const caller = await entry.credential.verify(now);
  if (caller === null) throw await entry.refuseCredential();
  entry.noteCaller?.(caller.actor);
  if (caller.scopeRefusal !== null) throw caller.scopeRefusal;
  return { caller, proof: null };
}

const lateMs = 100;

const nameOf = (ownerId: number) => `user:${ownerId}`;

/**
 * The windows that count a call. Payments and exports have one window per owner. Reads and writes have one per API key (a token uses
 * one of its owner), and one per owner for all credentials together.
 */
function countingsOf({ id }: Credential, ownerId: number, rate: RateClass): Counting[] {
  const owner = nameOf(ownerId);
  switch (rate) {
    case 'none':
      return [];
    case 'read':
      return [
        ['read', id ?? owner],
        ['ownerRead', owner],
      ];
    case 'write':
      return [
        ['write', id ?? owner],
        ['ownerWrite', owner],
      ];
    default:
      return [[rate, owner]];
  }
}

export interface Envelope {
  readonly body: unknown;
  readonly key: string | null;
  readonly fingerprint: string;
  /** A problem with the headers or the body, reported after the checks that come first. */
  readonly refusal: Refusal | null;
}

export const withoutBody: Envelope = { body: {}, key: null, fingerprint: '', refusal: null };

async function readEnvelope(request: Request, { operation, params }: RouteCall): Promise<Envelope> {
  try {
    const text = await readJsonText(request);
    const body = text === '' ? {} : parseJson(text);
    const key = idempotencyKeyOf(request.headers, operation);
    const fingerprint = key === null ? '' : await fingerprintOf(operation, params, body);
    return { body, key, fingerprint, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { body: {}, key: null, fingerprint: '', refusal: error };
  }
}

/** Once an address has sent too many wrong keys, counts each further key that is not plausible, before any query of Postgres. */
async function refuseGuess(credential: Credential, call: RouteCall, ctx: ApiCtx, keyValue: KeyValue): Promise<void> {
  if (!isSpent('wrongKeys', call.address) || (await credential.isLikely())) return;
  const { isAllowed, headers, retryAfterSeconds } = await count(keyValue, ctx.settings, 'wrongKeys', call.address);
  if (isAllowed) return;
  Object.assign(call.headers, headers);
  throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}

/** Counts wrong keys by address to stop guessing. A valid key is never refused because of them. */
async function wrongCredential(
  { via, address, headers }: RouteCall,
  ctx: ApiCtx,
  keyValue: KeyValue,
): Promise<Refusal> {
  const verdict = await count(keyValue, ctx.settings, 'wrongKeys', address);
  Object.assign(headers, verdict.headers);
  if (verdict.isAllowed) return new Refusal(via === 'key' ? 'API_KEY_INVALID' : 'JWT_INVALID');
  return new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds: verdict.retryAfterSeconds });
}
