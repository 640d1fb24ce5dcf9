import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { Db } from '../client.ts';
import { longestLeaseMs } from '../platform-work.ts';
import { build, one, select } from '../query.ts';
import { campaignPosts } from '../tables/campaign-posts.ts';
import { campaigns } from '../tables/campaigns.ts';
import { users } from '../tables/identity.ts';

/** Makes undecided posts due at their platforms after their moderation window, at most `limit`, and returns their number. */
export const scanUndecided = async (
  db: Db,
  { at, retryAt, limit }: { readonly at: Date; readonly retryAt: Date; readonly limit: number },
): Promise<number> => {
  const leasedUntil = new Date(at.getTime() + longestLeaseMs);
  const { due } = await one(
    db,
    select({ due: sql<number>`campaign_scan_undecided(${at}, ${leasedUntil}, ${retryAt}, ${limit})` }),
  );
  return due;
};

/** Accepts a post that is on moderation, and books what it has earned. INSUFFICIENT_FUNDS if the budget does not cover its reward. */
export const acceptPost = (id: number, at: Date): SQL => sql`select campaign_accept_by_advertiser(${id}, ${at})`;

/** Rejects a post that is on moderation. */
export const rejectPost = (
  id: number,
  { reason, note, at }: { readonly reason: string; readonly note: string | null; readonly at: Date },
): SQL => sql`select campaign_reject_by_advertiser(${id}, ${reason}, ${note}, ${at})`;

/** Withdraws a post that nobody has decided about. */
export const withdrawPost = (id: number, at: Date): SQL => sql`select campaign_withdraw_by_creator(${id}, ${at})`;

/**
 * Extends the moderation window of each undecided post of this creator or advertiser to `until`, if it ends earlier. This precedes the
 * statement that lifts the suspension, because campaigns are locked before users.
 */
export const extendDecisions = (
  userId: number,
  { at, until }: { readonly at: Date; readonly until: Date },
): SQLWrapper[] => {
  const undecided = sql`from ${campaignPosts} join ${campaigns} on ${campaigns.id} = ${campaignPosts.campaignId}
    where ${campaignPosts.status} = 'ON_MODERATION' and ${userId} in (${campaigns.advertiserId}, ${campaignPosts.creatorId})
      and exists (select from ${users} where ${users.id} = ${userId} and ${users.suspendedAt} is not null)`;
  return [
    sql`select from ${campaigns} where ${campaigns.id} in (select ${campaignPosts.campaignId} ${undecided})
      order by ${campaigns.id} for no key update`,
    build
      .update(campaignPosts)
      .set({ decideBy: sql`greatest(${campaignPosts.decideBy}, ${until})`, updatedAt: at })
      .where(
        sql`${campaignPosts.status} = 'ON_MODERATION' and ${campaignPosts.id} in (select ${campaignPosts.id} ${undecided})`,
      ),
  ];
};
