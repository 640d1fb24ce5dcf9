import type { Settings } from '../settings/index.ts';
import { derivedKey } from './derived-key.ts';

export type Sealing = Pick<Settings, 'SEALING_SECRET' | 'SEALING_SECRET_PREVIOUS'>;

/** What a secret is for, and the row that holds it. Both are authenticated, so a secret moved to another row cannot be decrypted. */
export interface Box {
  readonly purpose: 'webhook-secrets' | 'social-tokens' | 'oauth-verifiers';
  readonly holder: string;
}

/** Encrypts a secret for the database under SEALING_SECRET: AES-256-GCM with a random nonce. */
export async function seal(bytes: Uint8Array<ArrayBuffer>, box: Box, { SEALING_SECRET }: Sealing): Promise<Uint8Array> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const sealed = await crypto.subtle.encrypt(cipher(nonce, box), await keyFor(box, SEALING_SECRET), bytes);
  return Uint8Array.from([form, ...nonce, ...new Uint8Array(sealed)]);
}

/**
 * Decrypts a secret. Throws SecretLost when it was sealed under neither SEALING_SECRET nor its predecessor, for another purpose or row, or
 * was altered.
 */
export async function unseal(sealed: Uint8Array, box: Box, settings: Sealing): Promise<Uint8Array<ArrayBuffer>> {
  const { SEALING_SECRET, SEALING_SECRET_PREVIOUS } = settings;
  const opened =
    (await open(sealed, box, SEALING_SECRET)) ??
    (SEALING_SECRET_PREVIOUS === undefined ? null : await open(sealed, box, SEALING_SECRET_PREVIOUS));
  if (opened === null) throw new SecretLost('it was not sealed so');
  return opened;
}

/** Seals the secret under SEALING_SECRET; null when it already is. Throws SecretLost like unseal(). */
export async function reseal(sealed: Uint8Array, box: Box, settings: Sealing): Promise<Uint8Array | null> {
  if ((await open(sealed, box, settings.SEALING_SECRET)) !== null) return null;
  return seal(await unseal(sealed, box, settings), box, settings);
}

/** The secret cannot be decrypted unless the SEALING_SECRET that sealed it is configured again, as the current or the previous one. */
export class SecretLost extends Error {}

const nonceBytes = 12;
/** The first byte: the version of the format. */
const form = 1;

/** Null when the decryption fails. */
async function open(sealed: Uint8Array, box: Box, sealingSecret: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (sealed[0] !== form) return null;
  const nonce = sealed.slice(1, 1 + nonceBytes);
  const key = await keyFor(box, sealingSecret);
  const opening = crypto.subtle.decrypt(cipher(nonce, box), key, sealed.slice(1 + nonceBytes));
  return opening.then(
    (opened) => new Uint8Array(opened),
    () => null,
  );
}

const cipher = (iv: Uint8Array<ArrayBuffer>, { holder }: Box) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(holder),
});

const keyFor = ({ purpose }: Box, secret: string): Promise<CryptoKey> =>
  derivedKey(secret, purpose, { name: 'AES-GCM', length: 256 });
