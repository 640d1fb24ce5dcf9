import { connect } from 'node:net';
import type { Reply } from '../client.ts';

export interface RawRequest {
  readonly method: string;
  /** The target of the request line. */
  readonly target: string;
  /** The headers as they are sent, including repeated ones. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  /** False: the announced body is longer than the sent one, and the answer is awaited anyway. */
  readonly isWhole?: boolean;
}

/** Sends one request over its own socket. fetch would correct or merge its parts. */
export function sendRaw(baseUrl: string, request: RawRequest): Promise<Reply> {
  const { hostname, port, host } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    socket.setTimeout(15_000, () => socket.destroy(new Error(`no answer to ${request.method} ${request.target}`)));
    socket.on('error', (error) => (received.length > 0 ? undefined : reject(error)));
    socket.on('data', (chunk) => {
      received.push(chunk);
      const reply = replyIn(Buffer.concat(received), request.method);
      if (!reply) return;
      resolve(reply);
      socket.destroy();
    });
    socket.on('close', () => reject(new Error(`no whole answer to ${request.method} ${request.target}`)));
    for (const part of wireOf(request, host)) socket.write(part);
  });
}

function wireOf({ method, target, headers = [], body, isWhole = true }: RawRequest, host: string): Uint8Array[] {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const length: [string, string][] = bytes && isWhole ? [['Content-Length', String(bytes.length)]] : [];
  const lines = [['Host', host], ['Connection', 'close'], ...headers, ...length].map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = Buffer.from(`${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
  return bytes ? [head, bytes] : [head];
}

/** The answer, once it is complete. */
function replyIn(received: Buffer, method: string): Reply | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  const status = Number(statusLine.split(' ')[1]);
  const payload = received.subarray(end + 4);
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  const text = isEmpty
    ? ''
    : headers.get('transfer-encoding') === 'chunked'
      ? dechunked(payload)
      : sized(payload, headers);
  return text === undefined ? undefined : { status, headers, text, body: parsed(text) };
}

function sized(payload: Buffer, headers: Headers): string | undefined {
  const length = Number(headers.get('content-length') ?? 0);
  return payload.length < length ? undefined : payload.toString('utf8', 0, length);
}

function dechunked(payload: Buffer): string | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = payload.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(payload.toString('latin1', at, lineEnd), 16);
    if (length === 0) return Buffer.concat(chunks).toString('utf8');
    if (payload.length < lineEnd + 2 + length + 2) return undefined;
    chunks.push(payload.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
