import { hexOf } from '../../db/hex.ts';
import { cookiePrefix } from '../../schema/shared/cookie-prefix.ts';
import { connectionMinutes } from '../../schema/social-accounts/account-limits.ts';
import type { Box } from '../platform/sealing.ts';
import type { CommonSettings } from '../settings/index.ts';

/** Each connection has its own cookie, so that one browser can connect several accounts at once. */
const cookieName = (stateHash: Uint8Array, { BASE_URL }: Own): string =>
  `${cookiePrefix(BASE_URL)}castline_oauth_${hexOf(stateHash).slice(0, 16)}`;

type Own = Pick<CommonSettings, 'BASE_URL'>;

/** The cookie that binds a connection to its browser. */
export const browserCookie = (stateHash: Uint8Array, value: string, settings: Own): string =>
  `${cookieName(stateHash, settings)}=${value}; Path=/; Max-Age=${connectionMinutes * 60}; HttpOnly; Secure; SameSite=Lax`;

export const removedCookie = (stateHash: Uint8Array, settings: Own): string =>
  `${cookieName(stateHash, settings)}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;

/** The value of the connection's cookie in a Cookie header; null without it. */
export function browserIn(cookies: string | undefined, stateHash: Uint8Array, settings: Own): string | null {
  const prefix = `${cookieName(stateHash, settings)}=`;
  const found = (cookies ?? '').split(/; */).find((cookie) => cookie.startsWith(prefix));
  return found?.slice(prefix.length) ?? null;
}

/** The verifier of PKCE is sealed for its state. */
export const verifierBox = (stateHash: Uint8Array): Box => ({
  purpose: 'oauth-verifiers',
  holder: `state ${hexOf(stateHash)}`,
});
