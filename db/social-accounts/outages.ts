import { getTableName } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import {
  limitBucketOf,
  limitBuckets,
  outageBucketOf,
  outageBuckets,
  type WorkName,
} from '../../schema/social-accounts/platform-buckets.ts';
import type { Db } from '../client.ts';
import type { Leasable } from '../leases.ts';
import { build, excluded, insertSelect, maybe, onConflictUpdate, select } from '../query.ts';
import { platformWindows } from '../tables/metrics.ts';

/** The failures that the rows asked for may share, of one kind of work at a platform. They are in the row of its bucket for pauses. */
export interface Outage {
  /** Failures in a row since the last answer to this work; 0: the platform has answered since. */
  readonly failures: number;
  /** The last failure. */
  readonly failedAt: string;
  /** The key of the rows of these failures; null: of several. */
  readonly failedBy: string | null;
}

const { platform, bucket, startedAt, used, closedUntil, failedBy } = platformWindows;
/** Work at a platform. */
export interface PlatformAsked {
  readonly platform: Platform;
  readonly work: WorkName;
}

const isOf = (asked: PlatformAsked): SQL =>
  sql`${platform} = ${asked.platform} and ${bucket} = ${outageBucketOf(asked.work)}`;

export const readOutage = (db: Db, asked: PlatformAsked): Promise<Outage | null> =>
  maybe(
    db,
    select(
      { failures: used, failedAt: sql<string>`iso(${startedAt})`, failedBy },
      sql`from ${platformWindows} where ${isOf(asked)}`,
    ),
  );

/** The key of rows that were asked for together: of the first one, whatever it was asked about. */
export const keyOfRows = ({ table }: Leasable, ids: readonly number[]): string =>
  `${getTableName(table)} ${Math.min(...ids)}`;

/** Counts a failure in a bucket, which is closed until then; null: not. `others` are the other changes of a row that is there already. */
function countIn(
  bucketName: string,
  { platform: name }: PlatformAsked,
  { at, until, key }: { readonly at: Date; readonly until: Date | null; readonly key: string | null },
  others: { readonly startedAt: Date | SQL; readonly failedBy?: SQL },
): SQL {
  const closed = sql`${until}::timestamptz`;
  const row = { platform: name, bucket: bucketName, startedAt: at, used: sql`1`, closedUntil: closed, failedBy: key };
  const updated = onConflictUpdate(platformWindows, [platform, bucket], {
    used: sql`least(${used} + 1, 1000)`,
    closedUntil: sql`greatest(${closedUntil}, ${closed})`,
    ...others,
  });
  return sql`${insertSelect(platformWindows, row, sql``)} ${updated}`;
}

/** Counts a failure that the rows asked for may share, and pauses this work at the platform until then; null: not. */
export const recordOutage = (
  asked: PlatformAsked,
  failure: { readonly at: Date; readonly until: Date | null; readonly key: string },
): SQL =>
  countIn(outageBucketOf(asked.work), asked, failure, {
    startedAt: failure.at,
    failedBy: sql`case when ${used} = 0 then ${excluded(failedBy)} when ${failedBy} = ${excluded(failedBy)} then ${failedBy} end`,
  });

/** Counts a refusal for too many requests, which ends then. Its row keeps the time of the first one since an answer to this work. */
export const recordLimit = (asked: PlatformAsked, refusal: { readonly at: Date; readonly until: Date }): SQL =>
  countIn(
    limitBucketOf(asked.work),
    asked,
    { ...refusal, key: null },
    {
      startedAt: sql`case when ${used} = 0 then ${excluded(startedAt)} else ${startedAt} end`,
    },
  );

/** The platform has answered: the pause of this work ends, and its refusals count from the start. */
export const endOutage = ({ platform: name, work }: PlatformAsked): SQL =>
  build
    .update(platformWindows)
    .set({ used: 0, closedUntil: null })
    .where(
      sql`${platform} = ${name} and ${bucket} in (${outageBucketOf(work)}, ${limitBucketOf(work)}) and ${used} > 0`,
    )
    .getSQL();

/** A condition: this work is paused at the platform of that name at this time. */
export const isPaused = (work: WorkName, name: SQL, at: SQL): SQL =>
  sql`exists (select from ${platformWindows} where ${platform} = ${name} and ${bucket} = ${outageBucketOf(work)} and ${closedUntil} > ${at})`;

/**
 * Platforms that have been paused for lack of answers in the last day, that refuse all requests for longer than an hour, or that have refused all
 * of a work for longer than an hour, again and again: their names as `id`.
 */
export const pausedPlatforms = (at: Date): SQL => {
  const [dayAgo, inAnHour] = [new Date(at.getTime() - 24 * 3_600_000), new Date(at.getTime() + 3_600_000)];
  const isRefused = sql`${bucket} like ${limitBuckets} and ${closedUntil} > ${dayAgo} and ${closedUntil} > ${startedAt} + interval '1 hour'`;
  return sql`select distinct ${platform} as id from ${platformWindows}
    where (${bucket} like ${outageBuckets} and ${closedUntil} > ${dayAgo}) or (${isRefused})
      or (${bucket} !~ ':[0-9]+$' and ${closedUntil} > ${inAnHour})`;
};
