import type { Platform } from '../../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { type Answer, json } from '../../endpoint.ts';
import type { PlatformRequest } from '../simulated-platform.ts';
import type { World } from '../world.ts';
import { tokenAnswer, tokenProblem } from './answers.ts';
import type { Desk, IssuedTokens, SignIn, TokenProblem } from './desk.ts';
import { signInPage } from './page.ts';
import { signInRules } from './rules.ts';

/** The application that the simulator knows. */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the sign-in page does by itself. */
export interface AutomaticSignIn {
  readonly handle: string;
  readonly denies?: boolean | undefined;
  /** Only these are allowed; by default all. */
  readonly scopes?: readonly string[] | undefined;
}

interface Parts {
  readonly platform: Platform;
  readonly app: App;
  readonly desk: Desk;
  readonly world: World;
  readonly automatic: AutomaticSignIn | undefined;
  /** The application has ended the grant of an account. */
  readonly whenRevoked: (externalId: string) => void;
}

/** The sign-in page and the token endpoints of a platform, below /oauth. */
export function answerOAuth(parts: Parts, request: PlatformRequest): Answer | Promise<Answer> {
  if (request.path === '/oauth/authorize') return authorize(parts, request);
  if (request.path === '/oauth/token') return tokens(parts, request);
  if (request.path === '/oauth/revoke') return revoke(parts, request);
  if (request.path === '/oauth/validate') return validate(parts, request);
  return json(404, { message: 'Not Found' });
}

const html = (status: number, body: string): Answer => ({
  status,
  body,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
});

function authorize({ platform, app, desk, world, automatic }: Parts, { method, query, body }: PlatformRequest): Answer {
  const { clientIdName, separator, needsPkce } = signInRules[platform];
  const redirectUri = query.get('redirect_uri') ?? '';
  const challenge = query.get('code_challenge');
  const isRight =
    query.get(clientIdName) === app.clientId &&
    query.get('response_type') === 'code' &&
    URL.canParse(redirectUri) &&
    (query.get('state') ?? '') !== '' &&
    (challenge === null ? !needsPkce : query.get('code_challenge_method') === 'S256');
  if (!isRight) return html(400, '<!doctype html><title>Error</title><p>The sign-in request is wrong.</p>');
  const scopes = (query.get('scope') ?? '').split(separator).filter(Boolean);
  if (method === 'GET' && automatic === undefined)
    return html(200, signInPage(platformNames[platform], scopes, 'mayarivers'));
  const form = new URLSearchParams(method === 'GET' ? '' : body);
  const decision = automatic ?? {
    handle: form.get('handle') ?? '',
    denies: form.get('decision') !== 'allow',
    scopes: form.getAll('scope'),
  };
  const target = new URL(redirectUri);
  target.searchParams.set('state', query.get('state') ?? '');
  const account = world.byHandle(decision.handle.toLowerCase());
  if (decision.denies || account === undefined) {
    target.searchParams.set('error', 'access_denied');
    return { status: 302, body: '', headers: { location: target.toString() } };
  }
  const allowed = scopes.filter((scope) => decision.scopes?.includes(scope) ?? true);
  const signIn: SignIn = { redirectUri, scopes: allowed, challenge };
  target.searchParams.set('code', desk.issueCode(signIn, account.externalId));
  // Instagram appends this to its codes.
  return { status: 302, body: '', headers: { location: `${target}${platform === 'INSTAGRAM' ? '#_' : ''}` } };
}

function tokens({ platform, app, desk, world }: Parts, request: PlatformRequest): Answer | Promise<Answer> {
  if (request.method !== 'POST') return json(405, { message: 'Method Not Allowed' });
  const form = new URLSearchParams(request.body);
  const refused = (problem: TokenProblem) => tokenProblem(platform, problem, { form, clientId: app.clientId });
  if (!isClient(platform, app, form, request)) return refused('invalid_client');
  const grantType = form.get('grant_type');
  if (grantType === 'client_credentials') return appToken(platform, desk) ?? refused('invalid_request');
  // A platform that refuses or fails has used up neither the code nor the refresh token.
  const externalId = desk.accountOf(form.get('code') ?? form.get('refresh_token') ?? '');
  const refusal = externalId === undefined ? undefined : refusalOf(world, externalId);
  if (refusal) {
    world.count('token', externalId ?? '');
    return refusal;
  }
  const issued =
    grantType === 'authorization_code'
      ? desk.exchange(form.get('code') ?? '', form.get('redirect_uri') ?? '', form.get('code_verifier'))
      : grantType === 'refresh_token'
        ? desk.refresh(form.get('refresh_token') ?? '')
        : 'invalid_request';
  if (typeof issued === 'string') return refused(issued);
  world.count('token', issued.externalId);
  return lostAnswer(world, issued) ?? tokenAnswer(platform, issued);
}

/** Twitch's and Kick's token for the application itself. The other platforms of the simulator give none. */
function appToken(platform: Platform, desk: Desk): Answer | undefined {
  if (platform !== 'TWITCH' && platform !== 'KICK') return undefined;
  const { access, seconds } = desk.issueToApp();
  return json(200, {
    access_token: access,
    expires_in: seconds,
    token_type: platform === 'KICK' ? 'Bearer' : 'bearer',
  });
}

const failure = json(500, { error: 'server_error' });

/** The fault of the account at a token endpoint, before tokens are issued. */
function refusalOf(world: World, externalId: string): Answer | undefined {
  const fault = world.tokenFaultOf(externalId);
  if (fault === '500') return failure;
  if (fault === '429') return { ...json(429, { error: 'rate_limit_exceeded' }), headers: { 'retry-after': '120' } };
  return undefined;
}

/** The fault of the account at a token endpoint, after tokens were issued. */
function lostAnswer(world: World, { externalId }: IssuedTokens): Answer | Promise<Answer> | undefined {
  const fault = world.tokenFaultOf(externalId);
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === '500-after-issue') return failure;
  if (fault === 'malformed') return { status: 200, body: '{"access_token":' };
  return undefined;
}

function isClient(
  platform: Platform,
  { clientId, clientSecret }: App,
  form: URLSearchParams,
  { headers }: PlatformRequest,
): boolean {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  if (headers.authorization === `Basic ${basic}`) return true;
  return form.get(signInRules[platform].clientIdName) === clientId && form.get('client_secret') === clientSecret;
}

/** Kick takes the token in the query, the others in the form. An unknown token is no error (RFC 7009, 2.2). */
function revoke({ desk, whenRevoked }: Parts, { query, body }: PlatformRequest): Answer {
  const externalId = desk.revoke(query.get('token') ?? new URLSearchParams(body).get('token') ?? '');
  if (externalId !== undefined) whenRevoked(externalId);
  return json(200, {});
}

/** Twitch's /oauth2/validate. */
function validate({ app, desk, world }: Parts, { headers }: PlatformRequest): Answer {
  const token = /^(?:OAuth|Bearer) (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const grant = desk.grantOf(token);
  const account = grant && world.byId(grant.externalId);
  if (!grant || !account) return json(401, { status: 401, message: 'invalid access token' });
  return json(200, {
    client_id: app.clientId,
    login: account.handle,
    scopes: grant.scopes,
    user_id: account.externalId,
    expires_in: 5_000,
  });
}
