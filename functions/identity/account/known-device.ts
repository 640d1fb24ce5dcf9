import { cookiePrefix } from '../../../schema/shared/cookie-prefix.ts';
import { sha256 } from '../../platform/hash.ts';
import { type MacSettings, signToken, subjectOf } from '../../platform/mac.ts';
import { randomText } from '../../platform/random-text.ts';
import type { Settings } from '../../settings/index.ts';

const validSeconds = 365 * 86_400;
const deviceBytes = 12;

/** The id of an account for rate limits: the first 128 bits of the SHA-256 of its address, in base64url. Redis stores no addresses. */
export async function accountIdOf(email: string): Promise<string> {
  return Buffer.from(await sha256(email.toLowerCase()))
    .subarray(0, 16)
    .toString('base64url');
}

/** The device that the request proves to have signed in to the account before; null without proof. */
export async function knownDevice(
  headers: Headers,
  accountId: string,
  settings: MacSettings<'known-device'> & Pick<Settings, 'BASE_URL'>,
  now: Date,
): Promise<string | null> {
  const name = cookieName(accountId, settings.BASE_URL);
  for (const pair of headers.get('cookie')?.split('; ') ?? []) {
    if (!pair.startsWith(`${name}=`)) continue;
    const subject = await subjectOf('known-device', pair.slice(name.length + 1), settings, now);
    if (subject?.startsWith(`${accountId}_`)) return subject;
  }
  return null;
}

/** The Set-Cookie of a device that has just signed in to the account. It grants only a separate rate limit. */
export async function deviceCookie(
  accountId: string,
  settings: MacSettings<'known-device'> & Pick<Settings, 'BASE_URL'>,
  now: Date,
): Promise<string> {
  const device = randomText(deviceBytes);
  const expiresAt = new Date(now.getTime() + validSeconds * 1_000);
  const token = await signToken('known-device', `${accountId}_${device}`, expiresAt, settings);
  const isSecure = settings.BASE_URL.startsWith('https:');
  return `${cookieName(accountId, settings.BASE_URL)}=${token}; Max-Age=${validSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Each account of a browser has its own cookie. */
const cookieName = (accountId: string, baseUrl: string): string =>
  `${cookiePrefix(baseUrl)}castline.device.${accountId.slice(0, 8)}`;
