import { and, eq, lt, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import type { Db } from '../client.ts';
import { build, countChanged } from '../query.ts';
import { socialGrants } from '../tables/connections.ts';
import { creators } from '../tables/creators.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { isUsable } from './accounts.ts';

/** A profile that was read again. */
export interface ReadProfile {
  /** The current name, because a platform may give a former one to another account; null when the platform does not state it. */
  readonly handle: string | null;
  readonly title: string;
  readonly followers: number | null;
}

/** A condition: the account has an active connection, whether it may be used now or not. */
export const isConnected = sql<boolean>`exists (select from ${socialGrants}
    where ${socialGrants.socialAccountId} = ${socialAccounts.id} and ${socialGrants.status} = 'ACTIVE')`;

/** The columns of a profile that was read at this time. */
export const profileColumns = ({ handle, title, followers }: ReadProfile, at: Date) => ({
  ...(handle !== null && { handle }),
  ...{ title, followers, profileAt: at },
});

/**
 * Stores the public profile of an account, requested at this time, unless a later one is stored or the account has an active connection: under
 * one the profile is read with the audience. The version stays, because the owner has changed nothing.
 */
export const renewPublicProfile = (id: number, profile: ReadProfile, at: Date): SQLWrapper =>
  build
    .update(socialAccounts)
    .set(profileColumns(profile, at))
    .where(
      and(
        eq(socialAccounts.id, id),
        isUsable,
        sql`not ${isConnected}`,
        sql`(${socialAccounts.profileAt} is null or ${socialAccounts.profileAt} < ${at})`,
      ),
    );

/**
 * Deletes what an account shows of its profile at the platform, if the condition holds: title, followers and picture, also the picture on its
 * owner's page. What the platform shows everyone is read again at once. The nightly sweep deletes the file of the picture.
 */
export const forgetProfile = (id: number, at: Date, condition: SQL = sql`true`): SQLWrapper => {
  const held = sql`select ${socialAccounts.id} as id, ${socialAccounts.ownerId} as owner_id, ${socialAccounts.avatarUrl} as url
    from ${socialAccounts} where ${socialAccounts.id} = ${id} and ${condition} for no key update`;
  const forgotten = build
    .update(socialAccounts)
    .set({
      ...{ title: null, followers: null, profileAt: null, avatarUrl: null },
      pictureDueAt: sql`case when ${socialAccounts.pictureDueAt} is not null then ${at}::timestamptz end`,
    })
    .from(sql`held`)
    .where(sql`${socialAccounts.id} = held.id`);
  const hidden = build
    .update(creators)
    .set({ avatarUrl: null, updatedAt: at })
    .from(sql`held`)
    .where(sql`${creators.userId} = held.owner_id and ${creators.avatarUrl} = held.url`);
  return sql`with held as materialized (${held}), forgotten as (${forgotten.getSQL()}) ${hidden.getSQL()}`;
};

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
