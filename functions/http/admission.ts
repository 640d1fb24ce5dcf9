import { Refusal } from '../../schema/errors.ts';
import { isMutation, type Operation } from '../../schema/operation.ts';
import type { Actor, GuestCtx, Idempotency } from '../context.ts';
import type { KeyValue } from '../platform/key-value.ts';
import { type Caller, type Credential, credentialOf } from './authenticate.ts';
import { parseJson, readJsonText } from './body.ts';
import { claim, fingerprintOf, idempotencyKeyOf, release, waitForClaim } from './idempotency-key.ts';
import { count } from './rate-limit.ts';

export interface Admission {
  readonly actor: Actor;
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
export async function admit(request: Request, door: Door, ctx: GuestCtx, keyValue: KeyValue): Promise<Admission> {
  const { operation } = door;
  const credential = await credentialOf(request.headers, door.via, operation, ctx);
  if (!credential) throw await wrongCredential(door, ctx, keyValue);
  if (!isMutation(operation)) return admitRead(credential, door, ctx, keyValue);

  const { actor, scopeRefusal } = await proven(credential.verify(), door, ctx, keyValue);
  if (scopeRefusal) throw scopeRefusal;
  const { text, key, fingerprint, refusal } = await readEnvelope(request, door);
  const held = key === null ? null : { who: nameOf(actor), key, fingerprint };
  const [overLimit, claimed] = await Promise.all([
    countCall(whoIsCounted(credential, actor, operation), door, ctx, keyValue),
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
    bodyText: text,
    idempotency: { key, fingerprint, status: operation.success, isRunningElsewhere },
    end: async (isBound) => {
      if (held && outcome === 'mine') await release(keyValue, held, isBound);
    },
  };
}

/** A read is counted while its key is verified: the id of the count is the secret's own. */
async function admitRead(credential: Credential, door: Door, ctx: GuestCtx, keyValue: KeyValue): Promise<Admission> {
  const { operation } = door;
  const pending = credential.verify();
  const isNamed = credential.id !== null && operation.rate === 'read';
  const counted = isNamed ? countCall(credential.id, door, ctx, keyValue) : null;
  const { actor, scopeRefusal } = await proven(pending, door, ctx, keyValue);
  if (scopeRefusal) throw scopeRefusal;
  const overLimit = await (counted ?? countCall(whoIsCounted(credential, actor, operation), door, ctx, keyValue));
  if (overLimit) throw overLimit;
  const idempotency = { key: null, fingerprint: '', status: operation.success, isRunningElsewhere: false };
  return { actor, bodyText: '', idempotency, end: async () => undefined };
}

const nameOf = (actor: Actor) => `user:${actor.userId}`;

/** Money moves and exports are counted by owner, tokens too; all else by key. */
const whoIsCounted = (credential: Credential, actor: Actor, { rate }: Operation) =>
  credential.id === null || rate === 'money' || rate === 'export' ? nameOf(actor) : credential.id;

/** Counts the call, and gives the refusal when it is one too many. */
async function countCall(who: string, door: Door, ctx: GuestCtx, keyValue: KeyValue): Promise<Refusal | null> {
  const { rate } = door.operation;
  if (rate === 'none') return null;
  const { headers, isAllowed, retryAfterSeconds } = await count(keyValue, ctx.settings, rate, who);
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

async function proven(pending: Promise<Caller | null>, door: Door, ctx: GuestCtx, keyValue: KeyValue): Promise<Caller> {
  const caller = await pending;
  if (!caller) throw await wrongCredential(door, ctx, keyValue);
  return caller;
}

/** Wrong keys are counted by address, so that guessing has an end; a valid key is never refused for them. */
async function wrongCredential({ via, address, headers }: Door, ctx: GuestCtx, keyValue: KeyValue): Promise<Refusal> {
  const verdict = await count(keyValue, ctx.settings, 'wrongKeys', address);
  Object.assign(headers, verdict.headers);
  if (verdict.isAllowed) return new Refusal(via === 'key' ? 'API_KEY_INVALID' : 'JWT_INVALID');
  return new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds: verdict.retryAfterSeconds });
}
