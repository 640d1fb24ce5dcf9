import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Stoppable } from '../local/process/running.ts';

/** A request of an edge function to Postgres or Redis. */
export interface RecordedCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The calls that a checkout waits for. */
export interface RecordedCheckout {
  /** With the proof of the caller. */
  readonly facts: RecordedCall;
  /** Beside the facts. */
  readonly redis: RecordedCall;
  readonly commit: RecordedCall;
}

export interface Recorder extends Stoppable {
  readonly url: string;
  readonly calls: RecordedCall[];
}

/** Passes calls on to a service and records them. It refuses the calls whose body matches. */
export async function startRecorder(service: string, refused: RegExp | null = null): Promise<Recorder> {
  const calls: RecordedCall[] = [];
  const server = createServer(async (request, response) => {
    const call = { url: service + request.url, headers: passedOn(request.headers), body: await text(request) };
    calls.push(call);
    const isRefused = refused?.test(call.body) ?? false;
    const answer = isRefused ? refusal() : await fetch(call.url, { ...call, method: 'POST' });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    calls,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** An error of Postgres that no edge function expects: it changes nothing and is not sent again. */
const refusal = () => Response.json({ message: 'recorded', code: 'XX000', severity: 'ERROR' }, { status: 400 });

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** Without the headers of the connection. */
const passedOn = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^(neon-|upstash-|authorization$|content-type$)/.test(name) ? [[name, String(value)]] : [],
    ),
  );
