import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

export interface Call {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The time of arrival. */
  readonly at: Date;
}

/**
 * How a receiver treats a call: it answers with a status, hangs, answers when released, closes the connection, or never
 * ends its answer.
 */
export type Manner = number | 'hang' | 'hold' | 'close' | 'endless' | Answer;
export type Answer = { readonly status: number; readonly redirectTo?: string; readonly retryAfter?: string };

/** A webhook receiver on loopback, which records every call with the time of its own clock. Each call waits for `arrive`. */
export async function startReceiver(now = () => new Date(), arrive: () => Promise<unknown> = async () => undefined) {
  const calls: Call[] = [];
  const manners = new Map<string, Manner>();
  const unfinished = new Set<ServerResponse>();
  const held = new Map<string, ServerResponse>();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    await arrive();
    const { url: path = '/', method = '', headers } = request;
    calls.push({
      path,
      method,
      body,
      at: now(),
      headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, String(v)])),
    });
    const manner = manners.get(path) ?? 204;
    unfinished.add(response);
    response.on('close', () => unfinished.delete(response));
    if (manner === 'hang') return;
    if (manner === 'hold') held.set(path, response);
    else if (manner === 'close') request.socket.destroy();
    else if (manner === 'endless') flood(response);
    else if (typeof manner === 'number')
      response.writeHead(manner, { 'content-type': 'text/plain' }).end(answerText(manner));
    else response.writeHead(manner.status, headersOf(manner)).end();
  }

  /** Sends small chunks without an end. */
  function flood(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const timer = setInterval(() => response.write('x'.repeat(1_024)), 20);
    response.on('close', () => clearInterval(timer));
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    origin,
    calls,
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    behave: (path: string, manner: Manner) => manners.set(path, manner),
    /** Answers the held call. */
    letGo: (path: string, status: number) => held.get(path)?.writeHead(status).end(),
    /** The number of answers in progress. */
    unfinished: () => unfinished.size,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A text that no list, log or email may contain. */
export const receiverSecret = 'what-the-receiver-answers';
const answerText = (status: number) => (status === 204 ? undefined : receiverSecret);

/** The payload of a call whose signature is valid by the Standard Webhooks library; throws otherwise. */
export function verified(call: Call, secret: string): Record<string, unknown> {
  vi.useFakeTimers({ toFake: ['Date'], now: call.at });
  try {
    return Object(new Webhook(secret).verify(call.body, { ...call.headers }));
  } finally {
    vi.useRealTimers();
  }
}

const headersOf = ({ redirectTo, retryAfter }: Answer) => ({
  ...(redirectTo !== undefined && { location: redirectTo }),
  ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
});
