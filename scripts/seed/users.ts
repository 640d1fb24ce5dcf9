import type { Role, Scope } from '../../schema/shared/enums.ts';

export interface DemoUserOptions {
  readonly baseUrl: string;
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
  readonly roles?: readonly Exclude<Role, 'STAFF'>[];
  /** The client address that the edge would report: users sign up from different addresses. */
  readonly address?: string;
  /** Whether the user is known to exist: then the sign-up is skipped. */
  readonly isSignedUp?: boolean;
  /** The scopes of the API key; without them no key is created. */
  readonly scopes?: readonly Scope[];
}

export interface DemoUser {
  readonly userId: number;
  readonly email: string;
  readonly password: string;
  /** The JWT of 15 minutes. */
  readonly token: string;
  /** The session's cookie, as a Cookie header. */
  readonly cookie: string;
  /** Empty when no scopes were requested. */
  readonly apiKey: string;
}

/**
 * A user who signed up through the public API, with roles and an API key. A user who already exists with the same
 * password is signed in instead.
 */
export async function createDemoUser(options: DemoUserOptions): Promise<DemoUser> {
  const { baseUrl, displayName, email, password, address, isSignedUp = false, roles = [], scopes = [] } = options;
  const from: Record<string, string> = address === undefined ? {} : { 'cf-connecting-ip': address };
  const cookie = await session(baseUrl, { name: displayName, email, password }, from, isSignedUp);
  const token = await getToken(baseUrl, cookie, from);
  const me = await call(`${baseUrl}/api/v1/me`, { method: 'PATCH', token, body: { roles, displayName } });
  const apiKey = scopes.length === 0 ? '' : await createKey(baseUrl, token, scopes);
  return { userId: me.data.owner.id, email, password, token, cookie, apiKey };
}

/** The user with a new token. It signs in again only when its session has expired, because a password hash takes long. */
export async function withFreshToken(user: DemoUser, options: DemoUserOptions): Promise<DemoUser> {
  const response = await fetch(`${options.baseUrl}/api/auth/token`, { headers: { cookie: user.cookie } });
  if (response.status === 401) return createDemoUser({ ...options, isSignedUp: true });
  return { ...user, token: (await read(response)).token };
}

/** An API key for the user of the token. */
export async function createKey(baseUrl: string, token: string, scopes: readonly Scope[]): Promise<string> {
  const body = { name: 'Demo', scopes };
  return (await call(`${baseUrl}/api/v1/api-keys`, { method: 'POST', token, body })).data.key;
}

/** The JWT of a session. */
async function getToken(baseUrl: string, cookie: string, from: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${baseUrl}/api/auth/token`, { headers: { cookie, ...from } });
  return (await read(response)).token;
}

interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

async function session(
  baseUrl: string,
  person: Person,
  from: Record<string, string>,
  isSignedUp: boolean,
): Promise<string> {
  const signedUp = isSignedUp ? null : await post(`${baseUrl}/api/auth/sign-up/email`, person, from);
  const response =
    signedUp === null || signedUp.status === 422
      ? await post(`${baseUrl}/api/auth/sign-in/email`, person, from)
      : signedUp;
  await read(response);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

const post = (url: string, body: unknown, from: Record<string, string>) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...from }, body: JSON.stringify(body) });

async function call(url: string, { method, token, body }: { method: string; token: string; body: unknown }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return read(await fetch(url, { method, headers, body: JSON.stringify(body) }));
}

interface Answers {
  token: string;
  data: { owner: { id: number }; key: string };
}

/** Safe: each caller reads only the fields that its operation declares. */
async function read(response: Response): Promise<Answers> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
