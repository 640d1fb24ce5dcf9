import { type Context, Hono } from 'hono';
import { missing, Refusal } from '../../../schema/shared/errors.ts';
import type { AuthCtx } from '../../context.ts';
import { malformed, parseJson, readJsonText } from '../../http/body.ts';
import { type Counting, count, type LimitClass } from '../../http/rate-limit.ts';
import type { AuthEnv } from '../../http/request-context.ts';
import { answerAuth } from './answer-auth.ts';
import { type AccountCounting, accountCounting } from './auth-limits.ts';
import { authBasePath } from './auth-path.ts';
import { HashPlaces } from './hash-places.ts';
import { deviceCookie } from './known-device.ts';
import { foreignTarget, hasOwnTargets, withOwnTarget } from './own-targets.ts';
import { ofSession } from './session-path.ts';

interface AuthRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly limit: LimitClass;
  /** The route hashes a password. */
  readonly isCostly?: boolean;
}

/** The served routes of better-auth. Routes that hash a password or send email count as sign-ins. */
const routes: readonly AuthRoute[] = [
  { method: 'POST', path: '/sign-up/email', limit: 'signIn', isCostly: true },
  { method: 'POST', path: '/sign-in/email', limit: 'signIn', isCostly: true },
  { method: 'POST', path: '/sign-out', limit: 'guest' },
  { method: 'GET', path: '/get-session', limit: 'guest' },
  { method: 'GET', path: '/token', limit: 'guest' },
  { method: 'GET', path: '/jwks', limit: 'guest' },
  { method: 'POST', path: '/request-password-reset', limit: 'signIn' },
  { method: 'GET', path: '/reset-password/{token}', limit: 'guest' },
  { method: 'POST', path: '/reset-password', limit: 'signIn', isCostly: true },
  { method: 'POST', path: '/change-password', limit: 'signIn', isCostly: true },
  { method: 'POST', path: '/change-email', limit: 'signIn', isCostly: true },
  { method: 'POST', path: '/send-verification-email', limit: 'signIn' },
  { method: 'GET', path: '/verify-email', limit: 'guest' },
];

/** better-auth's routes as a Hono app, behind our limits and in our envelopes. */
export const authRoutes = new Hono<AuthEnv>();
for (const route of routes) {
  const pattern = authBasePath + route.path.replace(/\{(\w+)\}/, ':$1');
  authRoutes.on(route.method, [pattern], (c) => answer(c, route));
}

const hashPlaces = new HashPlaces(8);

async function answer(c: Context<AuthEnv>, route: AuthRoute): Promise<Response> {
  const { guest, address } = c.get('request');
  await refuseOver(c, [route.limit, address]);
  const { url, headers } = c.req.raw;
  if (route.method === 'GET') {
    const asked = withOwnTarget(new URL(url), guest.settings.BASE_URL);
    return asked === null ? foreignTarget() : answerAuth(guest, new Request(asked, { headers: passedOn(headers) }));
  }
  return answerPost(c, route, url, await readBody(c.req.raw));
}

/** Calls a route for a form of a page, with the limits of the route. */
export async function callAuth(c: Context<AuthEnv>, path: string, body: object): Promise<Response> {
  const { guest, address } = c.get('request');
  const route = routes.find((one) => one.method === 'POST' && one.path === path) ?? missing(`the route ${path}`);
  await refuseOver(c, [route.limit, address]);
  return answerPost(c, route, guest.settings.BASE_URL + authBasePath + path, { text: JSON.stringify(body), body });
}

async function answerPost(
  c: Context<AuthEnv>,
  { method, path, isCostly = false }: AuthRoute,
  url: string,
  { text, body }: { readonly text: string; readonly body: object },
): Promise<Response> {
  const { guest } = c.get('request');
  if (!hasOwnTargets(body, guest.settings.BASE_URL)) return foreignTarget();
  const { headers: given } = c.req.raw;
  const init = { method, headers: passedOn(given) };
  const counting = await accountCounting(path, body, given, guest.settings, guest.now());
  // Sequential: a call that one limit refuses does not count in the next.
  for (const counted of counting ? countingsOf(counting) : []) await refuseOver(c, counted);
  const work = () => answerAuth(guest, new Request(url, { ...init, body: text }));
  const answered = await (isCostly ? inHashPlace(work, guest) : work());
  return counting ? rememberDevice(answered, counting, guest) : answered;
}

/** Called after the body was received and counted, so that a slow sender holds no place. */
function inHashPlace(work: () => Promise<Response>, guest: AuthCtx): Promise<Response> {
  const answering = hashPlaces.within(work);
  // A caller that disconnects also releases the place.
  guest.defer(answering.catch(() => undefined));
  return answering;
}

async function refuseOver(c: Context<AuthEnv>, [limit, who]: Counting): Promise<void> {
  const { guest, keyValue } = c.get('request');
  const { isAllowed, headers, retryAfterSeconds } = await count(keyValue, guest.settings, limit, who);
  Object.assign(c.get('answerHeaders'), headers);
  if (!isAllowed) throw new Refusal('RATE_LIMITED', undefined, { retryAfterSeconds });
}

const countingsOf = ({ mailboxId, signInBy }: AccountCounting): Counting[] => [
  ...(mailboxId === null ? [] : mailLimits.map((limit): Counting => [limit, mailboxId])),
  ...(signInBy === null ? [] : [['accountSignIn', signInBy] satisfies Counting]),
];
const mailLimits = ['mailsHourly', 'mailsDaily'] as const;

/** A device that got a session is known from now on. */
async function rememberDevice(answer: Response, { accountId, signInBy }: AccountCounting, guest: AuthCtx) {
  const isKnown = signInBy !== null && signInBy !== accountId;
  if (isKnown || !answer.ok || answer.headers.getSetCookie().length === 0) return answer;
  answer.headers.append('set-cookie', await deviceCookie(accountId, guest.settings, guest.now()));
  return answer;
}

async function readBody(request: Request): Promise<{ text: string; body: object }> {
  const text = (await readJsonText(request)) || '{}';
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed('is not an object');
  return { text, body };
}

const passed = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'user-agent', 'cf-connecting-ip'];
// Node's fetch sends only Sec-Fetch-Mode, which makes better-auth treat it as a browser; every browser also sends Sec-Fetch-Site.
const fromBrowser = ['sec-fetch-mode', 'sec-fetch-dest'];

function passedOn(given: Headers): Headers {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  for (const name of given.has('sec-fetch-site') ? [...passed, ...fromBrowser] : passed) {
    const value = name === 'cookie' ? ofSession(given.get(name)) : given.get(name);
    if (value) headers.set(name, value);
  }
  return headers;
}
