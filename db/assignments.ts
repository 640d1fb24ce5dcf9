import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { AssignmentRecord } from '../schema/assignment-records.ts';
import { type AssignmentEventKind, type EventActor, type Party, parties } from '../schema/enums.ts';
import type { EventView } from '../schema/work.ts';
import { wasEver } from './assignment-states.ts';
import { array, cursorGuard, jsonb } from './client.ts';
import { pageBySize } from './page-by-size.ts';
import { isStopped } from './stopped-assignments.ts';
import { proofJson } from './uploads.ts';

/** The assignments of a funded order, with their deliverables and their first event. */
export const insertAssignments = (assignments: readonly AssignmentRecord[], at: Date): SQL => sql`
  with opened as (
    insert into placement_assignments (id, order_id, order_item_id, advertiser_id, creator_id, service_listing_id, type, proof_modes,
      channel, proof_template, title, usage_terms, status, version, quantity, brief, rights, base, brand_fee, creator_fee,
      creator_fee_bps, due_at, accept_by, created_at, updated_at)
    select a.id, a."orderId", a."orderItemId", a."advertiserId", a."creatorId", a."serviceListingId", a.type, a."proofModes",
      a.channel, a."proofTemplate", a.title, a."usageTerms", a.status, a.version, a.quantity, a.brief, a.rights, a.base, a."brandFee", a."creatorFee",
      a."creatorFeeBps", a."dueAt", a."acceptBy", ${at}, ${at}
    from json_to_recordset(${JSON.stringify(assignments)}::json) as a(id bigint, "orderId" bigint, "orderItemId" bigint,
      "advertiserId" bigint, "creatorId" bigint, "serviceListingId" bigint, type text, "proofModes" text[], channel json,
      "proofTemplate" json, title text, "usageTerms" text, status text, version int, quantity int, brief text, rights json, base bigint, "brandFee" bigint,
      "creatorFee" bigint, "creatorFeeBps" int, "dueAt" timestamptz, "acceptBy" timestamptz)
  ), promised as (
    insert into deliverables (id, assignment_id, position, kind, expected_at, description)
    select d.id, d."assignmentId", d.position, d.kind, d."expectedAt", d.description
    from jsonb_to_recordset(${jsonb(deliverablesOf(assignments))}) as d(id bigint, "assignmentId" bigint, position int, kind text,
      "expectedAt" timestamptz, description text)
  ), told as (
    insert into assignment_events (assignment_id, seq, kind, actor, at)
    select a.id, 1, 'assignment.funded', 'ADVERTISER', ${at}
    from jsonb_to_recordset(${jsonb(assignments.map(({ id }) => ({ id })))}) as a(id bigint)
    returning id, assignment_id, kind)
  ${tellOutside(sql`assignment_id`, at)}`;

/** What must be told outside is a row of the same commit: one for each event. */
const tellOutside = (assignmentId: SQL, at: Date): SQL => sql`insert into outbox (topic, payload, created_at)
  select 'assignment', jsonb_build_object('eventId', id, 'kind', kind, 'assignmentId', ${assignmentId}), ${at}::timestamptz
  from told order by id`;

const deliverablesOf = (assignments: readonly AssignmentRecord[]) =>
  assignments.flatMap(({ id, deliverables }) =>
    deliverables.map((deliverable) => ({ ...deliverable, assignmentId: id })),
  );

/** A measurement as json in the shape of a record's metrics; `m` is its row. */
const measurementJson = sql`json_build_object('views', m.views, 'likes', m.likes, 'comments', m.comments, 'saves', m.saves,
  'measuredAt', iso(m.measured_at), 'source', m.source, 'viewDefinition', m.view_definition, 'reason', m.reason, 'fallen', m.fallen)`;

/** What was last told of each post that a deliverable has named, as json: a column of the facts. */
export const measurementsOf = (deliverableId: number): SQL => sql`(
  select coalesce(json_agg(json_build_object('contentId', m.content_id, 'metrics', ${measurementJson})), '[]')
  from (select distinct on (content_id) * from deliverable_measurements where deliverable_id = ${deliverableId}
    order by content_id, measured_at desc) m)`;

