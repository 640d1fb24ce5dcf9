import type { SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { build, json, jsonList, type TypeOf } from '../query.ts';
import { audienceSnapshots } from '../tables/social-accounts.ts';

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
