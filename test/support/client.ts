import { randomUUID } from 'node:crypto';
import { exchange } from '../../scripts/local/exchange.ts';

/** A complete response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The test itself asserts the shape that it reads.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the assertion
  readonly body: any;
}

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The Idempotency-Key: a new one by default, none when null. */
  readonly key?: string | null;
  /** Aborting it closes the caller's connection. */
  readonly signal?: AbortSignal;
}

/** Calls the service as one caller. Every mutation has a new Idempotency-Key by default. */
export function clientOf(baseUrl: string, credential: string | null, prefix = '/api/v1/public') {
  async function send(
    method: string,
    path: string,
    { body, headers = {}, key = randomUUID(), signal }: Sent = {},
  ): Promise<Reply> {
    const bytes = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const own = {
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
      ...(bytes !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && key !== null && { 'idempotency-key': key }),
      ...headers,
    };
    const answer = await exchange(`${baseUrl}${prefix}${path}`, { method, headers: own, body: bytes, signal });
    const text = answer.bytes.toString('utf8');
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  }
  return {
    send,
    get: (path: string, sent?: Sent) => send('GET', path, sent),
    post: (path: string, body?: unknown, sent: Sent = {}) => send('POST', path, { ...sent, body }),
    patch: (path: string, body?: unknown, sent: Sent = {}) => send('PATCH', path, { ...sent, body }),
    put: (path: string, body?: unknown, sent: Sent = {}) => send('PUT', path, { ...sent, body }),
    delete: (path: string, sent?: Sent) => send('DELETE', path, sent),
  };
}

export type Client = ReturnType<typeof clientOf>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
