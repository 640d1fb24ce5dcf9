import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request whose body has begun: the service has its headers and waits for the rest. */
export interface SlowRequest {
  /** Sends the rest, and returns the answer. */
  finish(): Promise<{ readonly status: number; readonly text: string }>;
  /** Closes the connection. */
  leave(): void;
}

/** Sends the headers and the first byte of a body. */
export async function beginRequest(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<SlowRequest> {
  const bytes = JSON.stringify(body);
  const sent = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes), ...headers },
  });
  const answered = once(sent, 'response');
  answered.catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    sent.once('error', reject).write(bytes.slice(0, 1), () => resolve());
  });
  return {
    async finish() {
      sent.end(bytes.slice(1));
      const [response] = await answered;
      return { status: response.statusCode, text: await text(response) };
    },
    leave: () => void sent.destroy(),
  };
}
