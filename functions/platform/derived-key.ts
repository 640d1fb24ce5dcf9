const derived = new Map<string, Promise<CryptoKey>>();

type Algorithm =
  | { readonly name: 'AES-GCM'; readonly length: 256 }
  | { readonly name: 'HMAC'; readonly hash: 'SHA-256' };

/**
 * A key for one purpose, derived from a secret by HKDF with SHA-256, so that a signature or ciphertext of one purpose is invalid for
 * another. An isolate derives each key once.
 */
export function derivedKey(secret: string, purpose: string, algorithm: Algorithm): Promise<CryptoKey> {
  const name = `${purpose}\n${secret}`;
  const key = derived.get(name) ?? derive(secret, purpose, algorithm);
  derived.set(name, key);
  return key;
}

async function derive(secret: string, purpose: string, algorithm: Algorithm): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey('raw', bytesOf(secret), 'HKDF', false, ['deriveKey']);
  const by = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf(purpose) };
  const usages: KeyUsage[] = algorithm.name === 'HMAC' ? ['sign'] : ['encrypt', 'decrypt'];
  return crypto.subtle.deriveKey(
    by,
    source,
    { ...algorithm, ...(algorithm.name === 'HMAC' && { length: 256 }) },
    false,
    usages,
  );
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
