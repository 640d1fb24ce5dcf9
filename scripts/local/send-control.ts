/** Sends a control request to the `controlUrl` of a stack; a refusal is thrown with its reason. */
export async function sendControl<Reply>(
  controlUrl: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Reply> {
  const answer = await fetch(controlUrl + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return reply<Reply>(await answer.json());
}

/** Safe: scripts/local/control.ts returns for each request the type that its caller names. */
function reply<Reply>(body: unknown): Reply {
  return body as Reply;
}
