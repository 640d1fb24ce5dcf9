import type { Context } from 'hono';
import { AccountSuspended } from '../../../schema/identity/suspension.ts';
import { platforms } from '../../../schema/shared/enums.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { Operation } from '../../../schema/shared/operation.ts';
import { readFormText } from '../../http/body.ts';
import { isOwnForm } from '../../http/own-form.ts';
import { type CallInput, openPage, type PageCall, type PageRequest, type Runs } from '../../http/page-call.ts';
import { asRefusal, problem } from '../../http/problem.ts';
import type { ApiEnv } from '../../http/request-context.ts';
import { logFailure } from '../../http/request-log.ts';
import { isPreview } from '../../http/visitor.ts';
import { signsUsersIn } from '../../identity/account/index.ts';
import { type ApiSettings, accessTo } from '../../settings/index.ts';
import { noticeIn, pageAnswer, previewed, redirected } from './answers.ts';
import { mayOpen } from './frame/navigation.ts';
import type { Api, CabinetPage, FormDefinition, PageModule, Visit } from './page.ts';
import { type FoundPage, pageAt } from './pages.ts';
import { type RefusedForm, resendable } from './refused-form.ts';
import { type Rendering, renderPage, renderProblem, renderRefused, renderUnsent } from './render.tsx';
import { atFields, bodyFor, formsAfter, rowsChanged, type Sent, sentFrom } from './sent-form.ts';

type PageContext = Context<ApiEnv>;

/** Answers a request for a page of the cabinet: a GET shows it, a POST sends one of its forms. */
export async function answerPage(c: PageContext, runs: Runs): Promise<Response> {
  const url = new URL(c.req.url);
  const found = pageAt(url.pathname);
  const bare = url.pathname.replace(/\/+$/, '');
  if (found === null && pageAt(bare) !== null) return c.redirect(bare + url.search, 308);
  if (found === null || !signsUsersIn(c.get('request').guest.settings)) throw notFound();
  const visit = visitOf(c, url, found);
  if (c.req.method === 'POST') return submit(c, runs, found, visit);
  const { default: page } = await found.open();
  const call = await opened(c, runs, 'file' in page ? { file: page.operation } : {}).catch(suspensionIn);
  if (call === null) return signInFirst(c, visit);
  if (call instanceof AccountSuspended) return pageAnswer(renderProblem(call, visit, null), call, visit);
  const shown = withCookies(call, await show(c, call, page, visit));
  return isPreview(c.req.raw) ? previewed(shown, c.req.method) : shown;
}

async function show(c: PageContext, call: PageCall, page: PageModule['default'], visit: Visit): Promise<Response> {
  try {
    if ('file' in page) return await call.load((api) => page.file(api, visit));
    const rendering = await call.load((api) => loaded(page, api, visit, null));
    return pageAnswer(renderPage(rendering, noticeIn(c.req.raw, visit.baseUrl)), 200, visit, rendering.shown);
  } catch (error) {
    const refusal = refusalOf(error, visit);
    if (refusal.code === 'JWT_INVALID') return signInFirst(c, visit);
    return problemPage(call, visit, refusal);
  } finally {
    call.end(true);
  }
}

/** A refusal inside the frame of the cabinet if its user is known, otherwise alone. */
async function problemPage(call: PageCall, visit: Visit, refusal: Refusal): Promise<Response> {
  const isUserShown = !(refusal instanceof AccountSuspended);
  const user = isUserShown ? await call.load(async ({ actor }) => actor).catch(() => null) : null;
  return pageAnswer(renderProblem(refusal, visit, user), refusal, visit);
}

async function loaded(page: CabinetPage, api: Api, visit: Visit, sent: Sent | null): Promise<Rendering> {
  const { roles } = api.actor;
  if ((page.role !== undefined && !roles.includes(page.role)) || !mayOpen(visit.path, roles))
    throw new Refusal('ROLE_NOT_ALLOWED');
  const data = await page.load(api, visit);
  const view = { ...visit, user: api.actor, now: api.now, form: formsAfter(sent) };
  return { shown: page.render(data, view), view, requests: api.requests };
}

