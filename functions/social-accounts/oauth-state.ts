import { hexOf } from '../../db/hex.ts';
import { connectionMinutes } from '../../schema/social-accounts/account-limits.ts';
import type { Box } from '../platform/sealing.ts';

/** Each connection has its own cookie, so that one browser can connect several accounts at once. */
const cookieName = (stateHash: Uint8Array): string => `castline_oauth_${hexOf(stateHash).slice(0, 16)}`;

/** The cookie that binds a connection to its browser. */
export const browserCookie = (stateHash: Uint8Array, value: string): string =>
  `${cookieName(stateHash)}=${value}; Path=/oauth; Max-Age=${connectionMinutes * 60}; HttpOnly; Secure; SameSite=Lax`;

export const removedCookie = (stateHash: Uint8Array): string =>
  `${cookieName(stateHash)}=; Path=/oauth; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;

/** The value of the connection's cookie in a Cookie header; null without it. */
export function browserIn(cookies: string | undefined, stateHash: Uint8Array): string | null {
  const prefix = `${cookieName(stateHash)}=`;
  const found = (cookies ?? '').split(/; */).find((cookie) => cookie.startsWith(prefix));
  return found?.slice(prefix.length) ?? null;
}

/** The verifier of PKCE is sealed for its state. */
export const verifierBox = (stateHash: Uint8Array): Box => ({
  purpose: 'oauth-verifiers',
  holder: `state ${hexOf(stateHash)}`,
});
