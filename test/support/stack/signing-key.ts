import { createHash, createPrivateKey } from 'node:crypto';
import { symmetricEncrypt } from 'better-auth/crypto';
import { SignJWT } from 'jose';
import { openPool } from './pool.ts';

// The same key in each process: the first 16 bytes are the form of PKCS 8 for Ed25519.
const seed = createHash('sha256').update('the signing key of temporary stacks').digest();
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});

const encrypted = new Map<string, Promise<string>>();

/** The private key as the service encrypts its own. It takes as long as ten statements. */
function encryptedBy(authSecret: string): Promise<string> {
  const data = JSON.stringify(privateKey.export({ format: 'jwk' }));
  const known = encrypted.get(authSecret) ?? symmetricEncrypt({ key: authSecret, data });
  encrypted.set(authSecret, known);
  return known;
}

/** No other key gets it, so that the edge functions of a stack that is reset go on with the key. */
const signingKeyId = 1_000_000_000;

/** Stores the key as the service stores its own, so that both sign with it. Returns its id. */
export async function addSigningKey(databaseUrl: string, authSecret: string): Promise<string> {
  const { d: _, ...publicJwk } = privateKey.export({ format: 'jwk' });
  await openPool(databaseUrl).query(
    `insert into jwks (id, public_key, private_key, alg, crv) values ($1, $2, $3, 'EdDSA', 'Ed25519')`,
    [signingKeyId, JSON.stringify(publicJwk), JSON.stringify(await encryptedBy(authSecret))],
  );
  return String(signingKeyId);
}

export interface TokenClaims {
  readonly baseUrl: string;
  readonly signingKeyId: string;
  readonly userId: number;
  readonly sessionId: number;
  readonly at: Date;
}

/** The token that a user who signed in at that time gets then. */
export function signToken({ baseUrl, signingKeyId, userId, sessionId, at }: TokenClaims): Promise<string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  return new SignJWT({ sid: String(sessionId), auth_time: at.getTime() / 1_000 })
    .setProtectedHeader({ alg: 'EdDSA', kid: signingKeyId })
    .setSubject(String(userId))
    .setIssuer(baseUrl)
    .setAudience(baseUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 900)
    .sign(privateKey);
}
