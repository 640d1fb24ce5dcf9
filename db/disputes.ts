import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { DisputeRecord } from '../schema/assignment-records.ts';
import { wasEver } from './assignment-states.ts';
import { assignmentJson, eventJson } from './assignments.ts';
import { cursorGuard } from './client.ts';

/** The dispute of an assignment, if there ever was one, as json in the shape of DisputeRecord; `a` is the assignment's row. */
const disputeJson = sql`(
  select json_build_object('author', d.opened_by, 'reason', d.reason, 'description', d.description, 'openedAt', iso(d.opened_at),
    'outcome', d.outcome, 'creatorShareBps', d.creator_share_bps, 'note', d.note, 'resolverId', d.resolved_by,
    'resolvedAt', iso(d.resolved_at)) from disputes d where d.assignment_id = a.id)`;

/** An assignment with its dispute as json in the shape of CaseRecord; `a` is its row. */
const caseJson = sql`json_build_object('assignment', ${assignmentJson}, 'dispute', ${disputeJson})`;

/** The same as far as a list shows it: CaseSummary. */
const summaryJson = sql`json_build_object('assignment', json_build_object('id', a.id, 'orderId', a.order_id, 'advertiserId', a.advertiser_id,
  'creatorId', a.creator_id, 'creatorPublicId', (select public_id from creators where user_id = a.creator_id),
  'serviceListingId', a.service_listing_id, 'type', a.type, 'status', a.status, 'version', a.version, 'base', a.base::text,
  'brandFee', a.brand_fee::text, 'creatorFee', a.creator_fee::text, 'dueAt', iso(a.due_at), 'createdAt', iso(a.created_at),
  'updatedAt', iso(a.updated_at)), 'dispute', ${disputeJson})`;

/** Anybody's, or null: a column of the facts. */
export const caseOf = (assignmentId: number): SQL =>
  sql`(select ${caseJson} from placement_assignments a where a.id = ${assignmentId})`;

export interface CasesPage {
  readonly limit: number;
  readonly cursor: number | undefined;
  readonly status: string;
}

/**
 * The assignments in a state, oldest first; a cursor that never was in that state is INVALID_CURSOR. They are compared as pairs for
 * the reason that those of a party are.
 */
export const casesPage = ({ limit, cursor, status }: CasesPage): SQL => sql`
  select ${summaryJson} as found from placement_assignments a
  where a.status <= ${status} and (a.status, a.id) > (${status}, ${cursor ?? 0})
    ${cursor === undefined ? sql`` : sql`and ${cursorGuard(sql`placement_assignments a where a.id = ${cursor} and ${wasEver(status)}`)}`}
  order by a.status, a.id limit ${limit + 1}`;

/** The assignments of who is suspended, all that are open or those in a state, oldest first; a cursor that is no assignment is INVALID_CURSOR. */
export const stoppedCasesPage = ({
  limit,
  cursor,
  status,
}: Omit<CasesPage, 'status'> & { status: string | null }): SQL => {
  const of = (party: SQL) => sql`select w.id from users u join placement_assignments w on w.${party} = u.id
    where u.suspended_at is not null and w.id > ${cursor ?? 0}
      and ${status === null ? sql`w.ended_at is null` : sql`w.status = ${status}`}`;
  return sql`select ${summaryJson} as found from placement_assignments a
    where a.id in (${of(sql.raw('advertiser_id'))} union ${of(sql.raw('creator_id'))})
      ${cursor === undefined ? sql`` : sql`and ${cursorGuard(sql`placement_assignments a where a.id = ${cursor}`)}`}
    order by a.id limit ${limit + 1}`;
};

/** The latest events of the history, oldest first: a column of the facts. However long it is, the case stays readable. */
export const latestEvents = (assignmentId: number, most: number): SQL => sql`(
  select coalesce(json_agg(${eventJson} order by e.seq), '[]')
  from (select * from assignment_events where assignment_id = ${assignmentId} order by seq desc limit ${most}) e)`;

/** How many there are: they are counted without a gap. A column of the facts. */
export const eventsTotal = (assignmentId: number): SQL =>
  sql`(select coalesce(max(seq), 0) from assignment_events where assignment_id = ${assignmentId})`;

export const resolveDispute = (assignmentId: number, dispute: DisputeRecord): SQL =>
  sql`update disputes set outcome = ${dispute.outcome}, creator_share_bps = ${dispute.creatorShareBps}, note = ${dispute.note},
        resolved_by = ${dispute.resolverId}, resolved_at = ${dispute.resolvedAt} where assignment_id = ${assignmentId}`;

export interface NewDispute {
  readonly author: 'ADVERTISER' | 'CREATOR';
  readonly reason: string;
  readonly description: string;
}

export const openDispute = (assignmentId: number, { author, reason, description }: NewDispute, at: Date): SQL =>
  sql`insert into disputes (assignment_id, opened_by, reason, description, opened_at)
      values (${assignmentId}, ${author}, ${reason}, ${description}, ${at})`;
