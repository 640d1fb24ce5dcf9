import { randomBytes } from 'node:crypto';
import type { Role, Scope } from '../../../schema/shared/enums.ts';
import { exchange } from '../../../scripts/local/exchange.ts';
import { createDemoUser, type DemoUser } from '../../../scripts/seed/users.ts';
import { type Client, clientOf, type Reply } from '../client.ts';
import { enroll, newKey, newToken, takeRoles } from '../stack/enrolled.ts';

export interface Person extends DemoUser {
  /** Calls with the token. */
  readonly api: Client;
  /** Calls with the key. */
  readonly keyed: Client;
}

export const anAddress = () => `person-${randomBytes(6).toString('hex')}@castline.example`;

export interface PersonOptions {
  readonly roles?: readonly Exclude<Role, 'STAFF'>[];
  readonly scopes?: readonly Scope[];
  /** True: the person has signed in through HTTP, `cookie` is its session, and the service has made the key. */
  readonly hasSession?: boolean;
}

/** A user with a token who has chosen roles. */
export async function aPerson(
  baseUrl: string,
  { roles = [], scopes = ['read', 'write'], hasSession = false }: PersonOptions = {},
): Promise<Person> {
  const [displayName, email, password] = ['A person', anAddress(), 'correct horse battery'];
  const userId = await enroll(baseUrl, { name: displayName, email, password });
  const token = userId === null || hasSession ? null : await newToken(baseUrl, userId);
  const user =
    userId === null || token === null
      ? await createDemoUser({ baseUrl, displayName, email, password, isSignedUp: userId !== null, roles, scopes })
      : {
          userId,
          email,
          password,
          token,
          cookie: '',
          apiKey: await equipped(baseUrl, { userId, roles, scopes }),
        };
  return { ...user, api: clientOf(baseUrl, user.token, '/api/v1'), keyed: clientOf(baseUrl, user.apiKey) };
}

interface Equipment extends Required<Pick<PersonOptions, 'roles' | 'scopes'>> {
  readonly userId: number;
}

/** Takes the roles, and returns a key with the scopes, or an empty text without scopes. */
async function equipped(baseUrl: string, { userId, roles, scopes }: Equipment): Promise<string> {
  if (roles.length > 0) await takeRoles(baseUrl, userId, roles);
  return scopes.length === 0 ? '' : newKey(baseUrl, userId, scopes);
}

/** The person with a token of now: moving the clock ends the former one. */
export async function signedInAgain(baseUrl: string, person: Person): Promise<Person> {
  const token = await newToken(baseUrl, person.userId);
  if (token === null) throw new Error(`no stack of this process has the address ${baseUrl}`);
  return { ...person, token, api: clientOf(baseUrl, token, '/api/v1') };
}

/** Calls a route of better-auth as a program does. */
export async function callAuth(
  baseUrl: string,
  path: string,
  { body, ...init }: { body?: unknown; method?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { status, headers, bytes } = await exchange(`${baseUrl}/api/auth${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...init,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...init.headers },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = bytes.toString('utf8');
  return { status, headers, text, body: text === '' ? undefined : JSON.parse(text) };
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
