import { Refusal } from '../../schema/errors.ts';
import { isMutation, type Operation } from '../../schema/operation.ts';
import type { Actor, GuestCtx, Idempotency } from '../context.ts';
import type { KeyValue } from '../platform/key-value.ts';
import { type Caller, credentialOf } from './authenticate.ts';
import { parseJson, readJsonText } from './body.ts';
import { claim, fingerprintOf, idempotencyKeyOf, release, waitForClaim } from './idempotency-key.ts';
import { count, type LimitClass, type Verdict } from './rate-limit.ts';

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
 * Who calls, within which limit, with which body and key. Checks are answered in the order of decisions.md 2
 * (key or token, scope, rate limit, headers and body), while what they ask of Redis and Postgres travels together.
 */
export async function admit(request: Request, door: Door, ctx: GuestCtx, keyValue: KeyValue): Promise<Admission> {
  const { operation } = door;
  const credential = await credentialOf(request.headers, door.via, operation, ctx);
  if (!credential) throw await wrongCredential(door, ctx, keyValue);
  const envelope = await readEnvelope(request, door);

  const pending = credential.verify();
  const isCountedByOwner = credential.id === null || operation.rate === 'money' || operation.rate === 'export';
  const early = isCountedByOwner ? await proven(pending, door, ctx, keyValue) : null;
  const who = early ? `user:${early.actor.userId}` : (credential.id ?? '');
  const [caller, limit, claimed] = await Promise.all([
    early ?? proven(pending, door, ctx, keyValue),
    operation.rate === 'none' ? null : count(keyValue, ctx.settings, limitOf(operation), who),
    envelope.key && !(envelope.key instanceof Refusal)
      ? claim(keyValue, who, envelope.key, envelope.fingerprint)
      : null,
  ]);

  if (limit) Object.assign(door.headers, limit.headers);
  const key = envelope.key instanceof Refusal ? null : envelope.key;
  const held = { who, key, fingerprint: envelope.fingerprint };
  const refusal =
    caller.scopeRefusal ??
    overLimit(limit) ??
    envelope.refusal ??
    (envelope.key instanceof Refusal ? envelope.key : null);
  if (refusal) {
    if (claimed === 'mine') await endClaim(keyValue, held, false);
    throw refusal;
  }
  const outcome = claimed === 'running' && key ? await waitForClaim(keyValue, who, key, envelope.fingerprint) : claimed;
  return {
    actor: caller.actor,
    bodyText: envelope.text,
    idempotency: {
      key,
      fingerprint: envelope.fingerprint,
      status: operation.success,
      isRunningElsewhere: outcome === 'running',
    },
    end: async (isBound) => {
      if (outcome === 'mine') await endClaim(keyValue, held, isBound);
    },
  };
}

interface Envelope {
  readonly text: string;
  readonly refusal: Refusal | null;
  readonly key: string | null | Refusal;
  readonly fingerprint: string;
}

/** Body, key and fingerprint, with what is wrong about them kept until its turn. */
async function readEnvelope(request: Request, { operation, params }: Door): Promise<Envelope> {
  if (!isMutation(operation)) return { text: '', refusal: null, key: null, fingerprint: '' };
  try {
    const text = await readJsonText(request);
    const key = keyOrRefusal(request.headers, operation);
    const body = text === '' ? {} : parseJson(text);
    return { text, refusal: null, key, fingerprint: key === null ? '' : await fingerprintOf(operation, params, body) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { text: '', refusal: error, key: null, fingerprint: '' };
  }
}

function keyOrRefusal(headers: Headers, operation: Operation): string | null | Refusal {
  try {
    return idempotencyKeyOf(headers, operation);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function proven(pending: Promise<Caller | null>, door: Door, ctx: GuestCtx, keyValue: KeyValue): Promise<Caller> {
  const caller = await pending;
  if (!caller) throw await wrongCredential(door, ctx, keyValue);
  return caller;
}

/** Wrong keys are counted by address, so that guessing has an end; a valid key is never refused for them. */
async function wrongCredential({ via, address, headers }: Door, ctx: GuestCtx, keyValue: KeyValue): Promise<Refusal> {
  const limit = await count(keyValue, ctx.settings, 'wrongKeys', address);
  Object.assign(headers, limit.headers);
  return overLimit(limit) ?? new Refusal(via === 'key' ? 'API_KEY_INVALID' : 'JWT_INVALID');
}

function overLimit(verdict: Verdict | null): Refusal | null {
  if (verdict === null || verdict.isAllowed) return null;
  return new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds: verdict.retryAfterSeconds });
}

const limitOf = (operation: Operation): LimitClass => (operation.rate === 'none' ? 'read' : operation.rate);

const endClaim = async (
  keyValue: KeyValue,
  held: { who: string; key: string | null; fingerprint: string },
  isBound: boolean,
) => {
  if (held.key !== null) await release(keyValue, held.who, held.key, held.fingerprint, isBound);
};
