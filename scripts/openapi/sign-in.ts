import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { displayName } from '../../schema/identity/account.ts';
import { emailAddress } from '../../schema/shared/email-address.ts';
import type { ErrorCode } from '../../schema/shared/errors.ts';
import { id } from '../../schema/shared/ids.ts';
import { instant } from '../../schema/shared/instants.ts';
import { changeOfEmail } from './change-of-email.ts';
import { codeOfSignIn } from './code-of-sign-in.ts';
import { responsesOf } from './errors.ts';
import { headerRef, rateHeaders } from './headers.ts';
import { openedLink, renewal, verification } from './verification.ts';

export const signInTag = {
  name: 'Sign-in',
  description:
    'Accounts and sessions of people. Signing in sets a session cookie. With this cookie a browser gets tokens for the paths without `/public`. Browsers can call these operations only from pages of the same origin.',
  'x-displayName': 'Sign-in',
};

const email = emailAddress().meta({ example: 'nova@example.com' });
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
const session = z.object({ token: z.string().describe('Token of the session, which the API does not accept.'), user });
const done = z.object({ status: z.boolean() });

const malformed =
  'A field is malformed (VALIDATION_FAILED), or the password is too short, too long or too common (PASSWORD_TOO_COMMON).';
const foreign = 'The request comes from a page of another origin, or contains a redirect address of another origin';
const callback = z
  .string()
  .optional()
  .describe('Path of a page of this service to which the link in the email leads in the end.');