/** A deliverable as json in the shape of DeliverableRecord; `d` is its row. */
const deliverableJson = sql`json_build_object('id', d.id, 'position', d.position, 'kind', d.kind, 'expectedAt', iso(d.expected_at),
  'description', d.description, 'version', d.version, 'url', d.url, 'contentId', d.content_id,
  'publishedRevision', d.published_revision, 'publishedAt', iso(d.published_at), 'note', d.note,
  'proofs', (select coalesce(json_agg(${proofJson} order by p.position), '[]')
    from deliverable_proofs p join private_uploads u on u.id = p.upload_id where p.deliverable_id = d.id),
  'metrics', (select coalesce(json_agg(${measurementJson}), '[]')
    from (select * from deliverable_measurements m where m.deliverable_id = d.id and m.content_id = d.content_id
      order by m.measured_at desc limit 1) m))`;

/** An assignment as json in the shape of AssignmentRecord; `a` is its row. */
export const assignmentJson = sql`json_build_object('id', a.id, 'orderId', a.order_id, 'orderItemId', a.order_item_id,
  'advertiserId', a.advertiser_id, 'creatorId', a.creator_id,
  'creatorPublicId', (select public_id from creators where user_id = a.creator_id), 'serviceListingId', a.service_listing_id,
  'type', a.type, 'proofModes', a.proof_modes, 'channel', a.channel, 'proofTemplate', a.proof_template, 'title', a.title,
  'usageTerms', a.usage_terms, 'status', a.status, 'version', a.version, 'quantity', a.quantity, 'brief', a.brief, 'rights', a.rights,
  'base', a.base::text, 'brandFee', a.brand_fee::text, 'creatorFee', a.creator_fee::text, 'creatorFeeBps', a.creator_fee_bps,
  'dueAt', iso(a.due_at), 'acceptBy', iso(a.accept_by), 'approveBy', iso(a.approve_by), 'acceptedAt', iso(a.accepted_at),
  'submittedAt', iso(a.submitted_at), 'changesRequestedAt', iso(a.changes_requested_at), 'endedAt', iso(a.ended_at), 'isStopped', ${isStopped(sql`a`)}, 'resumedAt', iso(a.resumed_at), 'createdAt', iso(a.created_at), 'updatedAt', iso(a.updated_at),
  'deliverables', (select json_agg(${deliverableJson} order by d.position) from deliverables d where d.assignment_id = a.id),
  'openProposal', (select json_build_object('id', p.id, 'kind', p.kind, 'author', p.author, 'dueAt', iso(p.due_at), 'results', p.results,
      'createdAt', iso(p.created_at)) from change_proposals p where p.assignment_id = a.id and p.status = 'OPEN'))`;

/** The assignment, if this user is one of its parties, or null: a column of the facts. */
export const assignmentOf = (userId: number, id: number): SQL =>
  sql`(select ${assignmentJson} from placement_assignments a where a.id = ${id} and ${userId} in (a.advertiser_id, a.creator_id))`;

export interface AssignmentsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly status?: string | undefined;
  readonly role?: Party | undefined;
}

/** The assignments of a party, newest first, as SizedRow; a cursor that was never its own on that side and in that state is INVALID_CURSOR. */
export function assignmentsPage(userId: number, { limit, cursor, status, role }: AssignmentsPage): SQL {
  const sides = role === undefined ? parties : [role];
  const page = { userId, limit, status, before: cursor ?? '9223372036854775807' };
  const ids = sql.join(
    sides.map((side) => sideOf(side, page)),
    sql` union all `,
  );
  const own = sql`placement_assignments a where a.id = ${cursor ?? null} and ${userId} in (${sql.join(sides.map(partyColumn), sql`, `)}) ${status === undefined ? sql`` : sql`and ${wasEver(status)}`}`;
  return pageBySize(
    sql`select a.id, ${assignmentJson} as json from (select id from (${ids}) own order by id desc limit ${limit + 1}) page
        join placement_assignments a on a.id = page.id ${cursor === undefined ? sql`` : sql`where ${cursorGuard(own)}`}`,
    limit,
  );
}

