import { expect } from 'vitest';
import type { Reply } from '../client.ts';
import type { Person } from '../market/people.ts';

/** A connection that has begun: its page, and the cookie of the browser. */
export interface Begun {
  readonly authorizeUrl: string;
  readonly cookie: string;
}

/** The way back from the platform, as a browser brings it. */
export interface Returned {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  readonly headers: Headers;
}

export async function begin(person: Person, body: object = { platform: 'YOUTUBE' }): Promise<Begun> {
  const reply = await person.api.post('/social-accounts/connections', body);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return begunBy(reply);
}

export const begunBy = (reply: Reply): Begun => ({
  authorizeUrl: reply.body.data.authorizeUrl,
  cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
});

/** What the person does at the sign-in page, and where the platform sends the browser. */
export async function decide(
  authorizeUrl: string,
  { handle, decision = 'allow', scopes }: { handle: string; decision?: 'allow' | 'deny'; scopes?: readonly string[] },
): Promise<string> {
  const requested = (new URL(authorizeUrl).searchParams.get('scope') ?? '').split(/[ ,]/).filter(Boolean);
  const form = new URLSearchParams({ handle, decision });
  for (const scope of scopes ?? requested) form.append('scope', scope);
  const answer = await fetch(authorizeUrl, { method: 'POST', body: form, redirect: 'manual' });
  await answer.body?.cancel();
  return answer.headers.get('location') ?? `no redirect: ${answer.status}`;
}

/** Follows the platform's redirect to the service, with this cookie. */
export async function comeBack(callbackUrl: string, cookie: string | null): Promise<Returned> {
  const answer = await fetch(callbackUrl, { redirect: 'manual', ...(cookie !== null && { headers: { cookie } }) });
  const { status, headers } = answer;
  return { status, location: headers.get('location'), text: await answer.text(), headers };
}

/** The whole way of a person who allows everything. */
export async function connect(
  person: Person,
  handle: string,
  body: object = { platform: 'YOUTUBE' },
): Promise<Returned> {
  const { authorizeUrl, cookie } = await begin(person, body);
  return comeBack(await decide(authorizeUrl, { handle }), cookie);
}
