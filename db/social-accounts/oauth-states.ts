import { and, eq, gt, type SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { maxOpenConnections } from '../../schema/social-accounts/account-limits.ts';
import type { Db } from '../client.ts';
import { build, countChanged, maybe, query } from '../query.ts';
import { oauthStates } from '../tables/connections.ts';

/** A connection that begins. */
export type NewState = Required<typeof oauthStates.$inferInsert>;

/** Stores a sign-in that begins. Only the user's latest ones stay, so that nobody can fill the table. */
export const insertState = (state: NewState): SQLWrapper => {
  const surplus = build.delete(oauthStates).where(
    sql`${oauthStates.stateHash} = any (array(
      select ${oauthStates.stateHash} from ${oauthStates} where ${oauthStates.userId} = ${state.userId}
      order by ${oauthStates.expiresAt} desc offset ${maxOpenConnections - 1}))`,
  );
  return sql`with surplus as (${surplus.getSQL()}) ${build.insert(oauthStates).values(state).getSQL()}`;
};

const stateFields = {
  userId: oauthStates.userId,
  accountId: oauthStates.accountId,
  /** In hexadecimal. */
  sealedVerifier: sql<string>`encode(${oauthStates.sealedVerifier}, 'hex')`,
  returnTo: oauthStates.returnTo,
  sharingVersion: oauthStates.sharingVersion,
  expiresAt: oauthStates.expiresAt,
};

export interface Return {
  readonly stateHash: Uint8Array;
  readonly browserHash: Uint8Array;
  readonly platform: Platform;
  readonly at: Date;
}

/** Takes the state of a connection that returns: only once, in time, and only for its own browser and platform. Null otherwise. */
export const takeState = (db: Db, { stateHash, browserHash, platform, at }: Return) =>
  maybe(
    db,
    query(
      stateFields,
      (columns) =>
        sql`${build
          .delete(oauthStates)
          .where(
            and(
              eq(oauthStates.stateHash, stateHash),
              eq(oauthStates.browserHash, browserHash),
              eq(oauthStates.platform, platform),
              gt(oauthStates.expiresAt, at),
            ),
          )
          .getSQL()} returning ${columns}`,
    ),
  );

/** Deletes at most `limit` states that have expired, and gives their number. */
export const deleteOldStates = (db: Db, at: Date, limit: number): Promise<number> =>
  countChanged(
    db,
    build.delete(oauthStates).where(
      sql`${oauthStates.stateHash} = any (array(
          select ${oauthStates.stateHash} from ${oauthStates} where ${oauthStates.expiresAt} <= ${at}
          order by ${oauthStates.expiresAt} limit ${limit}))`,
    ),
  );
