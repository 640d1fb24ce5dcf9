import { Agent, type IncomingMessage, request } from 'node:http';

export interface Exchanged {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Aborting it closes the connection. */
  readonly signal?: AbortSignal | undefined;
}

// workerd closes connections after five idle seconds, so the agent drops them earlier.
const idleMs = 2_000;
const agent = new Agent({ keepAlive: true, timeout: idleMs });
let usedAt = 0;

/** Each is called with every answer: for tests that search all of them. */
export const answerListeners = new Set<(url: string, answer: Exchanged) => void>();

/** Sends an HTTP request, and returns the complete answer, also of a redirect. fetch would take three times the CPU time. */
export async function exchange(
  url: string,
  { method = 'GET', headers = {}, body, signal }: Sending = {},
): Promise<Exchanged> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  dropIdleConnections();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(
      url,
      { agent, method, ...(signal && { signal }), headers: { accept: '*/*', ...length, ...headers } },
      resolve,
    )
      .on('error', reject)
      .end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const exchanged = { status: answer.statusCode ?? 0, headers: headersOf(answer), bytes: Buffer.concat(chunks) };
  for (const listen of answerListeners) listen(url, exchanged);
  return exchanged;
}

/** The agent's timer cannot run while the process computes for seconds. */
function dropIdleConnections(): void {
  const now = performance.now();
  if (now - usedAt > idleMs)
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
  usedAt = now;
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
