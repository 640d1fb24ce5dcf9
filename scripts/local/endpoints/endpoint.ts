import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Waves } from './waves.ts';

export interface Request {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status: number;
  body: string | Uint8Array;
  headers?: Record<string, string>;
}

/**
 * The behaviour of an endpoint; every mode except `up` is a simulated outage. With a text, `refuse-others` accepts only
 * requests that contain it, and the modes of the next reply wait for one that does.
 */
export const endpointModes = [
  'up',
  'refuse',
  'refuse-others',
  'fail',
  'hang',
  'drop-next-reply',
  'hold-next-reply',
] as const;
export type EndpointMode = (typeof endpointModes)[number];

export interface Endpoint {
  readonly url: string;
  /** The number of requests since the last reset. */
  readonly count: number;
  resetCount(): void;
  setMode(mode: EndpointMode, containing?: string): void;
  /** Makes it as new: up, without counts and stored state. No request may arrive meanwhile. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export interface EndpointOptions {
  handle(request: Request): Promise<Answer>;
  /** Whether `drop-next-reply` and `hold-next-reply` can apply to the reply; by default to any. */
  isDroppable?(request: Request): boolean;
  whenStopped?(): Promise<void>;
  /** Forgets what the endpoint has stored. */
  whenReset?(): Promise<void>;
  /** Counts the round trips to several endpoints. */
  waves?: Waves | undefined;
}

/** An HTTP server on a free loopback port with simulated outages and a count of requests. */
export async function startEndpoint({
  handle,
  isDroppable = () => true,
  whenStopped,
  whenReset,
  waves,
}: EndpointOptions): Promise<Endpoint> {
  let mode: EndpointMode = 'up';
  let awaited = '';
  let count = 0;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    count += 1;
    await waves?.arrive();
    if (mode === 'hang') return;
    if (mode === 'fail') return send(response, json(500, { message: 'internal error' }));
    if (mode === 'refuse-others' && !body.includes(awaited)) return void response.destroy();
    const { method = 'GET', url = '/', headers } = incoming;
    const request = { method, path: url, headers, body };
    const isTaken = mode.endsWith('-next-reply') && body.includes(awaited) && isDroppable(request);
    const isHeld = isTaken && mode === 'hold-next-reply';
    if (isTaken) mode = 'up';
    const answer = await handle(request).catch(failure);
    if (isHeld) return;
    if (isTaken) response.destroy();
    else send(response, answer);
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    if (mode === 'refuse') socket.destroy();
  });
  // Connections have no idle timeout: one closed under a request would look like an outage.
  Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  function setMode(wanted: EndpointMode, containing = ''): void {
    const wasHanging = mode === 'hang';
    mode = wanted;
    awaited = containing;
    if (wasHanging || wanted === 'refuse') server.closeAllConnections();
  }

  return {
    url: `http://127.0.0.1:${port}`,
    get count() {
      return count;
    },
    resetCount() {
      count = 0;
    },
    setMode,
    async reset() {
      setMode('up');
      count = 0;
      await whenReset?.();
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await whenStopped?.();
    },
  };
}

export function json(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value) };
}

// Uses events instead of `for await`, because this is on the hot path of the benchmarks.
function readBody(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    incoming.on('error', reject);
  });
}

function failure(error: unknown): Answer {
  return json(500, { message: error instanceof Error ? error.message : String(error) });
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
  response.end(bytes);
}
