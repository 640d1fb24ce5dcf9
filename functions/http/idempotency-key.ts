import canonicalize from 'canonicalize';
import { Refusal } from '../../schema/shared/errors.ts';
import { uuid } from '../../schema/shared/ids.ts';
import type { Operation } from '../../schema/shared/operation.ts';
import { sha256Hex } from '../platform/hash.ts';
import type { KeyValue } from '../platform/key-value.ts';
import { malformed } from './body.ts';

/** The Idempotency-Key of a request. A repeated header contains a comma, so it is not a UUID. */
export function idempotencyKeyOf(headers: Headers, operation: Operation): string | null {
  if (operation.idempotency === 'none') return null;
  const header = headers.get('idempotency-key');
  if (header === null && operation.idempotency === 'optional') return null;
  const key = uuid().safeParse(header ?? '');
  if (!key.success) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED');
  return key.data;
}

/** The request that a key is bound to: operation, path parameters and body (canonical JSON, RFC 8785). */
export async function fingerprintOf(operation: Operation, params: unknown, body: unknown): Promise<string> {
  return sha256Hex(`${operation.method} ${operation.path}\n${canonical(params)}\n${canonical(body)}`);
}

// RFC 8785 does not define infinity (1e999) and lone surrogates; no valid body contains them.
function canonical(value: unknown): string {
  try {
    return canonicalize(value) ?? '';
  } catch {
    throw malformed('holds a number or a text that JSON cannot carry');
  }
}

/**
 * A claim in Redis keeps identical requests from doing the work twice. It is only an optimisation: Postgres decides. So it stores no
 * answer, only whether the request has ended.
 */
export type Claim = 'mine' | 'ended' | 'running' | 'other';

const claimSeconds = 30;
const endedSeconds = 86_400;
const waitMs = 5_000;
const pollMs = 60;

/** The request of a claim: its owner, its key and its fingerprint. */
export interface Held {
  readonly who: string;
  readonly key: string;
  readonly fingerprint: string;
}

const nameOf = ({ who, key }: Held) => `idempotency:${who}:${key}`;
const runningAs = ({ fingerprint }: Held) => `running:${fingerprint}`;
const endedAs = ({ fingerprint }: Held) => `ended:${fingerprint}`;

/** Claims the key if it is free. Without Redis every request proceeds. */
export async function claim(keyValue: KeyValue, request: Held): Promise<Claim> {
  const found = await keyValue.attempt((redis) =>
    redis.set(nameOf(request), runningAs(request), { nx: true, get: true, ex: claimSeconds }),
  );
  if (found === null) return 'mine';
  if (found === undefined || found === endedAs(request)) return 'ended';
  return found === runningAs(request) ? 'running' : 'other';
}

/** Waits for the identical request that holds the claim. Takes the claim over if that request failed. */
export async function waitForClaim(keyValue: KeyValue, request: Held): Promise<Claim> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const outcome = await claim(keyValue, request);
    if (outcome !== 'running') return outcome;
  }
  return 'running';
}

/** Ends our claim: a success is recorded, a failure frees the key. */
export async function release(keyValue: KeyValue, held: Held, isBound: boolean): Promise<void> {
  await keyValue.attempt(async (redis) => {
    if (isBound) await redis.set(nameOf(held), endedAs(held), { ex: endedSeconds });
    else await redis.del(nameOf(held));
  });
}