async function submit(c: PageContext, runs: Runs, found: FoundPage, visit: Visit): Promise<Response> {
  if (!isOwnForm(c.req.raw, visit.baseUrl)) {
    const refusal = new Refusal('ACCOUNT_ACCESS_DENIED', 'Another site has sent this form. Nothing has changed.');
    return pageAnswer(renderProblem(refusal, visit, null), refusal, visit);
  }
  const sent = sentFrom(await readFormText(c.req.raw));
  const { default: page } = await found.open();
  if ('file' in page) throw new Refusal('METHOD_NOT_ALLOWED');
  const definition = formOf(page, sent.name);
  if (definition === undefined) throw notFound();
  if (sent.rows !== null) return reshown(c, runs, page, visit, rowsChanged(sent, sent.rows));
  const { operation } = definition;
  const body = operation.body && bodyFor(sent, definition, visit);
  const input = { params: definition.params?.(visit, sent.of) ?? visit.params, body };
  const call = await opened(c, runs, { sent: { operation, input, key: sent.key } }).catch((error) =>
    refusalOf(error, visit),
  );
  const onceBy = definition.isOnce ? sent.key : undefined;
  if (isFromScript(c.req.raw)) return scriptAnswer(call, visit, { operation, input, onceBy });
  if (call === null) return unsent(visit, sent, new Refusal('JWT_INVALID'));
  if (call instanceof Refusal) return unsent(visit, sent, call);
  try {
    const answer = await call.send(operation, input, onceBy);
    const next = definition.done(answer, visit, sent.of);
    call.end(true);
    if (typeof next === 'string') return withCookies(call, redirected(next, noticeAfter(definition, answer), visit));
    const shown = await call.load(async (api) => ({
      shown: next,
      view: { ...visit, user: api.actor, now: api.now, form: formsAfter(null) },
    }));
    return withCookies(call, pageAnswer(renderPage(shown, null), 200, visit, next));
  } catch (error) {
    call.end(false);
    return refused(call, page, visit, { ...sent, refusal: atFields(refusalOf(error, visit), sent, definition) });
  }
}

const noticeAfter = ({ notice }: FormDefinition, answer: unknown): string | null =>
  (typeof notice === 'function' ? notice(answer) : notice) ?? null;

function formOf({ forms = {} }: CabinetPage, name: string): FormDefinition | undefined {
  return Object.hasOwn(forms, name) ? forms[name] : undefined;
}

/** The script of a page sends a form for its answer, and stays on the page. */
const isFromScript = ({ headers }: Request): boolean => headers.get('accept') === 'application/json';

interface Submission {
  readonly operation: Operation;
  readonly input: CallInput;
  readonly onceBy: string | undefined;
}

/** The answer of the operation as the API gives it, instead of a page. */
async function scriptAnswer(
  call: PageCall | Refusal | null,
  visit: Visit,
  { operation, input, onceBy }: Submission,
): Promise<Response> {
  if (call === null || call instanceof Refusal) return refusedScript(call ?? new Refusal('JWT_INVALID'), visit);
  try {
    const answer = await call.send(operation, input, onceBy);
    call.end(true);
    return withCookies(
      call,
      Response.json(answer, { status: operation.success, headers: { 'cache-control': 'no-store' } }),
    );
  } catch (error) {
    call.end(false);
    return withCookies(call, refusedScript(refusalOf(error, visit), visit));
  }
}

const refusedScript = (refusal: Refusal, { path }: Visit): Response => problem(refusal, path, new Date());

