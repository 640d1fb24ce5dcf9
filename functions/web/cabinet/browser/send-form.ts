interface Options {
  /** Tells forms of one name apart. */
  readonly of?: string;
  /** The Idempotency-Key of a form that may be sent again. */
  readonly key?: string;
}

/** Sends a form of this page, and returns the JSON of its operation. Throws the message of a refusal. */
export async function send<Answer>(
  form: string,
  fields: Readonly<Record<string, string>>,
  { of, key = crypto.randomUUID() }: Options = {},
): Promise<Answer> {
  const body = new URLSearchParams({ ...fields, form, ...(of !== undefined && { of }), idempotencyKey: key });
  const answer = await fetch(location.pathname, { method: 'POST', body, headers: { accept: 'application/json' } });
  const json = await answer.json();
  if (answer.ok) return json;
  throw new Error(json.issues?.[0]?.message ?? json.message ?? 'The request has failed.');
}
