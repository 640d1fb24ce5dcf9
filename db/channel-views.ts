import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../schema/enums.ts';
import { refreshCatalog } from './catalog.ts';
import { recordPosts } from './channels.ts';
import { array, type Db } from './client.ts';

/** How many of the latest posts average views are made of; shown_channels says the same. */
export const countedPosts = 5;

export interface DueChannel {
  readonly id: number;
  readonly creatorId: number;
  /** At its platform. */
  readonly externalId: string;
  /** How often its last measurements failed in succession. */
  readonly failures: number;
}

export interface Loan {
  readonly platform: Platform;
  readonly at: Date;
  readonly lentUntil: Date;
  /** For those that nobody can see, or whose account cannot be asked for: they must not stand in the way of the others. */
  readonly putOffUntil: Date;
  readonly most: number;
}

/**
 * Native channels of published creators whose views are due at one platform, and how many were looked at for them. Each is
 * lent to one caller at a time: until `lentUntil` nobody else gets it, and whoever ends without a word has it lent out again.
 */
export async function lendDueChannels(
  db: Db,
  { platform, at, lentUntil, putOffUntil, most }: Loan,
): Promise<{ lent: DueChannel[]; seen: number }> {
  const seen = await db.rows<DueChannel & { isLent: boolean }>(sql`
    with due as materialized (
      select ch.id, account.external_id, account.id is not null and p.creator_id is not null and u.id is not null as is_lent
      from channels ch
      left join social_accounts account on account.id = ch.social_account_id and account.status = 'ACTIVE'
        and account.is_verified and account.owner_id = ch.creator_id and account.external_id is not null
      left join creator_pages p on p.creator_id = ch.creator_id and p.status = 'PUBLISHED'
      left join users u on u.id = ch.creator_id and u.suspended_at is null
      where ch.kind = 'NATIVE' and ch.status = 'ACTIVE' and ch.platform = ${platform} and ch.views_due_at <= ${at}
      order by ch.views_due_at limit ${most} for no key update of ch skip locked
    )
    update channels ch
    set views_due_at = case when due.is_lent then ${lentUntil}::timestamptz else ${putOffUntil}::timestamptz end
    from due where ch.id = due.id
    returning ch.id::float8 as id, ch.creator_id::float8 as "creatorId", due.external_id as "externalId",
      ch.views_failures as failures, due.is_lent as "isLent"`);
  return { lent: seen.filter(({ isLent }) => isLent), seen: seen.length };
}

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
    refreshCatalog(channel.creatorId, at),
  ];
}

export interface NextMeasurement {
  readonly id: number;
  readonly dueAt: Date;
  readonly failures: number;
}

/** Ends the loan of channels, unless it has ended by itself and they are lent to another. */
export const returnChannels = (next: readonly NextMeasurement[], lentUntil: Date): SQL =>
  sql`update channels ch set views_due_at = n."dueAt", views_failures = n.failures
      from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n(id bigint, "dueAt" timestamptz, failures smallint)
      where ch.id = n.id and ch.views_due_at = ${lentUntil}`;
