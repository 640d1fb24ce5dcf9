import { and, eq, isNull, type SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { build, changesOne, maybe, type RowOf, select } from '../query.ts';
import { socialGrants } from '../tables/connections.ts';
import { users } from '../tables/identity.ts';
import { socialAccounts } from '../tables/social-accounts.ts';

const fields = {
  ownerId: socialAccounts.ownerId,
  platform: socialAccounts.platform,
  handle: socialAccounts.handle,
  accountStatus: socialAccounts.status,
  /** Its owner may connect: not suspended, and still a creator. */
  isOwnerAllowed: sql<boolean>`${users.suspendedAt} is null and 'CREATOR' = any (${users.roles})`,
  grantStatus: socialGrants.status,
  endedAt: socialGrants.endedAt,
  linkUsedAt: socialGrants.linkUsedAt,
  sharingVersion: socialGrants.sharingVersion,
};

/** The account of a link that connects it again, and its connection. */
export type LinkedAccount = RowOf<typeof fields>;

export const readLinkedAccount = (db: Db, accountId: number): Promise<LinkedAccount | null> =>
  maybe(
    db,
    select(
      fields,
      sql`from ${socialAccounts} join ${socialGrants} on ${socialGrants.socialAccountId} = ${socialAccounts.id}
        join ${users} on ${users.id} = ${socialAccounts.ownerId} where ${socialAccounts.id} = ${accountId}`,
    ),
  );

/** Uses up the link of a connection that expired at `endedAt`. VERSION_CONFLICT when it was used, or the connection has changed. */
export const useLink = (accountId: number, endedAt: Date, at: Date): SQLWrapper =>
  changesOne(
    build
      .update(socialGrants)
      .set({ linkUsedAt: at })
      .where(
        and(
          eq(socialGrants.socialAccountId, accountId),
          eq(socialGrants.status, 'EXPIRED'),
          eq(socialGrants.endedAt, endedAt),
          isNull(socialGrants.linkUsedAt),
        ),
      ),
  );
