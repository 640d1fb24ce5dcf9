import type { Settings } from '../env.ts';

type Signing = Pick<Settings, 'AUTH_SECRET' | 'AUTH_SECRET_PREVIOUS' | 'BASE_URL' | 'PREVIEW_TTL_SECONDS'>;

/** The address of a private preview: whoever has it may look until it expires; nobody else can make one. */
export async function signPreview(publicId: string, settings: Signing, now: Date): Promise<string> {
  const expires = Math.floor(now.getTime() / 1000) + settings.PREVIEW_TTL_SECONDS;
  const content = `${publicId}.${expires}`;
  const signature = await crypto.subtle.sign('HMAC', await keyOf(settings.AUTH_SECRET), bytesOf(content));
  return `${settings.BASE_URL}/creators/preview/${content}.${Buffer.from(signature).toString('base64url')}`;
}

/** Whose preview a token shows, or null: not ours, or expired. */
export async function previewedBy(token: string, settings: Signing, now: Date): Promise<string | null> {
  const [, publicId, expires, signature] = form.exec(token) ?? [];
  if (publicId === undefined || expires === undefined || signature === undefined) return null;
  const given = Buffer.from(signature, 'base64url');
  const content = bytesOf(`${publicId}.${expires}`);
  const signedBy = async (secret: string) => crypto.subtle.verify('HMAC', await keyOf(secret), given, content);
  const { AUTH_SECRET, AUTH_SECRET_PREVIOUS } = settings;
  const isOurs =
    (await signedBy(AUTH_SECRET)) || (AUTH_SECRET_PREVIOUS !== undefined && (await signedBy(AUTH_SECRET_PREVIOUS)));
  return isOurs && Number(expires) * 1000 > now.getTime() ? publicId : null;
}

const form = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A key for this alone: the secret serves other ends too. */
const keyOf = (secret: string) =>
  crypto.subtle.importKey('raw', bytesOf(`creator-preview\n${secret}`), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
