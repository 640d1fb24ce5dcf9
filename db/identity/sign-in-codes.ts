import { eq, gt, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { build, maybe, query } from '../query.ts';
import { verifications } from '../tables/identity.ts';

export interface NewCode {
  /** The hash of what the browser shows together with the code. */
  readonly challengeHash: string;
  readonly codeSha256: Uint8Array;
  /** Null for a code that signs nobody in. Its row differs in nothing else, so that no duration reveals it. */
  readonly userId: number | null;
  readonly tries: number;
  readonly at: Date;
  readonly expiresAt: Date;
}

const identifierOf = (challengeHash: string): string => `sign-in-code:${challengeHash}`;

export const insertCode = ({ challengeHash, codeSha256, userId, tries, at, expiresAt }: NewCode): SQLWrapper =>
  build.insert(verifications).values({
    identifier: identifierOf(challengeHash),
    value: userId === null ? '' : String(userId),
    codeSha256,
    triesLeft: tries,
    ...{ createdAt: at, updatedAt: at, expiresAt },
  });

export interface GivenCode {
  readonly challengeHash: string;
  readonly codeSha256: Uint8Array;
  readonly at: Date;
}

/** Uses one try, and all of them with the right code. Null without a code that has tries left. */
export const tryCode = (db: Db, { challengeHash, codeSha256, at }: GivenCode) =>
  maybe(
    db,
    query(
      {
        isRight: sql<boolean>`${verifications.codeSha256} = ${codeSha256}`,
        userId: sql<string>`${verifications.value}`,
      },
      (columns) => sql`update ${verifications}
        set tries_left = case when ${verifications.codeSha256} = ${codeSha256} then 0 else ${verifications.triesLeft} - 1 end
        where ${eq(verifications.identifier, identifierOf(challengeHash))} and ${gt(verifications.expiresAt, at)}
          and ${gt(verifications.triesLeft, 0)}
        returning ${columns}`,
    ),
  );
