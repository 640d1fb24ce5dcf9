/** Sends an order to the `controlUrl` of a stack; one that is refused is an error that says why. */
export async function order<Reply>(
  controlUrl: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Reply> {
  const answer = await fetch(controlUrl + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return reply<Reply>(await answer.json());
}

/** Safe: scripts/local/control.ts answers each order with what its caller names. */
function reply<Reply>(body: unknown): Reply {
  return body as Reply;
}
