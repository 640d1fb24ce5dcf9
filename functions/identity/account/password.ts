import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { afterOtherHashes } from './hash-places.ts';

// A configuration of OWASP's minimum for scrypt (16 MiB). The hash contains its parameters, so the cost can be raised later.
const [costN, blockSizeR, parallelP] = [16_384, 8, 5];
const keyBytes = 32;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, costN, blockSizeR, parallelP);
  return ['scrypt', costN, blockSizeR, parallelP, salt.toString('base64url'), key.toString('base64url')].join('$');
}

export async function isPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [name, n, r, p, salt = '', key = ''] = hash.split('$');
  if (name !== 'scrypt') return false;
  const stored = Buffer.from(key, 'base64url');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), Number(n), Number(r), Number(p));
  return stored.length === derived.length && timingSafeEqual(stored, derived);
}

function derive(password: string, salt: Buffer, n: number, r: number, p: number): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 256 * n * r };
  const hash = () =>
    new Promise<Buffer>((resolve, reject) => {
      const settle = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key));
      scrypt(password.normalize('NFKC'), salt, keyBytes, options, settle);
    });
  return afterOtherHashes(hash);
}
