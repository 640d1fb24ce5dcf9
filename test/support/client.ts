import { randomUUID } from 'node:crypto';

/** An answer, read whole. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // What a test looks into is what the test itself asserts.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the assertion
  readonly body: any;
}

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The Idempotency-Key; a fresh one where none is given, none where null. */
  readonly key?: string | null;
}

/** Calls the service as one caller. Every mutation carries a fresh Idempotency-Key unless told otherwise. */
export function clientOf(baseUrl: string, credential: string | null, prefix = '/api/v1/public') {
  async function send(
    method: string,
    path: string,
    { body, headers = {}, key = randomUUID() }: Sent = {},
  ): Promise<Reply> {
    const response = await fetch(`${baseUrl}${prefix}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(credential !== null && { authorization: `Bearer ${credential}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && key !== null && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
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
