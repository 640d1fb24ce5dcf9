import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Scope } from '../../../schema/shared/enums.ts';

interface KeyOptions {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: Date | null;
}

/**
 * Inserts an API key of the user, which takes a twentieth of the time of the request, and returns it. Its secret has no MAC, like a key from before
 * secrets had one.
 */
export async function insertedKey(
  pool: Pool,
  ownerId: number,
  { name = 'test', scopes = ['read', 'write'], expiresAt = null }: KeyOptions = {},
): Promise<string> {
  const prefix = randomBytes(6).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(secret).digest();
  await pool.query(
    `insert into api_keys (id, owner_id, name, prefix, secret_sha256, scopes, expires_at, created_at) values ($1, $2, $3, $4, $5, $6, $7, now())`,
    [randomUUID(), ownerId, name, prefix, hash, scopes, expiresAt],
  );
  return `castline_live_${prefix}.${secret}`;
}
