import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Counter, counters } from '../../schema/metrics/metric-rules.ts';
import type { MediaType, UnknownCounts, Visibility } from '../../schema/metrics/readings.ts';
import type { Platform } from '../../schema/shared/enums.ts';
import { jsonb } from '../client.ts';
import { type Held, isHeld, type Leasable } from '../leases.ts';
import { build, insertSelect } from '../query.ts';
import { isAccountUsable } from '../social-accounts/grant-access.ts';
import { socialGrants } from '../tables/connections.ts';
import { deliverableScans as scans } from '../tables/metrics.ts';
import { postMeasurements as measurements, posts } from '../tables/posts.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { isPublishedElsewhere } from './publishers.ts';
import { inLockOrder } from './tracked-posts.ts';

/** What a platform returned for one post. */
export interface StoredReading {
  readonly contentId: string;
  /** Null: unknown, and `reasons` says why. */
  readonly counts: Readonly<Record<Counter, number | null>>;
  readonly reasons: UnknownCounts;
  /** Null: the platform shows no such post. */
  readonly post: {
    readonly mediaType: MediaType;
    readonly visibility: Visibility;
    readonly publishedAt: Date;
    /** The account that published it; null when the platform does not name it. */
    readonly ownerExternalId: string | null;
    /** The id by which the platform's events name it, where it is not the content id. */
    readonly mediaId?: string;
  } | null;
}

export interface Measured {
  readonly platform: Platform;
  readonly source: string;
  readonly viewDefinition: string | null;
  readonly at: Date;
  /** The account under whose grant the posts were read; null: by the application's key. */
  readonly grantOf: number | null;
  /** Only posts with this lease; null: all posts that are measured. */
  readonly leaseEnd: Date | null;
  /** The content ids of posts without a reading that the same commit changes. They are locked with the others. */
  readonly unread?: readonly string[];
  /** The lease of the row that the posts were read for; another caller that has it makes the readings void. */
  readonly readFor?: { readonly leasable: Leasable; readonly held: Held };
  /** Whether others may see what was read so: always, never, or while the account's owner consents. */
  readonly isShared: boolean | 'WITH_CONSENT';
}

/** Enough to tell that a post is missing; the column is a small integer. */
const maxMissingScans = 1_000;

const found = {
  views: sql`found.views`,
  likes: sql`found.likes`,
  comments: sql`found.comments`,
  saves: sql`found.saves`,
};

/**
 * Stores readings of posts that are measured, once for all deliverables that name them. A count that fell is stored as the platform gave it,
 * and flagged. The last known metrics take only known values: a null or an earlier reading changes neither value nor time. What was read
 * under a grant is stored only while the grant is active: this commit waits for a concurrent commit that ends the grant.
 */
export function recordReadings(readings: readonly StoredReading[], measured: Measured): SQL {
  const { platform, at, grantOf, leaseEnd, source, viewDefinition, isShared, readFor, unread = [] } = measured;
  const given = [...readings, ...unread.map((contentId) => ({ contentId, counts: {} }))];
  // The account before its grant, as every commit locks them.
  const owner = sql`select ${socialAccounts.id} as id from ${socialAccounts}
    where ${socialAccounts.id} = ${grantOf}::bigint and ${isAccountUsable} for share`;
  const granted = sql`select ${socialGrants.sharedAt} is not null as is_shared from ${socialGrants}
    where ${socialGrants.socialAccountId} = (select id from owner) and ${socialGrants.status} = 'ACTIVE' for share`;
  const isDue = leaseEnd === null ? sql`${posts.dueAt} is not null` : sql`${posts.dueAt} = ${leaseEnd}::timestamptz`;
  // Locks all these posts, also those of which nothing is stored, and before them the account, its grant and the holder.
  const locked = sql`
    select ${posts.id} as post_id, ${isOwn(grantOf)} and exists (select from holder) as is_stored,
      coalesce(n.post->>'ownerExternalId', ${posts.ownerExternalId}) as publisher, c.*, n.reasons, n.post
    from jsonb_to_recordset(${jsonb(given)}) as n("contentId" text, counts jsonb, reasons jsonb, post jsonb)
    cross join lateral jsonb_to_record(n.counts) as c(views bigint, likes bigint, comments bigint, saves bigint)
    join ${posts} on ${posts.platform} = ${platform} and ${posts.contentId} = n."contentId" and ${isDue}
    where (select count(*) from granted) >= 0 and (select count(*) from holder) >= 0
    order by ${inLockOrder} for no key update of ${posts}`;
  const inserted = insertSelect(
    measurements,
    {
      ...found,
      postId: sql`found.post_id`,
      measuredAt: at,
      source,
      grantAccountId: sql`${grantOf}::bigint`,
      viewDefinition,
      reasons: sql`found.reasons`,
      fallen: sql`array_remove(array[${sql.join(
        counters.map((counter) => fell(counter, at)),
        sql`, `,
      )}], null)`,
    },
    sql`from found on conflict do nothing`,
  );
  // A post that the platform does not show keeps its description.
  const ifShown = (value: SQL, column: AnyPgColumn) =>
    sql`case when found.post is null then ${column} else ${value} end`;
  const described = build
    .update(posts)
    .set({
      missingScans: sql`case when found.post is null then least(${posts.missingScans} + 1, ${maxMissingScans}) else 0 end`,
      mediaType: ifShown(sql`found.post->>'mediaType'`, posts.mediaType),
      visibility: ifShown(sql`found.post->>'visibility'`, posts.visibility),
      publishedAt: ifShown(sql`(found.post->>'publishedAt')::timestamptz`, posts.publishedAt),
      mediaId: sql`coalesce(found.post->>'mediaId', ${posts.mediaId})`,
      // Never the account of the grant: at X it reads posts of other accounts too.
      ownerExternalId: ifShown(sql`found.publisher`, posts.ownerExternalId),
      socialAccountId: ifShown(sql`coalesce(${posts.socialAccountId}, ${grantOf}::bigint)`, posts.socialAccountId),
    })
    .from(sql`found`)
    .where(sql`${posts.id} = found.post_id`);
  const shown =
    isShared === 'WITH_CONSENT' ? sql`exists (select from granted where is_shared)` : sql`${isShared}::boolean`;
  const holder = readFor
    ? sql`select 1 from ${readFor.leasable.table} where ${isHeld(readFor.leasable, readFor.held)} for no key update`
    : sql`select 1`;
  return sql`with owner as materialized (${owner}), granted as materialized (${granted}), holder as materialized (${holder}),
    locked as materialized (${locked}), found as materialized (select * from locked where is_stored and reasons is not null),
    measured as (${inserted}),
    described as (${described.getSQL()}) ${showReadings(shown, at).getSQL()}`;
}

