import type { Settings } from '../env.ts';

type Sealing = Pick<Settings, 'AUTH_SECRET'>;

/** Whose secret it is: a sealed secret that was moved to another row cannot be opened there. */
export interface SecretOwner {
  readonly endpointId: number;
  readonly ownerId: number;
}

/** A new signing secret, as its owner sees it once and as the database keeps it. */
export async function newSecret(
  owner: SecretOwner,
  settings: Sealing,
): Promise<{ readonly secret: string; readonly sealed: Uint8Array }> {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const sealed = await crypto.subtle.encrypt(cipher(nonce, owner), await sealingKey(settings), bytes);
  return { secret: written(bytes), sealed: Uint8Array.from([form, ...nonce, ...new Uint8Array(sealed)]) };
}

/** The secret; SecretLost when it was sealed under another AUTH_SECRET, for another endpoint, or was changed since. */
export async function openSecret(sealed: Uint8Array, owner: SecretOwner, settings: Sealing): Promise<string> {
  if (sealed[0] !== form) throw new SecretLost('its form is not known');
  const nonce = sealed.slice(1, 1 + nonceBytes);
  const content = sealed.slice(1 + nonceBytes);
  const key = await sealingKey(settings);
  const opened = await crypto.subtle.decrypt(cipher(nonce, owner), key, content).catch((cause: unknown) => {
    throw new SecretLost('it was not sealed so', { cause });
  });
  return written(new Uint8Array(opened));
}

/** Nobody will ever open it again, unless the AUTH_SECRET is back under which it was sealed. */
export class SecretLost extends Error {}

const secretBytes = 32;
const nonceBytes = 12;
/** The first byte: how the rest is sealed, should that ever change. */
const form = 1;

/** As Standard Webhooks writes a symmetric secret. */
const written = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`;

const cipher = (iv: Uint8Array<ArrayBuffer>, { endpointId, ownerId }: SecretOwner) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`webhook endpoint ${endpointId} of ${ownerId}`),
});

/** A key for this alone: AUTH_SECRET serves other ends too. */
async function sealingKey({ AUTH_SECRET }: Sealing): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey('raw', new TextEncoder().encode(AUTH_SECRET), 'HKDF', false, [
    'deriveKey',
  ]);
  const purpose = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode('webhook-secrets'),
  };
  return crypto.subtle.deriveKey(purpose, source, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
