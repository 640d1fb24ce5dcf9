import { alias } from 'drizzle-orm/pg-core';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { EventData } from '../../schema/placements/work.ts';
import type { AssignmentEventKind, EventActor } from '../../schema/shared/enums.ts';
import { cursorGuard } from '../client.ts';
import { insertSelect, json, jsonList, type Query, select, type TypeOf } from '../query.ts';
import type { Value } from '../statements.ts';
import { storedChange } from '../stored.ts';
import { assignmentEvents, placementAssignments } from '../tables/assignments.ts';
import { outbox } from '../tables/notifications.ts';
import { privateUploads } from '../tables/uploads.ts';
import { proofJson } from '../uploads/records.ts';

/** An event of the history, as JSON. */
const eventJson = json({
  id: assignmentEvents.id,
  seq: assignmentEvents.seq,
  kind: assignmentEvents.kind,
  actor: assignmentEvents.actor,
  at: assignmentEvents.at,
  data: assignmentEvents.data,
  /** The files of a statement, in its order. */
  files: jsonList(
    proofJson,
    sql`from jsonb_array_elements_text(
        case when ${assignmentEvents.kind} = 'assignment.statement_added' then ${assignmentEvents.data}->'uploadIds' end)
        with ordinality as listed(id, n)
      join ${privateUploads} on ${privateUploads.id} = listed.id::uuid and ${privateUploads.assignmentId} = ${assignmentEvents.assignmentId}`,
    sql`listed.n`,
  ),
});

export type EventRecord = TypeOf<typeof eventJson>;

export interface EventsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
}

/**
 * The history of an assignment, oldest first, for a user who is one of its parties or for staff. There is no row when the reader may
 * not see the assignment, and a row without an event when the page is empty. A cursor that was never in the history is INVALID_CURSOR.
 */
export function eventsPage(
  reader: number | 'STAFF',
  assignmentId: number,
  { limit, cursor }: EventsPage,
): Query<{ readonly event: EventRecord | null }> {
  const ofAssignment = sql`${assignmentEvents.assignmentId} = ${placementAssignments.id}`;
  const own = sql`${assignmentEvents} where ${assignmentEvents.id} = ${cursor ?? null} and ${assignmentEvents.assignmentId} = ${assignmentId}`;
  const after =
    cursor === undefined
      ? sql``
      : sql`and ${assignmentEvents.seq} > (select ${assignmentEvents.seq} from ${own}) and ${cursorGuard(own)}`;
  const isReader = sql`${reader} in (${placementAssignments.advertiserId}, ${placementAssignments.creatorId})`;
  return select(
    { event: sql<EventRecord | null>`case when ${assignmentEvents.id} is not null then ${eventJson} end` },
    sql`from ${placementAssignments}
      left join lateral (select * from ${assignmentEvents} where ${ofAssignment} ${after}
        order by ${assignmentEvents.seq} limit ${limit + 1}) ${assignmentEvents} on true
      where ${placementAssignments.id} = ${assignmentId} ${reader === 'STAFF' ? sql`` : sql`and ${isReader}`}
      order by ${assignmentEvents.seq}`,
  );
}

/** The latest events of the history, oldest first: a field of the facts. At most `limit`, so that a case with a long history stays readable. */
export const latestEvents = (assignmentId: number, limit: number): SQL<readonly EventRecord[]> =>
  jsonList(
    eventJson,
    sql`from (select * from ${assignmentEvents} where ${assignmentEvents.assignmentId} = ${assignmentId}
      order by ${assignmentEvents.seq} desc limit ${limit}) ${assignmentEvents}`,
    sql`${assignmentEvents.seq}`,
  );

/** The number of events of the history, which is the seq of the latest one: a field of the facts. */
export const eventsTotal = (assignmentId: Value<number>): SQL<number> =>
  sql`(select coalesce(max(${assignmentEvents.seq}), 0) from ${assignmentEvents} where ${assignmentEvents.assignmentId} = ${assignmentId})`;

/**
 * A condition: the assignment is or was in this status. The event of each transition is named after its status; the first one is "funded".
 */
export const wasEver = (
  status: string,
): SQL => sql`(${placementAssignments.status} = ${status} or ${status} = 'PENDING' or exists (
  select from ${assignmentEvents} where ${assignmentEvents.assignmentId} = ${placementAssignments.id}
    and ${assignmentEvents.kind} = 'assignment.' || lower(${status})))`;

export interface NewEvent {
  readonly kind: AssignmentEventKind;
  readonly actor: EventActor;
  readonly data: EventData;
}

/** Appends events to the history without a gap, and queues their notifications. The row of the assignment is locked. */
export const recordEvents = (assignmentId: number, events: readonly NewEvent[], at: Date): SQLWrapper =>
  recordStored({ events: JSON.stringify(eventRows(assignmentId, events)), at });

const recordStored = storedChange<{ events: string; at: Date }>('record_events', ['events', 'at'], ({ events, at }) =>
  appendEvents(events, at),
);

/** The events of one assignment, as elements of the parameter of `appendEvents`. */
export const eventRows = (assignmentId: number, events: readonly NewEvent[]) =>
  events.map((event) => ({ ...event, assignmentId }));

/** Appends events, JSON of `eventRows`, to the histories of their assignments. The assignments are locked. */
export const appendEvents = (events: SQL<string>, at: SQL<Date>): SQL =>
  sql`with ${notifying(
    insertSelect(
      assignmentEvents,
      {
        assignmentId: sql`e."assignmentId"`,
        seq: sql`${eventsTotal(sql`e."assignmentId"`)} + row_number() over (partition by e."assignmentId" order by e.n)`,
        kind: sql`e.kind`,
        actor: sql`e.actor`,
        at: sql`${at}::timestamptz`,
        data: sql`e.data`,
      },
      sql`from rows from (jsonb_to_recordset(${events}::jsonb)
        as ("assignmentId" bigint, kind text, actor text, data jsonb)) with ordinality as e("assignmentId", kind, actor, data, n)
        order by e.n`,
    ),
    at,
  )}`;

/** The CTEs that end an insert of assignments, the CTE `opened`: they add their first events, with notifications. */
export const recordFunding = (at: SQL<Date>): SQL =>
  notifying(
    insertSelect(
      assignmentEvents,
      {
        assignmentId: sql`opened.id`,
        at: sql`${at}::timestamptz`,
        seq: sql`1`,
        kind: sql`'assignment.funded'`,
        actor: sql`'ADVERTISER'`,
      },
      sql`from opened`,
    ),
    at,
  );

/** The CTE of an insert of events, and the insert of a row of the outbox for each of them. */
export const notifying = (insert: SQLWrapper, at: Value<Date>): SQL => sql`
  recorded as (
    ${insert.getSQL()} returning ${assignmentEvents.id}, ${assignmentEvents.assignmentId}, ${assignmentEvents.kind})
  ${insertSelect(
    outbox,
    {
      topic: 'assignment',
      payload: sql`jsonb_build_object('eventId', ${recorded.id}, 'kind', ${recorded.kind}, 'assignmentId', ${recorded.assignmentId})`,
      createdAt: sql`${at}::timestamptz`,
    },
    sql`from recorded order by ${recorded.id}`,
  )}`;

const recorded = alias(assignmentEvents, 'recorded');
