import { Refusal } from '../../schema/shared/errors.ts';
import { isMutation, type Operation } from '../../schema/shared/operation.ts';
import type { Actor, ApiCtx, Idempotency } from '../context.ts';
import type { KeyValue } from '../platform/key-value.ts';
import { type Caller, type Credential, credentialOf } from './authenticate.ts';
import { parseJson, readJsonText } from './body.ts';
import { claim, fingerprintOf, idempotencyKeyOf, release, waitForClaim } from './idempotency-key.ts';
import { type Counting, count, countEach, isSpent } from './rate-limit.ts';

export interface Admission {
  readonly actor: Actor;
  /** The time of the request: that of its whole body. */
  readonly now: Date;
  readonly idempotency: Idempotency;
  readonly bodyText: string;
  /** To be called once the answer is known. */
  end(isBound: boolean): Promise<void>;
}

export interface Door {
  readonly operation: Operation;
  readonly via: 'key' | 'token';
  readonly params: unknown;
  readonly address: string;
  /** Headers of the answer, whatever it will be: the rate limit is written here. */
  readonly headers: Record<string, string>;
}

/**
 * Who calls, within which limit, with which body and key, answered in this order: key or token, scope,
 * rate limit, headers and body. What is asked of Redis travels in one request, and nothing is claimed for a caller who
 * is not proven.
 */
export async function admit(request: Request, door: Door, ctx: ApiCtx, keyValue: KeyValue): Promise<Admission> {
  const { operation } = door;
  const credential = await credentialOf(request.headers, door.via, operation, ctx);
  if (!credential) throw await wrongCredential(door, ctx, keyValue);
  if (!isMutation(operation)) return admitRead(credential, door, ctx, keyValue);

  await refuseGuess(credential, door, ctx, keyValue);
  const prove = async (now: Date) => {
    const { actor, scopeRefusal } = await proven(credential.verify(now), door, ctx, keyValue);
    if (scopeRefusal) throw scopeRefusal;
    return { actor, now };
  };
  const first = await prove(ctx.now());
  const { text, key, fingerprint, refusal } = await readEnvelope(request, door);
  // A body may take minutes to arrive. By then its sender may be refused, or what it asks for be over.
  const isLate = Date.now() - ctx.now().getTime() >= lateMs;
  const { actor, now } = isLate ? await prove(new Date()) : first;
  const held = key === null ? null : { who: nameOf(actor.userId), key, fingerprint };
  const [overLimit, claimed] = await Promise.all([
    countCall(countingsOf(credential, actor.userId, operation), door, ctx, keyValue),
    held ? claim(keyValue, held) : null,
  ]);
  if (overLimit ?? refusal) {
    if (held && claimed === 'mine') await release(keyValue, held, false);
    throw overLimit ?? refusal;
  }
  const outcome = held && claimed === 'running' ? await waitForClaim(keyValue, held) : claimed;
  const isRunningElsewhere = outcome === 'running';
  return {
    actor,
    now,
    bodyText: text,
    idempotency: { key, fingerprint, status: operation.success, isRunningElsewhere },
    end: async (isBound) => {
      if (held && outcome === 'mine') await release(keyValue, held, isBound);
    },
  };
}

/** A read is counted while its key is verified, where the key has worked here before: only its secret gives that count. */
async function admitRead(credential: Credential, door: Door, ctx: ApiCtx, keyValue: KeyValue): Promise<Admission> {
  const { operation } = door;
  const { ownerId } = credential;
  await refuseGuess(credential, door, ctx, keyValue);
  const now = ctx.now();
  const pending = credential.verify(now);
  const counted = ownerId === null ? null : countCall(countingsOf(credential, ownerId, operation), door, ctx, keyValue);
  const { actor, scopeRefusal } = await proven(pending, door, ctx, keyValue);
  if (scopeRefusal) throw scopeRefusal;
  const overLimit = await (counted ?? countCall(countingsOf(credential, actor.userId, operation), door, ctx, keyValue));
  if (overLimit) throw overLimit;
  const idempotency = { key: null, fingerprint: '', status: operation.success, isRunningElsewhere: false };
  return { actor, now, bodyText: '', idempotency, end: async () => undefined };
}

const lateMs = 100;

const nameOf = (ownerId: number) => `user:${ownerId}`;

/** Money moves and exports are counted by owner; reads and writes by key or token owner, and by owner with all its keys and tokens. */
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

/** Counts the call, and gives the refusal when it is one too many. */
async function countCall(
  countings: readonly Counting[],
  door: Door,
  ctx: ApiCtx,
  keyValue: KeyValue,
): Promise<Refusal | null> {
  const verdict = await countEach(keyValue, ctx.settings, countings);
  if (verdict === null) return null;
  const { headers, isAllowed, retryAfterSeconds } = verdict;
  Object.assign(door.headers, headers);
  return isAllowed ? null : new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}

interface Envelope {
  readonly text: string;
  readonly key: string | null;
  readonly fingerprint: string;
  /** What is wrong about the headers or the body, kept until its turn. */
  readonly refusal: Refusal | null;
}

async function readEnvelope(request: Request, { operation, params }: Door): Promise<Envelope> {
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

async function proven(pending: Promise<Caller | null>, door: Door, ctx: ApiCtx, keyValue: KeyValue): Promise<Caller> {
  const caller = await pending;
  if (!caller) throw await wrongCredential(door, ctx, keyValue);
  return caller;
}

/** At the limit of wrong keys, one that is most likely wrong is counted before Postgres is asked about it. */
async function refuseGuess(credential: Credential, door: Door, ctx: ApiCtx, keyValue: KeyValue): Promise<void> {
  if (!isSpent('wrongKeys', door.address) || (await credential.isLikely())) return;
  const { isAllowed, headers, retryAfterSeconds } = await count(keyValue, ctx.settings, 'wrongKeys', door.address);
  if (isAllowed) return;
  Object.assign(door.headers, headers);
  throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}

/** Wrong keys are counted by address, so that guessing has an end; a valid key is never refused for them. */
async function wrongCredential({ via, address, headers }: Door, ctx: ApiCtx, keyValue: KeyValue): Promise<Refusal> {
  const verdict = await count(keyValue, ctx.settings, 'wrongKeys', address);
  Object.assign(headers, verdict.headers);
  if (verdict.isAllowed) return new Refusal(via === 'key' ? 'API_KEY_INVALID' : 'JWT_INVALID');
  return new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds: verdict.retryAfterSeconds });
}
