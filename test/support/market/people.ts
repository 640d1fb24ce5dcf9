import { randomBytes } from 'node:crypto';
import type { Role, Scope } from '../../../schema/shared/enums.ts';
import { createDemoUser, type DemoUser } from '../../../scripts/seed/users.ts';
import { type Client, clientOf, type Reply } from '../client.ts';
import { enroll } from '../stack/enrolled.ts';

export interface Person extends DemoUser {
  /** Calls with the token. */
  readonly api: Client;
  /** Calls with the key. */
  readonly keyed: Client;
}

export const anAddress = () => `person-${randomBytes(6).toString('hex')}@castline.example`;

/** A user who has signed in and chosen roles. */
export async function aPerson(
  baseUrl: string,
  {
    roles = [],
    scopes = ['read', 'write'],
  }: { roles?: readonly Exclude<Role, 'STAFF'>[]; scopes?: readonly Scope[] } = {},
): Promise<Person> {
  const [displayName, email, password] = ['A person', anAddress(), 'correct horse battery'];
  const isSignedUp = await enroll(baseUrl, { name: displayName, email, password });
  const user = await createDemoUser({
    ...{ baseUrl, displayName, email, password, isSignedUp },
    roles,
    scopes,
  });
  return { ...user, api: clientOf(baseUrl, user.token, '/api/v1'), keyed: clientOf(baseUrl, user.apiKey) };
}

/** The person with a token of now: moving the clock ends the former one. */
export async function signedInAgain(baseUrl: string, person: Person): Promise<Person> {
  const { email, password } = person;
  const { headers } = await callAuth(baseUrl, '/sign-in/email', { body: { email, password } });
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const { body } = await callAuth(baseUrl, '/token', { headers: { cookie } });
  return { ...person, token: body.token, api: clientOf(baseUrl, body.token, '/api/v1') };
}

/** Calls a route of better-auth as a program does. */
export async function callAuth(
  baseUrl: string,
  path: string,
  { body, ...init }: { body?: unknown; method?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const response = await fetch(`${baseUrl}/api/auth${path}`, {
    redirect: 'manual',
    method: body === undefined ? 'GET' : 'POST',
    ...init,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...init.headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) };
}

/**
 * Repeats a request until it has the status, and returns the elapsed time. The limit grows with the duration of the
 * answers, for busy machines.
 */
export async function untilStatus(request: () => Promise<Reply>, status: number, maxMs: number): Promise<number> {
  const startedAt = Date.now();
  let slowestMs = 0;
  for (;;) {
    const askedAt = Date.now();
    const reply = await request();
    const tookMs = Date.now() - startedAt;
    if (reply.status === status) return tookMs;
    slowestMs = Math.max(slowestMs, Date.now() - askedAt);
    if (askedAt - startedAt > maxMs + 4 * slowestMs)
      throw new Error(`after ${tookMs} ms still ${reply.status}: ${reply.text}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
