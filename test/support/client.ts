import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';

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
    const response = await answerTo(`${baseUrl}${prefix}${path}`, { method, ...(signal && { signal }) }, bytes, own);
    const text = await textOf(response);
    return { status: response.statusCode ?? 0, headers: headersOf(response), text, body: parsed(text) };
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

// workerd closes connections after five idle seconds, so the agent drops them earlier.
const idleMs = 2_000;
const agent = new Agent({ keepAlive: true, timeout: idleMs });
let usedAt = 0;

/** The agent's timer cannot run while a test computes for seconds. */
function dropIdleConnections(): void {
  const now = performance.now();
  if (now - usedAt > idleMs)
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
  usedAt = now;
}

/** fetch would take three times the CPU time. */
function answerTo(
  url: string,
  how: Pick<RequestOptions, 'method' | 'signal'>,
  body: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  dropIdleConnections();
  return new Promise((resolve, reject) => {
    request(url, { agent, ...how, headers: { accept: '*/*', ...length, ...headers } }, resolve)
      .on('error', reject)
      .end(body);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
