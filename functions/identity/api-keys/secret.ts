import { isMacOf, type MacSettings, macOf } from '../../platform/mac.ts';
import type { PresentedKey } from './rules.ts';

// 32 bytes, 43 characters in base64url: 192 random bits, and the beginning of their MAC with the prefix.
const randomLength = 24;
const macLength = 8;

/**
 * A new secret. Its MAC distinguishes a key that this service has issued from a guess without a query. It grants nothing: the hash of the
 * secret in Postgres does.
 */
export async function newSecret(prefix: string, settings: MacSettings<'api-key'>): Promise<string> {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(randomLength)));
  const mac = await macOf('api-key', signedOf(prefix, random), settings);
  return Buffer.concat([random, mac.subarray(0, macLength)]).toString('base64url');
}

/** Whether this service has issued the key. False for keys from before secrets had a MAC, and from before two changes of SEALING_SECRET. */
export async function isGenuine({ prefix, secret }: PresentedKey, settings: MacSettings<'api-key'>): Promise<boolean> {
  const bytes = Buffer.from(secret, 'base64url');
  const signed = signedOf(prefix, bytes.subarray(0, randomLength));
  return isMacOf('api-key', signed, bytes.subarray(randomLength), settings);
}

const signedOf = (prefix: string, random: Buffer): string => `${prefix}.${random.toString('base64url')}`;
