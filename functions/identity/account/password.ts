import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { afterOtherHashes } from './hash-places.ts';

/**
 * The parameters N, r and p of scrypt. The recommended ones are a configuration of OWASP's minimum (16 MiB), and take about 300 ms of CPU
 * time: cheap ones are for tests. The hash contains its parameters, so the cost can be raised later.
 */
const costs = { recommended: [16_384, 8, 5], cheap: [16, 8, 1] } as const;
const keyBytes = 32;

export async function hashPassword(password: string, cost: keyof typeof costs): Promise<string> {
  const [costN, blockSizeR, parallelP] = costs[cost];
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