/**
 * A condition: this credential may store a reading of the post. A grant: only of posts of its account, or of no account. The key: only if the
 * account of the post, if there is one, can be used.
 */
const isOwn = (grantOf: number | null): SQL =>
  grantOf === null
    ? sql`(${posts.socialAccountId} is null or exists (select from ${socialAccounts}
        where ${socialAccounts.id} = ${posts.socialAccountId} and ${isAccountUsable}))`
    : sql`exists (select from granted) and (${posts.socialAccountId} is null or ${posts.socialAccountId} = ${grantOf}::bigint)`;

/**
 * Brings the last known metrics of the deliverables up to date, which their advertisers may see: not those of a post that the platform says
 * another account published. A reading that commits after a later one
 * replaces nothing.
 */
function showReadings(shown: SQL, at: Date) {
  const isNewer = (measuredAt: (typeof scans)['countsMeasuredAt' | 'savesMeasuredAt']) =>
    sql`(${measuredAt} is null or ${measuredAt} < ${at}::timestamptz)`;
  const ifComplete = (value: SQL, column: (typeof scans)[Counter | 'countsMeasuredAt']) =>
    sql`case when latest.is_complete and ${isNewer(scans.countsMeasuredAt)} then ${value} else ${column} end`;
  const ifSaved = (value: SQL, column: (typeof scans)['saves' | 'savesMeasuredAt']) =>
    sql`case when latest.saves is not null and ${isNewer(scans.savesMeasuredAt)} then ${value} else ${column} end`;
  return build
    .update(scans)
    .set({
      views: ifComplete(sql`latest.views`, scans.views),
      likes: ifComplete(sql`latest.likes`, scans.likes),
      comments: ifComplete(sql`latest.comments`, scans.comments),
      countsMeasuredAt: ifComplete(sql`${at}::timestamptz`, scans.countsMeasuredAt),
      saves: ifSaved(sql`latest.saves`, scans.saves),
      savesMeasuredAt: ifSaved(sql`${at}::timestamptz`, scans.savesMeasuredAt),
    })
    .from(sql`(select *, num_nulls(views, likes, comments) = 0 as is_complete from found where ${shown}) latest`)
    .where(
      sql`${scans.postId} = latest.post_id and (latest.is_complete or latest.saves is not null)
        and not ${isPublishedElsewhere(scans.socialAccountId, sql`latest.publisher`)}`,
    );
}

/** The name of the count if it is less than the last known value of the same post. */
const fell = (counter: Counter, at: Date): SQL => sql`
  case when ${found[counter]} < (select ${measurements[counter]} from ${measurements}
    where ${measurements.postId} = found.post_id and ${measurements[counter]} is not null
      and ${measurements.measuredAt} < ${at}
    order by ${measurements.measuredAt} desc limit 1) then ${counter}::text end`;
