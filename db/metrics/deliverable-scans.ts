import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Counter, counters } from '../../schema/metrics/metric-rules.ts';
import { type Db, jsonb } from '../client.ts';
import { type Acquired, acquire, available, isHeld, type Leasable, type PlatformLease } from '../leases.ts';
import { build, countChanged, excluded, insertSelect, onConflictUpdate, type RowOf } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { deliverables } from '../tables/deliverables.ts';
import { deliverableMeasurements as measurements, deliverableScans as scans } from '../tables/metrics.ts';

/** Makes the delivered posts of these assignments due now; posts that are already measured keep their time. */
export const trackPosts = (assignmentIds: SQL, at: SQL<Date>): SQL => {
  const platform = sql`${placementAssignments.channel}->>'platform'`;
  const inserted = insertSelect(
    scans,
    {
      deliverableId: deliverables.id,
      platform,
      contentId: deliverables.contentId,
      deliveredAt: sql`${at}::timestamptz`,
      dueAt: sql`${at}::timestamptz`,
    },
    sql`from ${placementAssignments} join ${deliverables} on ${deliverables.assignmentId} = ${placementAssignments.id}
      where ${placementAssignments.id} = any (${assignmentIds}) and ${deliverables.kind} = 'PUBLIC'
        and ${deliverables.contentId} is not null and ${platform} is not null`,
  );
  const updated = onConflictUpdate(scans, [scans.deliverableId, scans.contentId], {
    dueAt: sql`coalesce(${scans.dueAt}, ${excluded(scans.dueAt)})`,
  });
  return sql`${inserted} ${updated}`;
};

export const leasablePosts: Leasable = {
  table: scans,
  id: scans.id,
  leasedUntil: scans.dueAt,
  failures: scans.failures,
};

const postFields = {
  id: scans.id,
  failures: scans.failures,
  deliverableId: scans.deliverableId,
  contentId: scans.contentId,
};

export type DuePost = RowOf<typeof postFields>;

/**
 * Leases delivered posts that are due at one platform; see acquire(). Posts are measured from delivery on, also after the payment and
 * while changes are requested. A post is not measured any more after a refund, when its deliverable names another post, or when it was
 * delivered before `trackedSince`.
 */
export const leaseDuePosts = (db: Db, lease: PlatformLease, trackedSince: Date): Promise<Acquired<DuePost>> => {
  const due = sql`
    select ${scans.id}, ${scans.deliveredAt} > ${trackedSince}
      and ${deliverables.contentId} is not distinct from ${scans.contentId} and ${placementAssignments.status}
        in ('SUBMITTED', 'CHANGES_REQUESTED', 'DISPUTED', 'APPROVED', 'RESOLVED') as is_leased
    from ${scans}
    join ${deliverables} on ${deliverables.id} = ${scans.deliverableId}
    join ${placementAssignments} on ${placementAssignments.id} = ${deliverables.assignmentId}
    where ${scans.platform} = ${lease.platform} and ${available(leasablePosts, lease)}`;
  return acquire(db, leasablePosts, { due, fields: postFields, putOffUntil: null }, lease);
};

/** The counts of one post as the platform gave them; null is unknown. `counters` is null when the post is not visible. */
export interface ScannedPost extends DuePost {
  readonly counters: Readonly<Record<Counter, number | null>> | null;
}

export interface Measurement {
  readonly source: string;
  readonly viewDefinition: string | null;
  readonly at: Date;
  readonly leasedUntil: Date;
}

const reading = {
  views: sql`reading.views`,
  likes: sql`reading.likes`,
  comments: sql`reading.comments`,
  saves: sql`reading.saves`,
};

/**
 * Stores the measurements of posts whose lease the caller still has. A count that fell is stored as the platform gave it, and flagged.
 * The last known metrics take only known values: neither a null nor an earlier value gets a new time.
 */
export async function recordMeasurements(
  db: Db,
  posts: readonly ScannedPost[],
  { source, viewDefinition, at, leasedUntil }: Measurement,
): Promise<void> {
  const readings = sql`
    select ${scans.id}, ${scans.deliverableId}, ${scans.contentId}, n.counters is null as is_gone, c.*
    from jsonb_to_recordset(${jsonb(posts)}) as n(id bigint, counters jsonb)
    cross join lateral jsonb_to_record(coalesce(nullif(n.counters, 'null'), '{}')) as c(views bigint, likes bigint, comments bigint, saves bigint)
    join ${scans} on ${isHeld(leasablePosts, { id: sql`n.id`, leasedUntil })}
    for no key update of ${scans}`;
  const measured = insertSelect(
    measurements,
    {
      ...reading,
      deliverableId: sql`reading.deliverable_id`,
      measuredAt: at,
      contentId: sql`reading.content_id`,
      source,
      viewDefinition,
      reason: sql`case when reading.is_gone then 'UNAVAILABLE'
        when num_nulls(reading.views, reading.likes, reading.comments) > 0 then 'HIDDEN' end`,
      fallen: sql`array_remove(array[${sql.join(counters.map(fell), sql`, `)}], null)`,
    },
    sql`from readings reading on conflict do nothing`,
  );
  const ifComplete = (value: SQL, column: (typeof scans)[Counter | 'countsMeasuredAt']) =>
    sql`case when reading.is_complete then ${value} else ${column} end`;
  const latest = build
    .update(scans)
    .set({
      views: ifComplete(reading.views, scans.views),
      likes: ifComplete(reading.likes, scans.likes),
      comments: ifComplete(reading.comments, scans.comments),
      countsMeasuredAt: ifComplete(sql`${at}`, scans.countsMeasuredAt),
      saves: sql`coalesce(${reading.saves}, ${scans.saves})`,
      savesMeasuredAt: sql`case when ${reading.saves} is not null then ${at} else ${scans.savesMeasuredAt} end`,
    })
    .from(sql`(select *, num_nulls(views, likes, comments) = 0 as is_complete from readings) reading`)
    .where(sql`${scans.id} = reading.id`);
  await countChanged(db, sql`with readings as (${readings}), measured as (${measured}) ${latest.getSQL()}`);
}

/** The name of the count if it is less than the last known one of the post. */
const fell = (counter: Counter): SQL => sql`
  case when ${reading[counter]} < (select ${measurements[counter]} from ${measurements}
    where ${measurements.deliverableId} = reading.deliverable_id and ${measurements.contentId} = reading.content_id
      and ${measurements[counter]} is not null
    order by ${measurements.measuredAt} desc limit 1) then ${counter}::text end`;