/** All served paths of /api/auth. Its routes are better-auth's, so they are described by hand. */
export const signInPaths: ZodOpenApiPathsObject = {
  '/api/auth/sign-up/email': post('signUp', 'Create an account', {
    description:
      'Creates an account and opens a session. If addresses must be verified first, it opens no session, and the response has no `token` and no `id`. In this case the response to an existing address is the same and takes the same time, and the owner of the address gets an email. Another sign-up with an address that is not verified replaces name and password, and ends the link of the former one.',
    body: z.object({ name: displayName(), email, password, callbackURL: callback }),
    returned:
      'The new user and the token of its session. If the address must be verified first, the user has no id and the token is null.',
    answer: session.extend({ token: session.shape.token.nullable() }),
    refusals: {
      400: malformed,
      403: `${foreign}.`,
      422: 'An account with this address exists. Only if addresses need not be verified.',
    },
    isCostly: true,
  }),
  '/api/auth/sign-in/email': post('signIn', 'Sign in', {
    description:
      'Opens a session. The response sets the session cookie and a cookie that marks the device as known to the account.',
    body: z.object({ email, password }),
    returned: 'The user and the token of its session.',
    answer: session.extend({ redirect: z.boolean() }),
    refusals: {
      400: 'A field is malformed.',
      401: 'The address or the password is wrong.',
      403: `The address is not verified yet (EMAIL_NOT_VERIFIED), the account is suspended (ACCOUNT_ACCESS_DENIED), the account has had too many wrong passwords and does not know the device (SIGN_IN_CODE_REQUIRED: if the password was right, a code is on its way to the address; send it with the \`challenge\` of this answer), or the request comes from a page of another origin.`,
    },
    isCostly: true,
  }),
  '/api/auth/sign-in/code': post('signInWithCode', 'Sign in with a code', codeOfSignIn(session)),
  '/api/auth/sign-out': post('signOut', 'Sign out', {
    description: 'Ends the session.',
    returned: 'The session has ended.',
    answer: z.object({ success: z.boolean() }),
    refusals: { 400: 'The body is not a JSON object.', 403: 'The request comes from a page of another origin.' },
    isSession: true,
  }),
  '/api/auth/get-session': get('getSession', 'Get the session', {
    description: 'Returns the session and its user, or null without a session.',
    returned: 'The session and its user, or null.',
    answer: z.object({ session: z.looseObject({ expiresAt: instant() }), user }).nullable(),
    isSession: true,
  }),
  '/api/auth/token': get('getToken', 'Get a token', {
    description:
      'Returns a token for the paths without `/public`. It is valid for 15 minutes, or until the session ends. Send it as `Authorization: Bearer`.',
    returned: 'A token for the paths without `/public`.',
    answer: z.object({ token: z.string().describe('A JWT, signed with one of the published keys.') }),
    refusals: { 401: 'There is no session.' },
    isSession: true,
  }),
  '/api/auth/jwks': get('getKeySet', 'Get the public keys of tokens', {
    description: 'Returns a JSON Web Key Set (RFC 7517).',
    returned: 'The public keys that verify the signatures of tokens.',
    answer: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string() })) }),
  }),
  '/api/auth/request-password-reset': post('requestPasswordReset', 'Request a password reset', {
    description:
      'Sends an email with a token that is valid for an hour. The response to an unknown address is the same and takes the same time.',
    body: z.object({ email, redirectTo: callback }),
    returned: 'The service sends the email if it knows the address.',
    answer: done.extend({ message: z.string() }),
    refusals: { 400: 'A field is malformed.', 403: `${foreign}.` },
  }),
  '/api/auth/reset-password/{token}': get('openResetLink', 'Open the link of a reset email', {
    description: 'Redirects to `callbackURL` with the token or an `error` as a query parameter. It changes nothing.',
    params: z.object({ token: z.string().describe('The token of the email.') }),
    query: z.object({ callbackURL: z.string().describe('A path of this origin.') }),
    redirect: 'To `callbackURL`.',
    refusals: { 400: '`callbackURL` is missing.', 403: '`callbackURL` is of another origin.' },
  }),
  '/api/auth/reset-password': post('resetPassword', 'Set a new password', {
    description:
      'Sets a new password with the token from the email. It ends every session of the user with its tokens, and deletes all other reset tokens and the API keys from before the verification of the address. The address counts as verified. An email lists the remaining keys.',
    body: z.object({ token: z.string(), newPassword: password }),
    returned: 'The password is set.',
    answer: done,
    refusals: {
      400: 'The token is wrong or has expired (INVALID_TOKEN), or the password is too short, too long or too common (PASSWORD_TOO_COMMON).',
      403: 'The request comes from a page of another origin.',
    },
    isCostly: true,
  }),
  '/api/auth/change-password': post('changePassword', 'Change the password', {
    description:
      'Changes the password. Like a reset, it ends all sessions and deletes all reset tokens and the API keys from before ' +
      'the verification of the address. The response sets the cookie of a new session.',
    body: z.object({ currentPassword: z.string(), newPassword: password }),
    returned: 'The password is changed. Returns the user and the token of the new session.',
    answer: session,
    refusals: {
      400: 'The current password is wrong (INVALID_PASSWORD), or the new one is too short, too long or too common.',
      401: 'There is no session.',
      403: 'The request comes from a page of another origin.',
    },
    isSession: true,
    isCostly: true,
  }),
  '/api/auth/change-email': post('changeEmail', 'Change the email address', changeOfEmail({ email, callback, done })),
  '/api/auth/send-verification-email': post('sendVerificationEmail', 'Send the verification email again', {
    description: 'The response to an unknown address is the same and takes the same time.',
    body: z.object({ email, callbackURL: callback }),
    returned: 'The service sends the email if it knows the address and the address is not verified yet.',
    answer: done,
    refusals: {
      400: 'A field is malformed, or the address differs from the address of the session.',
      403: `${foreign}.`,
    },
  }),
  '/api/auth/verify-email': {
    ...get('openVerificationLink', 'Open an older link of a verification email', openedLink(callback)),
    ...post('verifyEmail', 'Verify an address', verification({ user, done })),
  },
  '/api/auth/renew-link': post('renewLink', 'Send a link again', renewal(done, callback)),
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
    description: isCostly
      ? `${description} Returns 503 with Retry-After while too many passwords are being hashed.`
      : description,
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
