import { exchange } from './exchange.ts';

/** Sends a control request to the `controlUrl` of a stack; a refusal is thrown with its reason. */
export async function sendControl<Reply>(
  controlUrl: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Reply> {
  const { status, bytes } = await exchange(controlUrl + path, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`${path}: ${bytes.toString('utf8')}`);
  return reply<Reply>(JSON.parse(bytes.toString('utf8')));
}

/** Safe: scripts/local/control.ts returns for each request the type that its caller names. */
function reply<Reply>(body: unknown): Reply {
  return body as Reply;
}
