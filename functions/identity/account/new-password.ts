import { APIError, type createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { signUpPath } from './auth-limits.ts';
import { isCommonPassword } from './is-frequent-password.ts';
import type { PasswordOwner } from './password-rules.ts';

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Refuses a password that is too common, before it is hashed. */
export async function refuseCommonPassword(context: Context): Promise<void> {
  const { path, body } = context;
  const { password, newPassword } = Object(body);
  const given: unknown = path === signUpPath ? password : newPassword;
  if (!setting.has(path) || typeof given !== 'string') return;
  if (!(await isCommonPassword(given, await ownerOf(context)))) return;
  const message = 'This password is too common. Choose another one, such as several words in a row.';
  throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message });
}

const setting: ReadonlySet<string> = new Set([signUpPath, '/reset-password', '/change-password']);
const unknown: PasswordOwner = { email: '', name: '' };

/** Without a session or with a wrong token better-auth refuses the request afterwards. */
async function ownerOf(context: Context): Promise<PasswordOwner> {
  const { path, body, query } = context;
  if (path === signUpPath) return { email: textOf(Object(body).email), name: textOf(Object(body).name) };
  if (path === '/change-password') return (await getSessionFromCtx(context))?.user ?? unknown;
  const token = textOf(Object(body).token ?? Object(query).token);
  const { internalAdapter } = context.context;
  const reset = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return (reset && (await internalAdapter.findUserById(reset.value))) ?? unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
