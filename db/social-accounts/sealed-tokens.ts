import type { SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, type RowOf, select } from '../query.ts';
import { socialGrants } from '../tables/connections.ts';

const fields = {
  /** The account. */
  id: socialGrants.socialAccountId,
  /** The access token, in hexadecimal. */
  sealed: sql<string>`encode(${socialGrants.sealedAccess}, 'hex')`,
  /** The refresh token. */
  other: sql<string | null>`encode(${socialGrants.sealedRefresh}, 'hex')`,
};

/** The sealed tokens of grants, in the order of their accounts, from the one after `after`. */
export const sealedTokens = (db: Db, after: number, limit: number): Promise<RowOf<typeof fields>[]> =>
  db.read(
    select(
      fields,
      sql`from ${socialGrants} where ${socialGrants.socialAccountId} > ${after} and ${socialGrants.sealedAccess} is not null
        order by ${socialGrants.socialAccountId} limit ${limit}`,
    ),
  );

/** The tokens of a grant, sealed under the current SEALING_SECRET. `was` is the former `sealed`; a null `other` stays as it is. */
export interface ResealedTokens extends RowOf<typeof fields> {
  readonly was: string;
}

/** Stores resealed tokens. A grant whose tokens were renewed meanwhile keeps its own. */
export const storeResealedTokens = (resealed: readonly ResealedTokens[]): SQLWrapper =>
  build
    .update(socialGrants)
    .set({
      sealedAccess: sql`decode(resealed.sealed, 'hex')`,
      sealedRefresh: sql`coalesce(decode(resealed.other, 'hex'), ${socialGrants.sealedRefresh})`,
    })
    .from(
      sql`json_to_recordset(${JSON.stringify(resealed)}::json) as resealed (id bigint, was text, sealed text, other text)`,
    )
    .where(
      sql`${socialGrants.socialAccountId} = resealed.id and ${socialGrants.sealedAccess} = decode(resealed.was, 'hex')`,
    );
