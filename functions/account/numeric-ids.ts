/** better-auth writes ids as text; everywhere else in this API the id of a user is a number. Its cookies stay as they are. */
export async function withNumericIds(answer: Response): Promise<Response> {
  // A redirect has the type of JSON and no body.
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
