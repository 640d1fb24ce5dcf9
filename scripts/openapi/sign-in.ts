import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { displayName } from '../../schema/identity/account.ts';
import type { ErrorCode } from '../../schema/shared/errors.ts';
import { id } from '../../schema/shared/ids.ts';
import { instant } from '../../schema/shared/instants.ts';
import { responsesOf } from './errors.ts';
import { headerRef, rateHeaders } from './headers.ts';

export const signInTag = {
  name: 'Sign-in',
  description:
    'Accounts and sessions of people. Signing in sets a session cookie, which gives tokens for the paths without `/public`. Browsers call these from the own origin only.',
  'x-displayName': 'Sign-in',
};

const email = z.email().meta({ example: 'nova@example.com' });
const password = z.string().min(8).max(128).meta({ example: 'a long and private phrase' });
const user = z
  .object({
    id: id().optional(),
    name: z.string().meta({ example: 'Nova Drinks' }),
    email,
    emailVerified: z.boolean(),
    image: z.string().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ id: 'SignedInUser' });
const session = z.object({ token: z.string().describe('Of the session; not the token for the API.'), user });
const done = z.object({ status: z.boolean() });

const malformed = 'A field is malformed (VALIDATION_FAILED), or the password is too short or too long.';
const foreign = 'The request comes from a page of another origin, or names an address of another one to go on to';
const callback = z.string().optional().describe('Where the link of the mail leads: a path of this origin.');

/** All served paths of /api/auth. Its routes are better-auth's, so they are described by hand. */
export const signInPaths: ZodOpenApiPathsObject = {
  '/api/auth/sign-up/email': post('signUp', 'Create an account', {
    description:
      'Opens a session, unless the address must be verified first. Then an address that has an account is answered as any other, in the ' +
      'same time, and its owner gets a mail; the answer has no `token` and no `id`.',
    body: z.object({ name: displayName(), email, password, callbackURL: callback }),
    returned:
      'The new user, and the token of its session. Where the address must be verified first, the user has no id and the token is null.',
    answer: session.extend({ token: session.shape.token.nullable() }),
    refusals: {
      400: malformed,
      403: `${foreign}.`,
      422: 'The address is taken. Only where addresses need not be verified.',
    },
    isCostly: true,
  }),
  '/api/auth/sign-in/email': post('signIn', 'Sign in', {
    description: 'Opens a session. The answer sets its cookie, and one by which the device is known to the account.',
    body: z.object({ email, password }),
    returned: 'The user and the token of its session.',
    answer: session.extend({ redirect: z.boolean() }),
    refusals: {
      400: 'A field is malformed.',
      401: 'The address or the password is wrong.',
      403: `The address is not verified yet (EMAIL_NOT_VERIFIED), the account is suspended (ACCOUNT_ACCESS_DENIED), or the request comes from a page of another origin.`,
    },
    isCostly: true,
  }),
  '/api/auth/sign-out': post('signOut', 'Sign out', {
    description: 'Ends the session.',
    returned: 'The session has ended.',
    answer: z.object({ success: z.boolean() }),
    refusals: { 400: 'The body is no JSON object.', 403: 'The request comes from a page of another origin.' },
    isSession: true,
  }),
  '/api/auth/get-session': get('getSession', 'Who is signed in?', {
    description: 'null without a session.',
    returned: 'The session and its user, or null.',
    answer: z.object({ session: z.looseObject({ expiresAt: instant() }), user }).nullable(),
    isSession: true,
  }),
  '/api/auth/token': get('getToken', 'Get a token', {
    description:
      'A token for the paths without `/public`, valid for 15 minutes, but no longer than the password. Send it as `Authorization: Bearer`.',
    returned: 'A token for the paths without `/public`.',
    answer: z.object({ token: z.string().describe('A JWT, signed with one of the published keys.') }),
    refusals: { 401: 'There is no session.' },
    isSession: true,
  }),
  '/api/auth/jwks': get('getKeySet', 'Get the public keys of tokens', {
    description: 'A JSON Web Key Set (RFC 7517).',
    returned: 'The public keys that verify the signatures of tokens.',
    answer: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string() })) }),
  }),
  '/api/auth/request-password-reset': post('requestPasswordReset', 'Ask for a password reset', {
    description:
      'Sends a mail with a token, valid for an hour. The answer is the same, and takes the same time, whether the address is known or not.',
    body: z.object({ email, redirectTo: callback }),
    returned: 'The service sends the mail if it knows the address.',
    answer: done.extend({ message: z.string() }),
    refusals: { 400: 'A field is malformed.', 403: `${foreign}.` },
  }),
  '/api/auth/reset-password/{token}': get('openResetLink', 'Open the link of a reset mail', {
    description: 'Leads on to `callbackURL` with the token, or with `error`, as a query parameter. It changes nothing.',
    params: z.object({ token: z.string().describe('The token of the mail.') }),
    query: z.object({ callbackURL: z.string().describe('A path of this origin.') }),
    redirect: 'To `callbackURL`.',
    refusals: { 400: '`callbackURL` is missing.', 403: '`callbackURL` is of another origin.' },
  }),
  '/api/auth/reset-password': post('resetPassword', 'Set a new password', {
    description:
      'Takes the token of the mail. It ends every session of the user with its tokens, every other reset token, and the API keys from ' +
      'before the address was verified; the address counts as verified. A mail names the keys that remain.',
    body: z.object({ token: z.string(), newPassword: password }),
    returned: 'The password is set.',
    answer: done,
    refusals: {
      400: 'The token is wrong or has expired (INVALID_TOKEN), or the password is too short or too long.',
      403: 'The request comes from a page of another origin.',
    },
    isCostly: true,
  }),
  '/api/auth/change-password': post('changePassword', 'Change the password', {
    description:
      'Ends what a reset ends. The answer sets the cookie of a new session: the only one that there is then.',
    body: z.object({ currentPassword: z.string(), newPassword: password }),
    returned: 'The password is changed. Returns the user and the token of the new session.',
    answer: session,
    refusals: {
      400: 'The current password is wrong (INVALID_PASSWORD), or the new one is too short or too long.',
      401: 'There is no session.',
      403: 'The request comes from a page of another origin.',
    },
    isSession: true,
    isCostly: true,
  }),
  '/api/auth/send-verification-email': post('sendVerificationEmail', 'Send the verification mail again', {
    description: 'The answer is the same, and takes the same time, whether the address is known or not.',
    body: z.object({ email, callbackURL: callback }),
    returned: 'The service sends the mail if it knows the address and the address is not verified yet.',
    answer: done,
    refusals: { 400: 'A field is malformed, or the address is not the one of the session.', 403: `${foreign}.` },
  }),
  '/api/auth/verify-email': get('verifyEmail', 'Open the link of a verification mail', {
    description:
      'The address is verified, and a session is open. With `callbackURL` the answer leads on to it, with `error` where it fails.',
    query: z.object({ token: z.string().describe('The token of the mail.'), callbackURL: callback }),
    returned: 'The address is verified.',
    answer: done.extend({ user: user.nullable() }),
    redirect: 'To `callbackURL`.',
    refusals: {
      400: 'The token is missing.',
      401: 'The token is wrong or has expired (INVALID_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND).',
      403: '`callbackURL` is of another origin, or the account is suspended.',
    },
  }),
};

