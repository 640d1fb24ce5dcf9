import type { Platform } from '../../../../schema/shared/enums.ts';

/**
 * A platform's answer to a token request in the form of RFC 6749, which oauth4webapi wants: Instagram has no token_type and may wrap the
 * token in `data`, Twitch sends scopes as an array, TikTok reports errors with status 200, and Instagram, Twitch and X name an
 * unusable code or token in their own words.
 */
export function usualAnswer(platform: Platform, status: number, body: unknown): { status: number; body: unknown } {
  const found = unwrapped(body);
  if (!isRecord(found)) return { status: status === 200 ? 502 : status, body: found };
  const given = withoutNulls(found);
  const error = errorIn(platform, status, given);
  if (error !== null) return { status: 400, body: { error } };
  if (status !== 200) return { status, body: given };
  const { scope, token_type: tokenType, permissions } = given;
  return {
    status,
    body: {
      ...given,
      token_type: tokenType ?? 'bearer',
      ...textOf('scope', scope ?? permissions),
    },
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Instagram's newer answers wrap the token: {"data": [{…}]}. */
function unwrapped(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body.data)) return body;
  return body.data[0];
}

/** A field that is null is absent. oauth4webapi would refuse the answer, and with it a token that replaces a dead one. */
const withoutNulls = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

const textOf = (name: string, value: unknown): Record<string, string> => {
  if (Array.isArray(value)) return { [name]: value.join(' ') };
  return typeof value === 'string' ? { [name]: value } : {};
};

/** The error code of RFC 6749, 5.2; null without an error. The platforms' own texts can quote a code, so they are dropped. */
function errorIn(platform: Platform, status: number, given: Readonly<Record<string, unknown>>): string | null {
  const { error, error_description: description, error_type: type } = given;
  if (platform === 'X' && error === 'invalid_request' && String(description).startsWith('Value passed for the'))
    return 'invalid_grant';
  if (typeof error === 'string' && /^[a-z_]{1,40}$/.test(error)) return error;
  if (platform === 'INSTAGRAM' && isRecord(error) && isTransient(error)) return 'temporarily_unavailable';
  if (platform === 'INSTAGRAM' && isOfMetaApp(isRecord(error) ? error : given)) return 'invalid_client';
  if (platform === 'INSTAGRAM' && (type === 'OAuthException' || isRecord(error))) return 'invalid_grant';
  if (platform === 'TWITCH' && clientOfTwitch.test(String(given.message))) return 'invalid_client';
  if (platform === 'TWITCH' && (status === 400 || status === 401) && unusableAtTwitch.test(String(given.message)))
    return 'invalid_grant';
  return null;
}

/**
 * "Refreshing Access Tokens", and the answer to a wrong code. Other messages with these statuses, such as "missing client id" and "invalid
 * client", are about the application: they must not end the connection of a creator.
 */
const unusableAtTwitch = /^invalid (?:refresh token|authorization code)$/i;

/** "Getting OAuth Access Tokens": the messages about the application itself. */
const clientOfTwitch = /^(?:invalid|missing) client(?: id| secret)?$/i;

/** Code 101 is the application (reference of Graph API errors). Answers of api.instagram.com name it in their message alone. */
const isOfMetaApp = ({ code, message, error_message: text }: Readonly<Record<string, unknown>>): boolean =>
  code === 101 || /platform app|client.?secret|client.?id/i.test(`${message ?? ''} ${text ?? ''}`);

/** Errors of Meta's platform that say nothing about the token: unknown, unavailable, and too many calls (reference of Graph API errors). */
const transientCodes: readonly unknown[] = [1, 2, 4, 17, 32, 341, 368, 613];
const isTransient = ({ code, is_transient: isDeclared }: Readonly<Record<string, unknown>>): boolean =>
  isDeclared === true || transientCodes.includes(code);
