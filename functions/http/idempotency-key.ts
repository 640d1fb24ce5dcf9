import canonicalize from 'canonicalize';
import { Refusal } from '../../schema/shared/errors.ts';
import { uuid } from '../../schema/shared/ids.ts';
import type { Operation } from '../../schema/shared/operation.ts';
import { sha256Hex } from '../platform/hash.ts';
import type { KeyValue } from '../platform/key-value.ts';
import { malformed } from './body.ts';

/** The Idempotency-Key of a request; a repeated header holds a comma and is no UUID. */
export function idempotencyKeyOf(headers: Headers, operation: Operation): string | null {
  if (operation.idempotency === 'none') return null;
  const header = headers.get('idempotency-key');
  if (header === null && operation.idempotency === 'optional') return null;
  const key = uuid().safeParse(header ?? '');
  if (!key.success) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED');
  return key.data;
}

/** What a key is bound to: the operation, its path parameters and its body (canonical JSON, RFC 8785). */
export async function fingerprintOf(operation: Operation, params: unknown, body: unknown): Promise<string> {
  return sha256Hex(`${operation.method} ${operation.path}\n${canonical(params)}\n${canonical(body)}`);
}

// RFC 8785 knows no infinity (1e999) and no lone surrogate; nor does any body of ours.
function canonical(value: unknown): string {
  try {
    return canonicalize(value) ?? '';
  } catch {
    throw malformed('holds a number or a text that JSON cannot carry');
  }
}

/**
 * A claim in Redis keeps two identical requests from both doing the work. It decides nothing: Postgres does. So
 * there is no answer in it, only whether the request it names has ended.
 */
export type Claim = 'mine' | 'ended' | 'running' | 'other';

const claimSeconds = 30;
const endedSeconds = 86_400;
const waitMs = 5_000;
const pollMs = 60;

/** Which request a claim is of: its owner, its key, and what it asks. */
export interface Held {
  readonly who: string;
  readonly key: string;
  readonly fingerprint: string;
}

const nameOf = ({ who, key }: Held) => `idempotency:${who}:${key}`;
const runningAs = ({ fingerprint }: Held) => `running:${fingerprint}`;
const endedAs = ({ fingerprint }: Held) => `ended:${fingerprint}`;

/** Claims the key unless somebody has. Without Redis everybody may go on. */
export async function claim(keyValue: KeyValue, wanted: Held): Promise<Claim> {
  const found = await keyValue.attempt((redis) =>
    redis.set(nameOf(wanted), runningAs(wanted), { nx: true, get: true, ex: claimSeconds }),
  );
  if (found === null) return 'mine';
  if (found === undefined || found === endedAs(wanted)) return 'ended';
  return found === runningAs(wanted) ? 'running' : 'other';
}

/** Waits for the identical request that holds the claim; takes the claim over when that one failed. */
export async function waitForClaim(keyValue: KeyValue, wanted: Held): Promise<Claim> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const outcome = await claim(keyValue, wanted);
    if (outcome !== 'running') return outcome;
  }
  return 'running';
}

/** Ends a claim of ours: a success is remembered, a failure leaves the key free. */
export async function release(keyValue: KeyValue, held: Held, isBound: boolean): Promise<void> {
  await keyValue.attempt(async (redis) => {
    if (isBound) await redis.set(nameOf(held), endedAs(held), { ex: endedSeconds });
    else await redis.del(nameOf(held));
  });
}
