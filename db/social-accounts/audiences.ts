import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { array, type Db } from '../client.ts';
import { build, countChanged, json, jsonList, select, type TypeOf } from '../query.ts';
import { audienceSnapshots, socialAccounts } from '../tables/social-accounts.ts';

const snapshotJson = json({
  source: audienceSnapshots.source,
  capturedAt: audienceSnapshots.capturedAt,
  verifiedAt: audienceSnapshots.verifiedAt,
  periodDays: audienceSnapshots.periodDays,
  geo: audienceSnapshots.geo,
  demo: audienceSnapshots.demo,
  followers: audienceSnapshots.followers,
});

/** A snapshot of an audience, as JSON. */
export type SnapshotRecord = TypeOf<typeof snapshotJson>;

/** The latest snapshots of an account, newest first: a field of the facts. */
export const latestSnapshots = (accountId: number, limit: number): SQL<readonly SnapshotRecord[]> => {
  const order = sql`${audienceSnapshots.capturedAt} desc, ${audienceSnapshots.id} desc`;
  return jsonList(
    snapshotJson,
    sql`from (select * from ${audienceSnapshots} where ${audienceSnapshots.socialAccountId} = ${accountId}
      order by ${order} limit ${limit}) ${audienceSnapshots}`,
    order,
  );
};

/** The audience of an account as a platform or a reviewed recording states it. */
export type Audience = Required<
  Pick<typeof audienceSnapshots.$inferInsert, 'source' | 'capturedAt' | 'verifiedAt' | 'periodDays' | 'geo' | 'demo'>
> &
  Pick<typeof audienceSnapshots.$inferInsert, 'followers' | 'sessionId'>;

export const insertAudience = (socialAccountId: number, audience: Audience): SQLWrapper =>
  build.insert(audienceSnapshots).values({ ...audience, socialAccountId });

/** Marks verified audiences from before `before` that a newer one has replaced, at most `limit`, and returns their number. They are not shown. */
export const expireReplaced = (db: Db, before: Date, at: Date, limit: number): Promise<number> =>
  countChanged(
    db,
    build
      .update(audienceSnapshots)
      .set({ expiredAt: at })
      .where(
        sql`${audienceSnapshots.id} = any (array(select ${audienceSnapshots.id} from ${audienceSnapshots} where ${isShown} and ${audienceSnapshots.capturedAt} < ${before}
          and exists (select from ${audienceSnapshots} newer where newer.social_account_id = ${audienceSnapshots.socialAccountId}
            and newer.verified_at is not null and newer.captured_at > ${audienceSnapshots.capturedAt})
          order by ${audienceSnapshots.capturedAt} limit ${limit} for no key update skip locked))`,
      ),
  );

/** The audiences that must not be shown any more. */
export interface Hidden {
  /** Those that were captured before this time. */
  readonly before: Date;
  /** Those that were read under a connection at these platforms. */
  readonly withheld: readonly Platform[];
}

/** Owners of accounts with such audiences that are still shown, at most `limit`. */
export const ownersOfHiddenAudiences = async (db: Db, hidden: Hidden, limit: number): Promise<number[]> =>
  (
    await db.read(
      select(
        { id: socialAccounts.ownerId },
        sql`from ${audienceSnapshots} join ${socialAccounts} on ${socialAccounts.id} = ${audienceSnapshots.socialAccountId}
          where ${isHidden(hidden)} group by ${socialAccounts.ownerId} limit ${limit}`,
      ),
    )
  ).map(({ id }) => id);

/** Hides such audiences of an owner. The commit also refreshes the catalog. */
export const expireAudiences = (ownerId: number, hidden: Hidden, at: Date): SQLWrapper =>
  build
    .update(audienceSnapshots)
    .set({ expiredAt: at })
    .where(
      sql`${isHidden(hidden)} and ${audienceSnapshots.socialAccountId} in (
        select ${socialAccounts.id} from ${socialAccounts} where ${socialAccounts.ownerId} = ${ownerId})`,
    );

const isShown = sql`${audienceSnapshots.verifiedAt} is not null and ${audienceSnapshots.expiredAt} is null`;

const isHidden = ({ before, withheld }: Hidden): SQL => sql`${isShown} and (${audienceSnapshots.capturedAt} < ${before}
  or ${audienceSnapshots.source} = 'PLATFORM_API' and exists (select from ${socialAccounts} where ${socialAccounts.id} = ${audienceSnapshots.socialAccountId}
    and ${socialAccounts.platform} = any (${array(withheld)}::text[])))`;
