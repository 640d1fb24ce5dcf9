import { type Context, Hono } from 'hono';
import { missing, Refusal } from '../../../schema/shared/errors.ts';
import type { AuthCtx } from '../../context.ts';
import { callerNetwork, fullAddress } from '../../http/address.ts';
import { readJsonObject } from '../../http/body.ts';
import { isOwnOrigin } from '../../http/own-form.ts';
import type { LimitClass } from '../../http/rate-limit.ts';
import type { AuthEnv } from '../../http/request-context.ts';
import { isPreview } from '../../http/visitor.ts';
import { answerAuth } from './answer-auth.ts';
import { plainCall } from './auth-call.ts';
import {
  type AccountCounting,
  accountCounting,
  codePath,
  confirmPath,
  renewPath,
  resetPath,
  withAccountAddresses,
} from './auth-limits.ts';
import { authBasePath } from './auth-path.ts';
import { countingsOfMails, keptIf, mailCounts } from './counts-of-auth-routes.ts';
import { guessOf, isGuessCounted, judged, openLinkOf, refuseOver } from './guesses-of-auth-routes.ts';
import { HashPlaces, type Waiting } from './hash-places.ts';
import { accountIdOf, deviceCookie } from './known-device.ts';
import { tooManyMails } from './mail-refusal.ts';
import { foreignTarget, toLinkPage, withOwnTarget, withOwnTargets } from './own-targets.ts';
import { ofSession, sessionCookie } from './session-path.ts';
import { signUpPair } from './signed-up.ts';

interface AuthRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly limit: LimitClass;
  /** The route hashes a password. */
  readonly isCostly?: boolean;
  /** The route compares a password with that of the session's user. */
  readonly comparesOwn?: boolean;
}

const signOutPath = '/sign-out';

/** The served routes of better-auth. Routes that hash a password or send email count as sign-ins. */
const routes: readonly AuthRoute[] = [
  { method: 'POST', path: '/sign-up/email', limit: 'signIn', isCostly: true },
  { method: 'POST', path: '/sign-in/email', limit: 'signIn', isCostly: true },
  { method: 'POST', path: codePath, limit: 'signIn' },
  { method: 'POST', path: signOutPath, limit: 'guest' },
  { method: 'GET', path: '/get-session', limit: 'guest' },
  { method: 'GET', path: '/token', limit: 'guest' },
  { method: 'GET', path: '/jwks', limit: 'guest' },
  { method: 'POST', path: resetPath, limit: 'signIn' },
  { method: 'GET', path: '/reset-password/{token}', limit: 'guest' },
  { method: 'POST', path: '/reset-password', limit: 'signIn', isCostly: true },
  { method: 'POST', path: '/change-password', limit: 'signIn', isCostly: true, comparesOwn: true },
  { method: 'POST', path: '/change-email', limit: 'signIn', isCostly: true, comparesOwn: true },
  { method: 'POST', path: '/send-verification-email', limit: 'signIn' },
  { method: 'GET', path: confirmPath, limit: 'guest' },
  { method: 'POST', path: confirmPath, limit: 'signIn', isCostly: true },
  { method: 'POST', path: renewPath, limit: 'signIn' },
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
    if (asked !== null && route.path === confirmPath) return toLinkPage(asked);
    const call = { ...plainCall, isPreview: isPreview(c.req.raw) };
    return asked === null
      ? foreignTarget()
      : answerAuth(guest, new Request(asked, { headers: passedOn(headers) }), call);
  }
  return answerPost(c, route, url, { given: await readJsonObject(c.req.raw) });
}

/** Calls a route for a form of a page, with the limits of the route. */
export async function callAuth(
  c: Context<AuthEnv>,
  { path, body, isSignedOut = false }: { readonly path: string; readonly body: object; readonly isSignedOut?: boolean },
): Promise<Response> {
  const { guest, address } = c.get('request');
  const route = routes.find((one) => one.method === 'POST' && one.path === path) ?? missing(`the route ${path}`);
  await refuseOver(c, [route.limit, address]);
  const url = guest.settings.BASE_URL + authBasePath + path;
  return answerPost(c, route, url, { given: body, isSignedOut });
}

