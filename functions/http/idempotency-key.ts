import canonicalize from 'canonicalize';
import { Refusal } from '../../schema/shared/errors.ts';
import { uuid } from '../../schema/shared/ids.ts';
import type { Operation } from '../../schema/shared/operation.ts';
import { sha256Hex } from '../platform/hash.ts';
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
