import type { Settings } from '../env.ts';

/** What a MAC is for. Each purpose has a key of its own, derived from AUTH_SECRET: none opens what another one signed. */
export type Purpose = 'api-key' | 'creator-preview' | 'creator-picture' | 'known-device' | 'revoke-keys';

export type MacSettings = Pick<Settings, 'AUTH_SECRET' | 'AUTH_SECRET_PREVIOUS'>;

const shortest = 8;

/** HMAC-SHA-256 of a text: 32 bytes. */
export async function macOf(purpose: Purpose, text: string, { AUTH_SECRET }: MacSettings): Promise<Uint8Array> {
  return signed(purpose, text, AUTH_SECRET);
}

/** Whether these bytes, eight at least, begin the MAC of the text, by the secret or the previous one. The caller decides how many. */
export async function isMacOf(
  purpose: Purpose,
  text: string,
  given: Uint8Array,
  { AUTH_SECRET, AUTH_SECRET_PREVIOUS }: MacSettings,
): Promise<boolean> {
  if (given.length < shortest) return false;
  const by = async (secret: string) => areEqual((await signed(purpose, text, secret)).subarray(0, given.length), given);
  return (await by(AUTH_SECRET)) || (AUTH_SECRET_PREVIOUS !== undefined && (await by(AUTH_SECRET_PREVIOUS)));
}

/** Takes as long wherever they differ. Node's own is not imported: evaluating node:crypto would be most of the Worker's start. */
export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

/** A token that names its subject until it expires: `{subject}.{Unix seconds}.{MAC}`. The subject has no dot. */
export async function signToken(
  purpose: Purpose,
  subject: string,
  expiresAt: Date,
  settings: MacSettings,
): Promise<string> {
  const content = `${subject}.${Math.floor(expiresAt.getTime() / 1000)}`;
  return `${content}.${Buffer.from(await macOf(purpose, content, settings)).toString('base64url')}`;
}

/** The subject of a token, or null: not ours, of another purpose, or expired. */
export async function subjectOf(
  purpose: Purpose,
  token: string,
  settings: MacSettings,
  now: Date,
): Promise<string | null> {
  const [, subject, expires, signature] = form.exec(token) ?? [];
  if (subject === undefined || expires === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  // Of the last character two bits are nobody's: a token is written in one way.
  if (given.toString('base64url') !== signature) return null;
  const isOurs = await isMacOf(purpose, `${subject}.${expires}`, given, settings);
  return isOurs && Number(expires) * 1000 > now.getTime() ? subject : null;
}

const form = /^([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/;
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function signed(purpose: Purpose, text: string, secret: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(purpose, secret), bytesOf(text)));
}

const keyOf = (purpose: Purpose, secret: string) =>
  crypto.subtle.importKey('raw', bytesOf(`${purpose}\n${secret}`), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
