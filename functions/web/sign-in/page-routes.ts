import type { Context } from 'hono';
import { AccountSuspended, suspensionText } from '../../../schema/identity/suspension.ts';
import { errorStatus, notFound, Refusal } from '../../../schema/shared/errors.ts';
import { ownPath } from '../../../schema/shared/own-path.ts';
import { readFormText } from '../../http/body.ts';
import { isOwnForm } from '../../http/own-form.ts';
import { asRefusal } from '../../http/problem.ts';
import type { AuthEnv } from '../../http/request-context.ts';
import { logFailure } from '../../http/request-log.ts';
import { signsUsersIn } from '../../identity/account/index.ts';
import { cabinetPage } from '../ui/page-headers.ts';
import type { Auth, ShownLink } from './call-auth-routes.ts';
import { type SignInPage, signInPages } from './pages.ts';
import type { Refused } from './refused.ts';
import { renderSuspended } from './suspended.tsx';

/** Answers a page that signs in. A GET changes nothing. */
export async function answerSignIn(c: Context<AuthEnv>, auth: Auth): Promise<Response> {
  const page = signInPages[c.req.path];
  if (page === undefined || !signsUsersIn(c.get('request').guest.settings)) throw notFound();
  const { settings, requestId } = c.get('request').guest;
  const asking = { operatorContact: settings.OPERATOR_CONTACT ?? null, requestId };
  const query = new URL(c.req.url).searchParams;
  const linkOf = async () => (page.isOfLink === true ? auth.linkIn(c, query.get('token') ?? '') : null);
  const token = page.isOfReset === true ? query.get('token') : null;
  if (c.req.method !== 'POST') {
    if (page.show === undefined) throw new Refusal('METHOD_NOT_ALLOWED');
    if (token !== null && !(await auth.isResetOpen(c, token))) return c.redirect(endedReset, 303);
    if (page.isForSignedIn !== true) return cabinetPage(page.show(query, null, await linkOf()), 200);
    const { session, suspension } = await auth.sessionIn(c);
    if (suspension !== null) return cabinetPage(renderSuspended(suspensionText(suspension.reason), asking), 403);
    return session === null
      ? c.redirect(`/sign-in?${new URLSearchParams({ returnTo: c.req.path })}`, 303)
      : cabinetPage(page.show(query, null, null), 200);
  }
  if (!isOwnForm(c.req.raw, settings.BASE_URL))
    throw new Refusal('ACCOUNT_ACCESS_DENIED', 'Another site has sent this form. Nothing has changed.');
  const sent = new URLSearchParams(await readFormText(c.req.raw));
  const refuse = async ({ status, refusal }: AuthRefusal) =>
    refused(page, query, { ...asking, sent, refusal, link: await linkOf() }, status);
  try {
    const answer = await auth.callAuth(c, page.call(sent, query));
    if (!answer.ok) {
      const suspension = page.isForSignedIn === true ? (await auth.sessionIn(c)).suspension : null;
      if (suspension !== null) return refuse(suspended(suspension.reason));
      const refusal = await refusalIn(answer);
      return token !== null && refusal.refusal.code === 'INVALID_TOKEN' ? c.redirect(endedReset, 303) : refuse(refusal);
    }
    return done(page, sent, query, answer);
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal.code === 'INTERNAL_ERROR' || refusal.cause !== undefined) logFailure(requestId, refusal, error);
    return refuse({ status: errorStatus[refusal.code], refusal });
  }
}

/** Says that the link works no more, and offers another one, before anybody types a password. */
const endedReset = '/reset?error=INVALID_TOKEN';

interface AuthRefusal {
  readonly status: number;
  readonly refusal: Refused['refusal'] & { readonly details?: Refusal['details'] };
}

/** The refusal of better-auth, whose codes are its own. */
async function refusalIn(answer: Response): Promise<AuthRefusal> {
  const { code = '', message = '', challenge }: Partial<Refused['refusal']> = await answer.json();
  return { status: answer.status, refusal: { code, message, challenge } };
}

const suspended = (reason: string | null): AuthRefusal => ({ status: 403, refusal: new AccountSuspended(reason) });

type GivenRefusal = Refused & Pick<AuthRefusal, 'refusal'> & { readonly link: ShownLink | null };

function refused(page: SignInPage, query: URLSearchParams, given: GivenRefusal, status: number) {
  const answer = cabinetPage(page.show?.(query, given, given.link) ?? given.refusal.message, status);
  const wait = given.refusal.details?.retryAfterSeconds;
  if (wait !== undefined) answer.headers.set('retry-after', String(wait));
  return answer;
}

async function done(page: SignInPage, sent: URLSearchParams, query: URLSearchParams, answer: Response) {
  const body: unknown = await answer.json();
  const next = page.done(sent, query, body);
  const headers = new Headers({ 'cache-control': 'no-store' });
  if ('location' in next) headers.set('location', ownPath(next.location));
  const response = 'location' in next ? new Response(null, { status: 303, headers }) : cabinetPage(next.html, 200);
  for (const cookie of answer.headers.getSetCookie()) response.headers.append('set-cookie', cookie);
  return response;
}
