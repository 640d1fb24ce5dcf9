import { derivedKey } from '../../platform/derived-key.ts';
import type { Settings } from '../../settings/index.ts';

type Sealing = Pick<Settings, 'SEALING_SECRET' | 'SEALING_SECRET_PREVIOUS'>;

/** The owner of a sealed secret. It is authenticated, so a secret moved to another row cannot be decrypted. */
export interface SecretOwner {
  readonly endpointId: number;
  readonly ownerId: number;
}

/** A new signing secret: as text for its owner, who sees it once, and sealed for the database. */
export async function newSecret(
  owner: SecretOwner,
  settings: Sealing,
): Promise<{ readonly secret: string; readonly sealed: Uint8Array }> {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return { secret: written(bytes), sealed: await seal(bytes, owner, settings) };
}

/**
 * Decrypts a secret. Throws SecretLost when it was sealed under neither SEALING_SECRET nor its predecessor, for another endpoint, or was
 * altered.
 */
export async function openSecret(sealed: Uint8Array, owner: SecretOwner, settings: Sealing): Promise<string> {
  const { SEALING_SECRET, SEALING_SECRET_PREVIOUS } = settings;
  const opened =
    (await open(sealed, owner, SEALING_SECRET)) ??
    (SEALING_SECRET_PREVIOUS === undefined ? null : await open(sealed, owner, SEALING_SECRET_PREVIOUS));
  if (opened === null) throw new SecretLost('it was not sealed so');
  return written(opened);
}

/** Seals the secret under SEALING_SECRET; null when it already is. Throws SecretLost like openSecret(). */
export async function reseal(sealed: Uint8Array, owner: SecretOwner, settings: Sealing): Promise<Uint8Array | null> {
  if ((await open(sealed, owner, settings.SEALING_SECRET)) !== null) return null;
  return seal(bytesOf(await openSecret(sealed, owner, settings)), owner, settings);
}

/** The secret cannot be decrypted unless the SEALING_SECRET that sealed it is configured again, as the current or the previous one. */
export class SecretLost extends Error {}

const secretBytes = 32;
const nonceBytes = 12;
/** The first byte: the version of the format. */
const form = 1;

/** The notation of Standard Webhooks for a symmetric secret. */
const written = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`;

const bytesOf = (secret: string) => Uint8Array.from(Buffer.from(secret.slice('whsec_'.length), 'base64'));

async function seal(
  bytes: Uint8Array<ArrayBuffer>,
  owner: SecretOwner,
  { SEALING_SECRET }: Sealing,
): Promise<Uint8Array> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const sealed = await crypto.subtle.encrypt(cipher(nonce, owner), await sealingKey(SEALING_SECRET), bytes);
  return Uint8Array.from([form, ...nonce, ...new Uint8Array(sealed)]);
}

/** Null when the decryption fails. */
async function open(sealed: Uint8Array, owner: SecretOwner, sealingSecret: string): Promise<Uint8Array | null> {
  if (sealed[0] !== form) return null;
  const nonce = sealed.slice(1, 1 + nonceBytes);
  const key = await sealingKey(sealingSecret);
  const opening = crypto.subtle.decrypt(cipher(nonce, owner), key, sealed.slice(1 + nonceBytes));
  return opening.then(
    (opened) => new Uint8Array(opened),
    () => null,
  );
}

const cipher = (iv: Uint8Array<ArrayBuffer>, { endpointId, ownerId }: SecretOwner) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`webhook endpoint ${endpointId} of ${ownerId}`),
});

const sealingKey = (secret: string): Promise<CryptoKey> =>
  derivedKey(secret, 'webhook-secrets', { name: 'AES-GCM', length: 256 });
