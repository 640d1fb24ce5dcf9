import type { Role, Scope } from '../../schema/enums.ts';

export interface DemoUserOptions {
  readonly baseUrl: string;
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
  readonly roles?: readonly Exclude<Role, 'STAFF'>[];
  /** Of the API key; none is made where there are none. */
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
  /** Empty where no scopes were asked for. */
  readonly apiKey: string;
}

/**
 * A user who signed up through the public door, with the roles it chose and an API key. Who has signed up before with
 * the same password is signed in instead.
 */
export async function createDemoUser(options: DemoUserOptions): Promise<DemoUser> {
  const { baseUrl, displayName, email, password, roles = [], scopes = [] } = options;
  const cookie = await session(baseUrl, { name: displayName, email, password });
  const token = await getToken(baseUrl, cookie);
  const me = await call(`${baseUrl}/api/v1/me`, { method: 'PATCH', token, body: { roles, displayName } });
  const key =
    scopes.length === 0
      ? null
      : await call(`${baseUrl}/api/v1/api-keys`, { method: 'POST', token, body: { name: 'Demo', scopes } });
  return { userId: me.data.owner.id, email, password, token, cookie, apiKey: key?.data.key ?? '' };
}

/** The JWT of a session. */
export async function getToken(baseUrl: string, cookie: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/auth/token`, { headers: { cookie } });
  return (await read(response)).token;
}

interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

async function session(baseUrl: string, person: Person): Promise<string> {
  const signedUp = await post(`${baseUrl}/api/auth/sign-up/email`, person);
  const response = signedUp.status === 422 ? await post(`${baseUrl}/api/auth/sign-in/email`, person) : signedUp;
  await read(response);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function call(url: string, { method, token, body }: { method: string; token: string; body: unknown }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return read(await fetch(url, { method, headers, body: JSON.stringify(body) }));
}

interface Answers {
  token: string;
  data: { owner: { id: number }; key: string };
}

/** Safe: each caller takes from the answer what its operation declares. */
async function read(response: Response): Promise<Answers> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
