import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { displayName } from '../../schema/account.ts';
import { instant } from '../../schema/instants.ts';
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
    id: z.string().optional().meta({ example: '7' }),
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

/** The part of /api/auth that programs call. Its routes are better-auth's, so they are described by hand. */
export const signInPaths: ZodOpenApiPathsObject = {
  '/api/auth/sign-up/email': post('signUp', 'Create an account', {
    description: 'Opens a session, unless the address must be verified first.',
    body: z.object({ name: displayName(), email, password }),
    answer: session.extend({ token: session.shape.token.nullable() }),
    refusals: { 400: 'A field is malformed.', 422: 'The address is taken.' },
  }),
  '/api/auth/sign-in/email': post('signIn', 'Sign in', {
    description: 'Opens a session. The answer sets its cookie.',
    body: z.object({ email, password }),
    answer: session.extend({ redirect: z.boolean() }),
    refusals: {
      400: 'A field is malformed.',
      401: 'The address or the password is wrong.',
      403: 'The address is not verified yet, or the account is suspended.',
    },
  }),
  '/api/auth/sign-out': post('signOut', 'Sign out', {
    description: 'Ends the session.',
    answer: z.object({ success: z.boolean() }),
    refusals: { 403: 'The request comes from another origin.' },
    isSession: true,
  }),
  '/api/auth/get-session': get('getSession', 'Who is signed in?', {
    description: 'null without a session.',
    answer: z.object({ session: z.looseObject({ expiresAt: instant() }), user }).nullable(),
    isSession: true,
  }),
  '/api/auth/token': get('getToken', 'Get a token', {
    description: 'A token for the paths without `/public`, valid for 15 minutes. Send it as `Authorization: Bearer`.',
    answer: z.object({ token: z.string().describe('A JWT, signed with one of the published keys.') }),
    refusals: { 401: 'There is no session.' },
    isSession: true,
  }),
  '/api/auth/jwks': get('getKeySet', 'Get the public keys of tokens', {
    description: 'A JSON Web Key Set (RFC 7517).',
    answer: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string() })) }),
  }),
  '/api/auth/request-password-reset': post('requestPasswordReset', 'Ask for a password reset', {
    description:
      'Sends a mail with a token, valid for an hour. The answer is the same whether the address is known or not.',
    body: z.object({ email }),
    answer: done.extend({ message: z.string() }),
    refusals: { 400: 'A field is malformed.' },
  }),
  '/api/auth/reset-password': post('resetPassword', 'Set a new password', {
    description:
      'Takes the token of the mail. It ends every session of the user with its tokens, every other reset token, and the API keys from before the address was verified; the address counts as verified. A mail names the keys that remain.',
    body: z.object({ token: z.string(), newPassword: password }),
    answer: done,
    refusals: { 400: 'The token is wrong or has expired, or the password is too short.' },
  }),
};

interface Described {
  readonly description: string;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  readonly refusals?: Readonly<Record<number, string>>;
  /** Takes the session cookie. */
  readonly isSession?: boolean;
}

function get(operationId: string, summary: string, described: Described): { get: ZodOpenApiOperationObject } {
  return { get: describe(operationId, summary, described) };
}

function post(operationId: string, summary: string, described: Described): { post: ZodOpenApiOperationObject } {
  return { post: describe(operationId, summary, described) };
}

function describe(operationId: string, summary: string, described: Described): ZodOpenApiOperationObject {
  const { description, body, answer, refusals = {}, isSession } = described;
  return {
    operationId,
    tags: [signInTag.name],
    summary,
    description,
    security: isSession ? [{ session: [] }] : [],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      '200': {
        description: 'Done.',
        headers: { 'X-Request-Id': headerRef('RequestId'), ...rateHeaders },
        content: { 'application/json': { schema: answer } },
      },
      ...Object.fromEntries(Object.entries(refusals).map(([status, text]) => [status, refusal(text)])),
      '429': { $ref: '#/components/responses/429.RATE_LIMITED' },
      '500': { $ref: '#/components/responses/500.INTERNAL_ERROR' },
      '503': { $ref: '#/components/responses/503.SERVICE_UNAVAILABLE' },
    },
  };
}

function refusal(description: string): ZodOpenApiResponseObject {
  return {
    description,
    headers: { 'X-Request-Id': headerRef('RequestId') },
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
