import { and, eq, lt, type SQLWrapper } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import type { Db } from '../client.ts';
import { build, countChanged } from '../query.ts';
import { socialGrants } from '../tables/connections.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { isUsable } from './accounts.ts';

interface Profile {
  readonly title: string;
  readonly followers: number | null;
}

/**
 * Stores the public profile of an account that has no active connection: under one the profile is read with the audience. The version stays, because the owner has
 * changed nothing.
 */
export const renewPublicProfile = (id: number, { title, followers }: Profile, at: Date): SQLWrapper =>
  build
    .update(socialAccounts)
    .set({ title, followers, profileAt: at })
    .where(
      and(
        eq(socialAccounts.id, id),
        isUsable,
        sql`not exists (select from ${socialGrants}
          where ${socialGrants.socialAccountId} = ${socialAccounts.id} and ${socialGrants.status} = 'ACTIVE')`,
      ),
    );

/** Deletes titles and numbers of followers that were read before this time, of at most `limit` accounts, and returns the number of accounts. */
export const forgetProfiles = (db: Db, platform: Platform, before: Date, limit: number): Promise<number> => {
  const isOld = and(eq(socialAccounts.platform, platform), lt(socialAccounts.profileAt, before));
  const old = sql`(select ${socialAccounts.id} from ${socialAccounts} where ${isOld}
    order by ${socialAccounts.profileAt} limit ${limit} for no key update skip locked)`;
  return countChanged(
    db,
    build
      .update(socialAccounts)
      .set({ title: null, followers: null, profileAt: null })
      .where(sql`${socialAccounts.id} in ${old}`),
  );
};
