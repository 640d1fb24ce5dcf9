import { Refusal } from '../../schema/shared/errors.ts';
import { isMutation, type Operation } from '../../schema/shared/operation.ts';
import type { Actor, ApiCtx, Idempotency } from '../context.ts';
import type { KeyValue } from '../platform/key-value.ts';
import { type Caller, type Credential, credentialOf } from './authenticate.ts';
import { parseJson, readJsonText } from './body.ts';
import { fingerprintOf, idempotencyKeyOf } from './idempotency-key.ts';
import { acquireKey, releaseKey, waitForKey } from './key-lease.ts';
import { type Counting, count, countEach, isSpent } from './rate-limit.ts';

export interface Admission {
  readonly actor: Actor;
  /** The time of the request, taken again when its body arrives late. */
  readonly now: Date;
  readonly idempotency: Idempotency;
  readonly bodyText: string;
  /** Called once the answer is known. */
  end(isBound: boolean): Promise<void>;
}

export interface RouteCall {
  readonly operation: Operation;
  readonly via: 'key' | 'token';
  readonly params: unknown;
  readonly address: string;
  /** Headers of the answer, whatever its status, including the rate limit. */
  readonly headers: Record<string, string>;
}

/**
 * Checks a request in this order: key or token, scope, rate limit, headers and body, idempotency key. One request to Redis carries all
 * lookups. An unauthenticated caller leases no key.
 */
export async function admit(request: Request, call: RouteCall, ctx: ApiCtx, keyValue: KeyValue): Promise<Admission> {
  const { operation } = call;
  const credential = await credentialOf(request.headers, call.via, operation, ctx);
  if (!credential) throw await wrongCredential(call, ctx, keyValue);
  if (!isMutation(operation)) return admitRead(credential, call, ctx, keyValue);

  await refuseGuess(credential, call, ctx, keyValue);
  const prove = async (now: Date) => {
    const { actor, scopeRefusal } = await proven(credential.verify(now), call, ctx, keyValue);
    if (scopeRefusal) throw scopeRefusal;
    return { actor, now };
  };
  const first = await prove(ctx.now());
  const { text, key, fingerprint, refusal } = await readEnvelope(request, call);
  // A body may take minutes to arrive. Meanwhile its sender may be revoked, or the state may change.
  const isLate = Date.now() - ctx.now().getTime() >= lateMs;
  const { actor, now } = isLate ? await prove(new Date()) : first;
  const lease = key === null ? null : { who: nameOf(actor.userId), key, fingerprint, token: crypto.randomUUID() };
  const [overLimit, acquired] = await Promise.all([
    countCall(countingsOf(credential, actor.userId, operation), call, ctx, keyValue),
    lease ? acquireKey(keyValue, lease) : null,
  ]);
  if (overLimit ?? refusal) {
    if (lease && acquired === 'acquired') await releaseKey(keyValue, lease, false);
    throw overLimit ?? refusal;
  }
  const outcome = lease && acquired === 'running' ? await waitForKey(keyValue, lease) : acquired;
  const isRunningElsewhere = outcome === 'running';
  return {
    actor,
    now,
    bodyText: text,
    idempotency: { key, fingerprint, status: operation.success, isRunningElsewhere },
    end: async (isBound) => {
      if (lease && outcome === 'acquired') await releaseKey(keyValue, lease, isBound);
    },
  };
}

/**
 * Counts a read while its key is being verified, if this isolate has seen the key work. The id for the count comes from the secret, so only
 * its holder can use up the limit.
 */
async function admitRead(credential: Credential, call: RouteCall, ctx: ApiCtx, keyValue: KeyValue): Promise<Admission> {
  const { operation } = call;
  const { ownerId } = credential;
  await refuseGuess(credential, call, ctx, keyValue);
  const now = ctx.now();
  const pending = credential.verify(now);
  const counted = ownerId === null ? null : countCall(countingsOf(credential, ownerId, operation), call, ctx, keyValue);
  const { actor, scopeRefusal } = await proven(pending, call, ctx, keyValue);
  if (scopeRefusal) throw scopeRefusal;
  const overLimit = await (counted ?? countCall(countingsOf(credential, actor.userId, operation), call, ctx, keyValue));
  if (overLimit) throw overLimit;
  const idempotency = { key: null, fingerprint: '', status: operation.success, isRunningElsewhere: false };
  return { actor, now, bodyText: '', idempotency, end: async () => undefined };
}

const lateMs = 100;

const nameOf = (ownerId: number) => `user:${ownerId}`;

/**
 * The windows that count a call. Payments and exports are counted per owner; reads and writes per owner of the key or token, and per owner
 * across all credentials.
 */
function countingsOf({ id }: Credential, ownerId: number, { rate }: Operation): Counting[] {
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

/** Counts the call and returns the refusal if it exceeds the limit. */
async function countCall(
  countings: readonly Counting[],
  call: RouteCall,
  ctx: ApiCtx,
  keyValue: KeyValue,
): Promise<Refusal | null> {
  const verdict = await countEach(keyValue, ctx.settings, countings);
  if (verdict === null) return null;
  const { headers, isAllowed, retryAfterSeconds } = verdict;
  Object.assign(call.headers, headers);
  return isAllowed ? null : new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}

interface Envelope {
  readonly text: string;
  readonly key: string | null;
  readonly fingerprint: string;
  /** A problem with the headers or the body, reported after the checks that come first. */
  readonly refusal: Refusal | null;
}

async function readEnvelope(request: Request, { operation, params }: RouteCall): Promise<Envelope> {
  try {
    const text = await readJsonText(request);
    const body = text === '' ? {} : parseJson(text);
    const key = idempotencyKeyOf(request.headers, operation);
    const fingerprint = key === null ? '' : await fingerprintOf(operation, params, body);
    return { text, key, fingerprint, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { text: '', key: null, fingerprint: '', refusal: error };
  }
}

async function proven(
  pending: Promise<Caller | null>,
  call: RouteCall,
  ctx: ApiCtx,
  keyValue: KeyValue,
): Promise<Caller> {
  const caller = await pending;
  if (!caller) throw await wrongCredential(call, ctx, keyValue);
  return caller;
}

/** After too many wrong keys from an address, counts another unlikely key before it queries Postgres. */
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