const partyColumn = (side: Party): SQL => sql.raw(side === 'ADVERTISER' ? 'advertiser_id' : 'creator_id');

interface Side {
  readonly userId: number;
  readonly limit: number;
  readonly status: string | undefined;
  readonly before: number | string;
}

/**
 * One page of one side, from its own index. The comparison of pairs is what keeps Postgres there: with an equality it may take the
 * table's own order instead, and walk all of it for who has old work alone.
 */
function sideOf(side: Party, { userId, limit, status, before }: Side): SQL {
  const column = partyColumn(side);
  return sql`(select id from placement_assignments where ${column} >= ${userId} and (${column}, id) < (${userId}, ${before})
    ${status === undefined ? sql`` : sql`and status = ${status}`} order by ${column} desc, id desc limit ${limit + 1})`;
}

/** An event as json in the shape of EventView; `e` is its row. */
export const eventJson = sql`json_build_object('id', e.id, 'seq', e.seq, 'kind', e.kind, 'actor', e.actor, 'at', iso(e.at), 'data', e.data)`;

export interface EventRow {
  readonly event: EventView | null;
}

/**
 * The history of an assignment, for a user who is a party of it or for staff, oldest first: no row when there is none, a row
 * without an event when the page is empty; a cursor that was never in it is INVALID_CURSOR.
 */
export const eventsPage = (
  reader: number | 'STAFF',
  assignmentId: number,
  { limit, cursor }: { limit: number; cursor?: number | undefined },
): SQL => {
  const own = sql`assignment_events where id = ${cursor ?? null} and assignment_id = ${assignmentId}`;
  const after = cursor === undefined ? sql`` : sql`and e.seq > (select seq from ${own}) and ${cursorGuard(own)}`;
  return sql`
    select case when e.id is not null then ${eventJson} end as event
    from placement_assignments a
    left join lateral (select * from assignment_events e where e.assignment_id = a.id ${after} order by e.seq limit ${limit + 1}) e on true
    where a.id = ${assignmentId} ${reader === 'STAFF' ? sql`` : sql`and ${reader} in (a.advertiser_id, a.creator_id)`}
    order by e.seq`;
};

/** Anybody's assignment, or null: for staff and for jobs. */
export const anyAssignment = (id: number): SQL =>
  sql`(select ${assignmentJson} from placement_assignments a where a.id = ${id})`;

/** Comes first: whoever changes an assignment holds its order, so that what is derived of its order is derived of all of them. */
export const lockOrder = (orderId: number): SQL => sql`select from placement_orders where id = ${orderId} for update`;

export interface Deadlines {
  readonly kind: 'deadline.reminder' | 'deadline.missed';
  /** Those that lie before it; a reminder is of those to come. */
  readonly until: Date;
  readonly at: Date;
}

const toldFor = ({ kind }: Deadlines): SQL => sql.raw(kind === 'deadline.reminder' ? 'reminded_for' : 'missed_for');
const isUntold = (deadlines: Deadlines): SQL => sql`status in ('ACCEPTED', 'CHANGES_REQUESTED')
  and not ${isStopped(sql.raw('placement_assignments'))} and due_at <= ${deadlines.until} and ${toldFor(deadlines)} is distinct from due_at
  and ${deadlines.kind === 'deadline.reminder' ? sql`due_at > ${deadlines.at}` : wasNotHandedIn}`;

/** Work that lay handed in when its deadline passed has met it, whatever changes were asked for afterwards. */
const wasNotHandedIn = sql`(submitted_at is null or submitted_at > due_at or exists (select from assignment_events e
  where e.assignment_id = placement_assignments.id and e.kind = 'assignment.changes_requested' and e.at between submitted_at and due_at))`;