async function answerPost(
  c: Context<AuthEnv>,
  route: AuthRoute,
  url: string,
  { given, isSignedOut = false }: { readonly given: object; readonly isSignedOut?: boolean },
): Promise<Response> {
  const { guest } = c.get('request');
  const { headers } = c.req.raw;
  const body = withOwnTargets(withAccountAddresses(given), guest.settings.BASE_URL);
  // A sign-out needs no body, so that another site could send it by a form, and its answer ends the session of the browser.
  if (route.path === signOutPath && !isOwnOrigin(headers, guest.settings.BASE_URL))
    throw new Refusal('ACCOUNT_ACCESS_DENIED', 'Another site has sent this request. Nothing has changed.');
  if (body === null) return foreignTarget();
  const counting = await accountCounting(route.path, body, headers, guest.settings, guest.now());
  const mails = countingsOfMails(counting?.mailsBy ?? []);
  // Sequential: a call that one limit refuses does not count in the next.
  for (const mail of mails) await refuseOver(c, mail, (seconds) => tooManyMails(mail[1], seconds));
  const answering = answerCounted(c, route, url, { body, counting, isSignedOut });
  return keptIf(c.get('request'), mails, answering, async ({ ok }) => ok);
}

interface Counted {
  readonly body: object;
  readonly counting: AccountCounting | null;
  readonly isSignedOut: boolean;
}

/** Answers a call whose email is counted. */
async function answerCounted(
  c: Context<AuthEnv>,
  route: AuthRoute,
  url: string,
  { body, counting, isSignedOut }: Counted,
): Promise<Response> {
  const { guest, keyValue } = c.get('request');
  const { headers } = c.req.raw;
  const open = route.path === confirmPath ? await openLinkOf(guest, body) : null;
  const guess = await guessOf(c, route, { counting, open });
  const isCodeRequired = guess !== null && !(await isGuessCounted(c, guess));
  const init = { method: route.method, headers: passedOn(headers) };
  if (isSignedOut) init.headers.delete('cookie');
  const signUp = route.path === confirmPath ? signUpPair(headers.get('cookie'), guest.settings) : undefined;
  if (signUp) init.headers.set('cookie', [init.headers.get('cookie'), signUp].filter(Boolean).join('; '));
  const call = { isPreview: false, isCodeRequired, ...mailCounts({ guest, keyValue }, route.path) };
  const work = () => answerAuth(guest, new Request(url, { ...init, body: JSON.stringify(body) }), call);
  const network = callerNetwork(c.req.raw);
  const who = { address: c.get('request').address, network, isKnown: guess?.isKnown ?? false };
  // A link that is not open has no password compared.
  const isCostly = route.isCostly && (route.path !== confirmPath || open !== null);
  const answering = isCostly ? inHashPlace(work, who, guest) : work();
  const answered = await (guess === null || isCodeRequired ? answering : judged(c, guess, answering));
  return rememberDevice(answered, guess?.isKnown === true && route.path !== confirmPath, guest);
}

/** Called after the body was received and counted, so that a slow sender holds no place. */
function inHashPlace(work: () => Promise<Response>, who: Waiting, guest: AuthCtx): Promise<Response> {
  const answering = hashPlaces.within(work, who);
  // A caller that disconnects also releases the place.
  guest.defer(answering.catch(() => undefined));
  return answering;
}

/** A device that got a session by a password or a code is known to the account from now on. */
async function rememberDevice(answer: Response, isKnown: boolean, guest: AuthCtx): Promise<Response> {
  const isSignedIn = answer.headers.getSetCookie().some((cookie) => cookie.includes(`${sessionCookie}=`));
  if (isKnown || !answer.ok || !isSignedIn) return answer;
  const body: unknown = await answer.clone().json();
  const { email } = Object(Object(body).user);
  if (typeof email !== 'string') return answer;
  answer.headers.append('set-cookie', await deviceCookie(await accountIdOf(email), guest.settings, guest.now()));
  return answer;
}

const passed = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'user-agent'];
// Node's fetch sends only Sec-Fetch-Mode, which makes better-auth treat it as a browser; every browser also sends Sec-Fetch-Site.
const fromBrowser = ['sec-fetch-mode', 'sec-fetch-dest'];

function passedOn(given: Headers): Headers {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  for (const name of given.has('sec-fetch-site') ? [...passed, ...fromBrowser] : passed) {
    const value = name === 'cookie' ? ofSession(given.get(name)) : given.get(name);
    if (value) headers.set(name, value);
  }
  const address = fullAddress(given);
  if (address) headers.set('cf-connecting-ip', address);
  return headers;
}
