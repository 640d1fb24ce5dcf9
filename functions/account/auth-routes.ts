import type { Context, Hono } from 'hono';
import { Refusal } from '../../schema/errors.ts';
import type { Served } from '../http/allowed-methods.ts';
import { malformed, parseJson, readJsonText } from '../http/body.ts';
import { count, type LimitClass } from '../http/rate-limit.ts';
import type { AppEnv } from '../http/request-context.ts';
import { answerAuth } from './answer-auth.ts';
import { authBasePath } from './auth-path.ts';

/** What is served of better-auth. Whatever hashes a password or sends a mail counts as a sign-in. */
const routes: readonly { method: 'GET' | 'POST'; path: string; limit: LimitClass }[] = [
  { method: 'POST', path: '/sign-up/email', limit: 'signIn' },
  { method: 'POST', path: '/sign-in/email', limit: 'signIn' },
  { method: 'POST', path: '/sign-out', limit: 'guest' },
  { method: 'GET', path: '/get-session', limit: 'guest' },
  { method: 'GET', path: '/token', limit: 'guest' },
  { method: 'GET', path: '/jwks', limit: 'guest' },
  { method: 'POST', path: '/request-password-reset', limit: 'signIn' },
  { method: 'GET', path: '/reset-password/{token}', limit: 'guest' },
  { method: 'POST', path: '/reset-password', limit: 'signIn' },
  { method: 'POST', path: '/change-password', limit: 'signIn' },
  { method: 'POST', path: '/send-verification-email', limit: 'signIn' },
  { method: 'GET', path: '/verify-email', limit: 'guest' },
];

/** The paths for the answers 404 and 405. */
export const authPaths: readonly Served[] = routes.map(({ method, path }) => ({
  path: authBasePath + path,
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
}));

export function mountAuth(app: Hono<AppEnv>): void {
  for (const { method, path, limit } of routes) {
    const pattern = authBasePath + path.replace(/\{(\w+)\}/, ':$1');
    app.on(method, [pattern], (c) => answer(c, method, limit));
  }
}

async function answer(c: Context<AppEnv>, method: 'GET' | 'POST', limit: LimitClass): Promise<Response> {
  const { guest, keyValue, address } = c.get('request');
  const { isAllowed, headers, retryAfterSeconds } = await count(keyValue, guest.settings, limit, address);
  Object.assign(c.get('answerHeaders'), headers);
  if (!isAllowed) throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
  const { url, headers: given } = c.req.raw;
  const init = { method, headers: passedOn(given) };
  return answerAuth(guest, new Request(url, method === 'GET' ? init : { ...init, body: await bodyOf(c.req.raw) }));
}

async function bodyOf(request: Request): Promise<string> {
  const text = await readJsonText(request);
  if (text === '') return '{}';
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed('is not an object');
  return text;
}

const passed = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'user-agent', 'cf-connecting-ip'];
// Node's fetch sends Sec-Fetch-Mode alone, which better-auth takes for a browser; every browser sends the site as well.
const fromBrowser = ['sec-fetch-mode', 'sec-fetch-dest'];

function passedOn(given: Headers): Headers {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  for (const name of given.has('sec-fetch-site') ? [...passed, ...fromBrowser] : passed) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
