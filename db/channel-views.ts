import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { refreshFigures } from './catalog.ts';
import { recordPosts } from './channels.ts';
import { array, type Db } from './client.ts';
import { type Lendable, type Lent, type Loan, lend } from './loans.ts';

/** How many of the latest posts average views are made of; shown_channels says the same. */
export const countedPosts = 5;

export interface DueChannel extends Lent {
  readonly creatorId: number;
  /** At its platform. */
  readonly externalId: string;
}

export const lendableChannels: Lendable = { table: 'channels', dueAt: 'views_due_at', failures: 'views_failures' };

/** Native channels of published creators whose views are due at one platform; see lend(). */
export const lendDueChannels = (
  db: Db,
  loan: Loan,
  putOffUntil: Date,
): Promise<{ lent: DueChannel[]; seen: number }> => {
  const due = sql`
    select ch.id, account.external_id, account.id is not null and p.creator_id is not null and u.id is not null as is_lent
    from channels ch
    left join social_accounts account on account.id = ch.social_account_id and account.status = 'ACTIVE'
      and account.is_verified and account.owner_id = ch.creator_id and account.external_id is not null
    left join creator_pages p on p.creator_id = ch.creator_id and p.status = 'PUBLISHED'
    left join users u on u.id = ch.creator_id and u.suspended_at is null
    where ch.kind = 'NATIVE' and ch.status = 'ACTIVE' and ch.platform = ${loan.platform} and ch.views_due_at <= ${loan.at}
    order by ch.views_due_at limit ${loan.most} for no key update of ch skip locked`;
  const told = sql`lent.creator_id::float8 as "creatorId", due.external_id as "externalId"`;
  return lend<DueChannel>(db, lendableChannels, { due, told, putOffUntil }, loan);
};

/** What was put off, which nothing that is measured ever is for so long, is due now: its creator can be seen again. */
export const recallPutOff = (creatorId: number, at: Date, longestRest: Date): SQL =>
  sql`update channels set views_due_at = ${at}
      where creator_id = ${creatorId} and kind = 'NATIVE' and status = 'ACTIVE' and views_due_at > ${longestRest}`;

export interface MeasuredPost {
  readonly externalId: string;
  readonly publishedAt: Date;
  readonly views: number | null;
}

/** The latest public posts as they were just measured. Of the others none counts that would stand among them. */
export function recordMeasurement(channel: DueChannel, posts: readonly MeasuredPost[], at: Date): SQL[] {
  const rows = posts.map((post) => ({ ...post, publishedAt: post.publishedAt.toISOString() }));
  const oldest = rows.length < countedPosts ? null : (rows.at(-1)?.publishedAt ?? null);
  return [
    recordPosts(channel.id, rows, at),
    sql`update channel_posts set is_public = false
        where channel_id = ${channel.id} and is_public and external_id <> all (${array(rows.map((row) => row.externalId))}::text[])
          and (${oldest}::timestamptz is null or published_at >= ${oldest}::timestamptz)`,
    refreshFigures(channel.creatorId, at),
  ];
}
