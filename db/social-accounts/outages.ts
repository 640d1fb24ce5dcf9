import { getTableName } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Platform } from '../../schema/shared/enums.ts';
import { outageBucket } from '../../schema/social-accounts/platform-buckets.ts';
import type { Db } from '../client.ts';
import type { Leasable } from '../leases.ts';
import { build, excluded, insertSelect, maybe, onConflictUpdate, select } from '../query.ts';
import { platformWindows } from '../tables/metrics.ts';

/** The failures that the rows asked for may share, at a platform. They are in the row of its bucket for pauses. */
export interface Outage {
  /** Failures in a row since the last answer to anybody; 0: the platform has answered since. */
  readonly failures: number;
  /** The last failure. */
  readonly failedAt: string;
  /** The key of the rows of these failures; null: of several. */
  readonly failedBy: string | null;
}

const { platform, bucket, startedAt, used, closedUntil, failedBy } = platformWindows;
const isOf = (name: Platform): SQL => sql`${platform} = ${name} and ${bucket} = ${outageBucket}`;

export const readOutage = (db: Db, name: Platform): Promise<Outage | null> =>
  maybe(
    db,
    select(
      { failures: used, failedAt: sql<string>`iso(${startedAt})`, failedBy },
      sql`from ${platformWindows} where ${isOf(name)}`,
    ),
  );

/** The key of rows that were asked for together: of the first one, whatever it was asked about. */
export const keyOfRows = ({ table }: Leasable, ids: readonly number[]): string =>
  `${getTableName(table)} ${Math.min(...ids)}`;

/** Counts a failure that the rows asked for may share, and pauses the jobs of the platform until then; null: not. */
export const recordOutage = (
  name: Platform,
  { at, until, key }: { readonly at: Date; readonly until: Date | null; readonly key: string },
): SQL => {
  const pausedUntil = sql`${until}::timestamptz`;
  const inserted = insertSelect(
    platformWindows,
    { platform: name, bucket: outageBucket, startedAt: at, used: sql`1`, closedUntil: pausedUntil, failedBy: key },
    sql``,
  );
  const updated = onConflictUpdate(platformWindows, [platform, bucket], {
    startedAt: at,
    used: sql`least(${used} + 1, 1000)`,
    failedBy: sql`case when ${used} = 0 then ${excluded(failedBy)} when ${failedBy} = ${excluded(failedBy)} then ${failedBy} end`,
    closedUntil: sql`greatest(${closedUntil}, ${pausedUntil})`,
  });
  return sql`${inserted} ${updated}`;
};

/** The platform has answered: its pause ends. */
export const endOutage = (name: Platform): SQL =>
  build
    .update(platformWindows)
    .set({ used: 0, closedUntil: null })
    .where(sql`${isOf(name)} and ${used} > 0`)
    .getSQL();

/** A condition: the jobs of this platform are paused at this time. */
export const isPaused = (name: SQL, at: SQL): SQL =>
  sql`exists (select from ${platformWindows} where ${platform} = ${name} and ${bucket} = ${outageBucket} and ${closedUntil} > ${at})`;

/** Platforms that have been paused for lack of answers in the last day, or that refuse all requests for longer than an hour: their names as `id`. */
export const pausedPlatforms = (at: Date): SQL => {
  const [dayAgo, inAnHour] = [new Date(at.getTime() - 24 * 3_600_000), new Date(at.getTime() + 3_600_000)];
  return sql`select distinct ${platform} as id from ${platformWindows}
    where (${bucket} = ${outageBucket} and ${closedUntil} > ${dayAgo}) or (${bucket} !~ ':[0-9]+$' and ${closedUntil} > ${inAnHour})`;
};
