import { gt, isNull, or } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { type RowOf, select } from '../query.ts';
import { jwks } from '../tables/identity.ts';

/** A condition: tokens of the key are accepted. An expired key stays valid until its last token has expired. */
export const isInUse = (now: Date): SQL | undefined =>
  or(isNull(jwks.expiresAt), gt(jwks.expiresAt, new Date(now.getTime() - 3_600_000)));

const signingKeyFields = {
  kid: sql<string>`${jwks.id}::text`,
  publicKey: jwks.publicKey,
  alg: sql<string>`coalesce(${jwks.alg}, 'EdDSA')`,
};

export type SigningKey = RowOf<typeof signingKeyFields>;

/** The public halves of the keys that sign our own tokens. */
export const readSigningKeys = (db: Db, now: Date): Promise<SigningKey[]> =>
  db.read(select(signingKeyFields, sql`from ${jwks} where ${isInUse(now)}`));
