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
import { array, type Db } from '../client.ts';
import type { Leasable } from '../leases.ts';
import { build, excluded, insertSelect, maybe, onConflictUpdate, select } from '../query.ts';
import { platformWindows } from '../tables/metrics.ts';

/** The failures that the rows asked for may share, of one kind of work at a platform. They are in the row of its bucket for pauses. */
export interface Outage {
  /** Failures in a row since the last answer to this work; 0: the platform has answered since. */
  readonly failures: number;
  /** The last failure. */
  readonly failedAt: string;
  /** The keys of the rows of these failures, the newest 200. */
  readonly failing: readonly string[];
}

const maxFailing = 200;

const { platform, bucket, startedAt, used, closedUntil, failing } = platformWindows;
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
      { failures: used, failedAt: sql<string>`iso(${startedAt})`, failing },
      sql`from ${platformWindows} where ${isOf(asked)}`,
    ),
  );

/**
 * How many of these hold: the row has failed since the last answer to this work at the platform, as the first of its request; a row of the same party
 * has. Null: nothing has failed since. The keys are those of `keyOfRows`.
 */
export const failingBefore = (
  work: WorkName,
  leasable: Leasable,
  { platform: name, id, ownerId }: { readonly platform: SQL; readonly id: SQL; readonly ownerId: SQL },
): SQL<number | null> => {
  const row = sql`${tableOf(leasable)}::text || ' ' || ${id}`;
  const party = sql`coalesce('owner ' || ${ownerId}, ${row})`;
  const ofParty = sql`exists (select from unnest(${failing}) f(key) where starts_with(f.key, ${party} || ' '))`;
  return sql`(select (${failing} @> array[${party} || ' ' || ${row}])::int + (${ofParty})::int from ${platformWindows}
    where ${platform} = ${name} and ${bucket} = ${outageBucketOf(work)} and ${used} > 0)`;
};

/** The table in the keys of its rows. */
export const tableOf = ({ table }: Leasable): string => getTableName(table);

/** Counts a failure in a bucket, which is closed until then; null: not. `others` are the other changes of a row that is there already. */
function countIn(
  bucketName: string,
  { platform: name }: PlatformAsked,
  { at, until, key }: { readonly at: Date; readonly until: Date | null; readonly key: string | null },
  others: { readonly startedAt: Date | SQL; readonly failing?: SQL },
): SQL {
  const closed = sql`${until}::timestamptz`;
  const row = {
    platform: name,
    bucket: bucketName,
    startedAt: at,
    used: sql`1`,
    closedUntil: closed,
    failing: array(key === null ? [] : [key]),
  };
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
    failing: sql`case when ${used} = 0 then ${excluded(failing)} when ${failing} @> ${excluded(failing)} then ${failing}
      else (${excluded(failing)} || ${failing})[:${sql.raw(String(maxFailing))}] end`,
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
    .set({ used: 0, closedUntil: null, failing: [] })
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
