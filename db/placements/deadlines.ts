import { alias } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { array } from '../client.ts';
import { build, insertSelect, iso, type Query, select } from '../query.ts';
import { assignmentEvents, placementAssignments } from '../tables/assignments.ts';
import { notifying } from './assignment-events.ts';
import { isStopped } from './stopped-assignments.ts';

export interface Deadlines {
  readonly kind: 'deadline.reminder' | 'deadline.missed';
  /** The latest deadline; a reminder is for deadlines that are still ahead. */
  readonly until: Date;
  readonly at: Date;
}

const { id, status, dueAt, submittedAt, remindedDeadline, missedDeadline } = placementAssignments;

/** A condition: the work was not in a submission when its deadline passed. Changes that were requested later do not matter. */
const wasNotSubmitted = sql`(${submittedAt} is null or ${submittedAt} > ${dueAt} or exists (select from ${assignmentEvents}
  where ${assignmentEvents.assignmentId} = ${id} and ${assignmentEvents.kind} = 'assignment.changes_requested'
    and ${assignmentEvents.at} between ${submittedAt} and ${dueAt}))`;

/** A condition: the history does not have this event for the deadline yet. */
const isUnrecorded = ({ kind, until, at }: Deadlines): SQL => sql`${status} in ('ACCEPTED', 'CHANGES_REQUESTED')
  and not ${isStopped} and ${dueAt} <= ${until}
  and ${kind === 'deadline.reminder' ? remindedDeadline : missedDeadline} is distinct from ${dueAt}
  and ${kind === 'deadline.reminder' ? sql`${dueAt} > ${at}` : wasNotSubmitted}`;

/** At most `limit` assignments whose history does not have this event for their deadline yet. */
export const unrecordedDeadlines = (deadlines: Deadlines, limit: number): Query<{ readonly id: number }> =>
  select({ id }, sql`from ${placementAssignments} where ${isUnrecorded(deadlines)} order by ${dueAt} limit ${limit}`);

const marked = alias(placementAssignments, 'marked');

/**
 * Records the event of these deadlines for both parties, unless another run has. A moved deadline gets another event. A separate statement
 * locks the rows, so that the next statement sees their latest history.
 */
export const recordDeadlines = (deadlines: Deadlines, ids: readonly number[]): SQL[] => [
  sql`select from ${placementAssignments} where ${isAmong(ids)} order by ${id} for no key update`,
  sql`with marked as (${build
    .update(placementAssignments)
    .set(
      deadlines.kind === 'deadline.reminder' ? { remindedDeadline: sql`${dueAt}` } : { missedDeadline: sql`${dueAt}` },
    )
    .where(sql`${isAmong(ids)} and ${isUnrecorded(deadlines)}`)
    .returning({ id, dueAt })
    .getSQL()}
  ), ${notifying(eventsOfMarked(deadlines), deadlines.at)}`,
];

const isAmong = (ids: readonly number[]): SQL => sql`${id} = any (${array(ids)}::bigint[])`;

const eventsOfMarked = ({ kind, at }: Deadlines): SQL =>
  insertSelect(
    assignmentEvents,
    {
      assignmentId: marked.id,
      seq: sql`(select max(${assignmentEvents.seq}) from ${assignmentEvents}
        where ${assignmentEvents.assignmentId} = ${marked.id}) + 1`,
      kind,
      actor: 'SYSTEM',
      at: sql`${at}::timestamptz`,
      data: sql`jsonb_build_object('dueAt', ${iso(marked.dueAt)})`,
    },
    sql`from marked`,
  );
