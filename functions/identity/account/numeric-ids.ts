/** Turns the user ids of better-auth's answers, which are text, into numbers as in the rest of the API. Cookies stay unchanged. */
export async function withNumericIds(answer: Response): Promise<Response> {
  // better-auth declares JSON for redirects, which have no body.
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const body: unknown = await answer.json();
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return Response.json(numbered(body), { status: answer.status, headers });
}

const idFields: ReadonlySet<string> = new Set(['id', 'userId']);

function numbered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      idFields.has(name) && typeof inner === 'string' && /^[1-9]\d{0,15}$/.test(inner)
        ? Number(inner)
        : numbered(inner),
    ]),
  );
}