/** Assignments with a deadline that nobody was told of yet, `most` of them. */
export const untoldDeadlines = (deadlines: Deadlines, most: number): SQL =>
  sql`select id::float8 as id from placement_assignments where ${isUntold(deadlines)} order by due_at limit ${most}`;

/**
 * Tells both parties of those deadlines, unless another run has; a moved one is told of anew. The rows are held by a statement
 * of their own: what the history of each has come to is seen by the one after it.
 */
export const tellDeadlines = (deadlines: Deadlines, ids: readonly number[]): SQL[] => [
  sql`select from placement_assignments where id = any (${array(ids)}::bigint[]) order by id for no key update`,
  sql`with marked as (
      update placement_assignments set ${toldFor(deadlines)} = due_at
      where id = any (${array(ids)}::bigint[]) and ${isUntold(deadlines)} returning id, due_at
    ), told as (
      insert into assignment_events (assignment_id, seq, kind, actor, at, data)
      select m.id, (select max(seq) from assignment_events e where e.assignment_id = m.id) + 1, ${deadlines.kind}, 'SYSTEM',
        ${deadlines.at}::timestamptz, jsonb_build_object('dueAt', iso(m.due_at))
      from marked m returning id, assignment_id, kind
    ) ${tellOutside(sql`assignment_id`, deadlines.at)}`,
];

/** The assignment is as it was decided, if it still was as it was read. */
export const changeAssignment = (before: AssignmentRecord, after: AssignmentRecord, at: Date): SQL =>
  sql`with changed as (
        update placement_assignments set status = ${after.status}, version = ${after.version}, due_at = ${after.dueAt},
          approve_by = ${after.approveBy}, accepted_at = ${after.acceptedAt}, submitted_at = ${after.submittedAt},
          delivered_at = coalesce(delivered_at, ${after.submittedAt}), changes_requested_at = ${after.changesRequestedAt}, ended_at = ${after.endedAt}, set_aside_until = null, set_aside_cause = null, updated_at = ${at}
        where id = ${before.id} and version = ${before.version} returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

/** What an order's assignments make of it; its row is locked. */
export const deriveOrder = (orderId: number, at: Date): SQL =>
  sql`update placement_orders o set status = derived.status, updated_at = ${at}
      from (select case
          when not bool_and(a.ended_at is not null) then case when bool_or(a.accepted_at is not null) then 'IN_PROGRESS' else 'FUNDED' end
          when bool_or(a.status in ('APPROVED', 'RESOLVED')) then 'COMPLETED'
          else 'CANCELLED' end as status
        from placement_assignments a where a.order_id = ${orderId}) derived
      where o.id = ${orderId} and o.status <> derived.status`;

export interface NewEvent {
  readonly kind: AssignmentEventKind;
  readonly actor: EventActor;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Goes on with the history, without a gap: the assignment's row is locked. What must be told outside is told of the same events. */
export const recordEvents = (assignmentId: number, events: readonly NewEvent[], at: Date): SQL => sql`
  with told as (
    insert into assignment_events (assignment_id, seq, kind, actor, at, data)
    select ${assignmentId}::bigint, (select coalesce(max(seq), 0) from assignment_events where assignment_id = ${assignmentId}) + e.n,
      e.event->>'kind', e.event->>'actor', ${at}::timestamptz, e.event->'data'
    from jsonb_array_elements(${jsonb(events)}) with ordinality as e(event, n)
    returning id, assignment_id, kind)
  ${tellOutside(sql`assignment_id`, at)}`;

/** Holds the assignment, if it is still as it was read: its history and its results change under this lock alone. */
export const lockAssignment = ({ id, version }: Pick<AssignmentRecord, 'id' | 'version'>): SQL =>
  sql`with held as (select 1 from placement_assignments where id = ${id} and version = ${version} for no key update)
      select guard((select count(*) from held) = 1, 'VERSION_CONFLICT')`;