/** The page with the refused form as it was sent, or the form alone if the page cannot be read. */
async function refused(call: PageCall, page: CabinetPage, visit: Visit, sent: RefusedForm): Promise<Response> {
  if (sent.refusal.code === 'JWT_INVALID' || sent.refusal instanceof AccountSuspended)
    return unsent(visit, sent, sent.refusal);
  const again = resendable(sent);
  try {
    const rendering = await call.load((api) => loaded(page, api, visit, again));
    const html = renderRefused(rendering, again.refusal);
    return withCookies(call, pageAnswer(html, again.refusal, visit, rendering.shown));
  } catch (error) {
    const second = refusalOf(error, visit);
    return second.code === 'RESOURCE_NOT_FOUND'
      ? problemPage(call, visit, second)
      : unsent(visit, again, again.refusal);
  }
}

/** The page with the same form and another number of rows. It sends nothing. */
async function reshown(c: PageContext, runs: Runs, page: CabinetPage, visit: Visit, sent: Sent): Promise<Response> {
  const call = await opened(c, runs).catch(suspensionIn);
  if (call === null) return unsent(visit, sent, new Refusal('JWT_INVALID'));
  if (call instanceof AccountSuspended) return unsent(visit, sent, call);
  try {
    const rendering = await call.load((api) => loaded(page, api, visit, sent));
    return withCookies(call, pageAnswer(renderPage(rendering, null), 200, visit, rendering.shown));
  } catch (error) {
    return unsent(visit, sent, refusalOf(error, visit));
  } finally {
    call.end(true);
  }
}

function unsent(visit: Visit, sent: Sent, refused: Refusal): Response {
  const again = resendable({ ...sent, refusal: refused });
  return pageAnswer(renderUnsent(again, visit, again.refusal), again.refusal, visit);
}

const opened = (c: PageContext, runs: Runs, by: Pick<PageRequest, 'sent' | 'file'> = {}): Promise<PageCall | null> =>
  openPage({
    request: c.req.raw,
    context: c.get('request'),
    auth: c.env.AUTH,
    headers: c.get('answerHeaders'),
    runs,
    ...by,
  });

function suspensionIn(error: unknown): AccountSuspended {
  if (error instanceof AccountSuspended) return error;
  throw error;
}

const script = '/site/cabinet.js';

function visitOf(c: PageContext, url: URL, found: FoundPage): Visit {
  const { settings, requestId } = c.get('request').guest;
  return {
    path: url.pathname,
    params: found.params,
    query: queryOf(url.searchParams),
    baseUrl: settings.BASE_URL,
    storeOrigin: new URL(settings.S3_ENDPOINT).origin,
    operatorContact: settings.OPERATOR_CONTACT ?? null,
    signInOrigins: signInOriginsOf(settings),
    requestId,
    scriptPath: settings.APP_ENV === 'development' ? script : `${script}?v=${c.env.VERSION?.id ?? ''}`,
  };
}

/** A filter without a choice is an empty field of its form. Several values of one field are joined by commas, as the API takes them. */
function queryOf(given: URLSearchParams): Visit['query'] {
  const query: Record<string, string> = {};
  for (const [name, value] of given)
    if (value !== '') query[name] = query[name] === undefined ? value : `${query[name]},${value}`;
  return query;
}

const signInOriginsOf = (settings: ApiSettings): Visit['signInOrigins'] =>
  Object.fromEntries(
    platforms.flatMap((platform) => {
      const { clientId, clientSecret, authorizeUrl } = accessTo(settings, platform);
      return clientId === undefined || clientSecret === undefined ? [] : [[platform, new URL(authorizeUrl).origin]];
    }),
  );

/** Signing in leads back to the page. */
function signInFirst(c: PageContext, visit: Visit): Response {
  const returnTo = visit.path + new URL(c.req.url).search;
  return redirected(`/sign-in?${new URLSearchParams({ returnTo })}`, null, visit);
}

function withCookies(call: PageCall, answer: Response): Response {
  for (const cookie of call.setCookies) answer.headers.append('set-cookie', cookie);
  return answer;
}

function refusalOf(error: unknown, { requestId }: Visit): Refusal {
  const refusal = asRefusal(error);
  if (refusal.code === 'INTERNAL_ERROR' || refusal.cause !== undefined) logFailure(requestId, refusal, error);
  return refusal;
}