interface Described {
  readonly description: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Absent when it always redirects. */
  readonly answer?: z.ZodType;
  /** Description of the answer 200. */
  readonly returned?: string;
  /** The target of a 302. */
  readonly redirect?: string;
  readonly refusals?: Readonly<Record<number, string>>;
  /** Takes the session cookie. */
  readonly isSession?: boolean;
  /** It hashes a password, and is refused while too many hashes run. */
  readonly isCostly?: boolean;
}

function get(operationId: string, summary: string, described: Described): { get: ZodOpenApiOperationObject } {
  return { get: describe(operationId, summary, described, []) };
}

function post(operationId: string, summary: string, described: Described): { post: ZodOpenApiOperationObject } {
  return { post: describe(operationId, summary, described, ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']) };
}

function describe(
  operationId: string,
  summary: string,
  described: Described,
  ofBodies: readonly ErrorCode[],
): ZodOpenApiOperationObject {
  const {
    description,
    params,
    query,
    body,
    answer,
    returned,
    redirect,
    refusals = {},
    isSession,
    isCostly,
  } = described;
  const headers = { 'X-Request-Id': headerRef('RequestId'), ...rateHeaders };
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  return {
    operationId,
    tags: [signInTag.name],
    summary,
    description: isCostly ? `${description} While many hash passwords it is 503 with Retry-After.` : description,
    security: isSession ? [{ session: [] }] : [],
    ...((params || query) && { requestParams: { ...(params && { path: params }), ...(query && { query }) } }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: body.meta({ id: `${name}Request` }) } } },
    }),
    responses: {
      ...(answer && {
        '200': {
          description: returned ?? 'Done.',
          headers,
          content: { 'application/json': { schema: answer.meta({ id: `${name}Answer` }) } },
        },
      }),
      ...(redirect !== undefined && { '302': { description: redirect, headers } }),
      ...Object.fromEntries(Object.entries(refusals).map(([status, text]) => [status, refusal(text)])),
      ...responsesOf([...ofBodies, 'METHOD_NOT_ALLOWED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']),
    },
  };
}

function refusal(description: string): ZodOpenApiResponseObject {
  return {
    description,
    headers: { 'X-Request-Id': headerRef('RequestId'), ...rateHeaders },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/SignInError' } } },
  };
}

export const signInComponents = {
  SignInError: {
    type: 'object' as const,
    description: 'A refusal of `/api/auth`. Its codes are its own, such as INVALID_EMAIL_OR_PASSWORD.',
    required: ['code', 'message'],
    properties: { code: { type: 'string' as const }, message: { type: 'string' as const } },
  },
};
