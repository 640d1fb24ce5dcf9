import type { Settings } from '../settings/index.ts';
import { derivedKey } from './derived-key.ts';

/** The purpose of a MAC, and the secret that its key is derived from. Each purpose has its own key. */
const secretOf = {
  'api-key': 'SEALING_SECRET',
  'revoke-keys': 'SEALING_SECRET',
  'reconnect-account': 'SEALING_SECRET',
  'creator-preview': 'LINK_SECRET',
  'creator-picture': 'LINK_SECRET',
  'report-visitor': 'LINK_SECRET',
  'known-device': 'AUTH_SECRET',
  'prove-address': 'AUTH_SECRET',
  'signed-up': 'AUTH_SECRET',
} as const;
export type Purpose = keyof typeof secretOf;
type SecretOf<P extends Purpose> = (typeof secretOf)[P];

/** The current and the previous secret of a purpose. */
export type MacSettings<P extends Purpose> = Pick<Settings, SecretOf<P> | `${SecretOf<P>}_PREVIOUS`>;

const shortest = 8;

/** HMAC-SHA-256 of a text: 32 bytes. */
export async function macOf<P extends Purpose>(
  purpose: P,
  text: string,
  settings: MacSettings<P>,
): Promise<Uint8Array> {
  return signed(purpose, text, secretsOf(purpose, settings).current);
}

/**
 * Whether these bytes (at least eight) are a prefix of the text's MAC, by the current or the previous secret. The caller decides the
 * length.
 */
export async function isMacOf<P extends Purpose>(
  purpose: P,
  text: string,
  given: Uint8Array,
  settings: MacSettings<P>,
): Promise<boolean> {
  if (given.length < shortest) return false;
  const { current, previous } = secretsOf(purpose, settings);
  const by = async (secret: string) => areEqual((await signed(purpose, text, secret)).subarray(0, given.length), given);
  return (await by(current)) || (previous !== undefined && (await by(previous)));
}

/** Safe: the settings have the secret of that purpose. */
function secretsOf<P extends Purpose>(purpose: P, settings: MacSettings<P>): { current: string; previous?: string } {
  const all = settings as Settings;
  const name = secretOf[purpose];
  const previous = all[`${name}_PREVIOUS`];
  return { current: all[name], ...(previous !== undefined && { previous }) };
}

/** Compares in constant time. It avoids node:crypto, whose evaluation would dominate the start of the edge function. */
export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

/** A signed token that names its subject until it expires: `{subject}.{Unix seconds}.{MAC}`. The subject contains no dot. */
export async function signToken<P extends Purpose>(
  purpose: P,
  subject: string,
  expiresAt: Date,
  settings: MacSettings<P>,
): Promise<string> {
  const content = `${subject}.${Math.floor(expiresAt.getTime() / 1000)}`;
  return `${content}.${Buffer.from(await macOf(purpose, content, settings)).toString('base64url')}`;
}

/** The subject of a token; null when it is forged, of another purpose, or expired. */
export async function subjectOf<P extends Purpose>(
  purpose: P,
  token: string,
  settings: MacSettings<P>,
  now: Date,
): Promise<string | null> {
  const [, subject, expires, signature] = form.exec(token) ?? [];
  if (subject === undefined || expires === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  // The last character has two unused bits; only the canonical spelling of a token is valid.
  if (given.toString('base64url') !== signature) return null;
  const isOurs = await isMacOf(purpose, `${subject}.${expires}`, given, settings);
  return isOurs && Number(expires) * 1000 > now.getTime() ? subject : null;
}

const form = /^([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/;
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function signed(purpose: Purpose, text: string, secret: string): Promise<Uint8Array> {
  const key = await derivedKey(secret, purpose, { name: 'HMAC', hash: 'SHA-256' });
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(text)));
}
