import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { DisputeRecord } from '../schema/assignment-records.ts';
import { assignmentJson } from './assignments.ts';
import { cursorGuard } from './client.ts';

/** An assignment with its dispute, if there ever was one, as json in the shape of CaseRecord; `a` is its row. */
const caseJson = sql`json_build_object('assignment', ${assignmentJson}, 'dispute', (
  select json_build_object('author', d.opened_by, 'reason', d.reason, 'description', d.description, 'openedAt', iso(d.opened_at),
    'outcome', d.outcome, 'creatorShareBps', d.creator_share_bps, 'note', d.note, 'resolverId', d.resolved_by,
    'resolvedAt', iso(d.resolved_at)) from disputes d where d.assignment_id = a.id))`;

/** Anybody's, or null: a column of the facts. */
export const caseOf = (assignmentId: number): SQL =>
  sql`(select ${caseJson} from placement_assignments a where a.id = ${assignmentId})`;

export interface CasesPage {
  readonly limit: number;
  readonly cursor: number | undefined;
  readonly status: string;
}

/** The assignments in a state, oldest first; a cursor that was never an assignment is INVALID_CURSOR. */
export const casesPage = ({ limit, cursor, status }: CasesPage): SQL => sql`
  select ${caseJson} as found from placement_assignments a where a.status = ${status}
    ${cursor === undefined ? sql`` : sql`and a.id > ${cursor} and ${cursorGuard(sql`placement_assignments where id = ${cursor}`)}`}
  order by a.id limit ${limit + 1}`;

/** The whole history, oldest first: a column of the facts. */
export const historyOf = (assignmentId: number): SQL => sql`(
  select coalesce(json_agg(json_build_object('id', e.id, 'seq', e.seq, 'kind', e.kind, 'actor', e.actor, 'at', iso(e.at), 'data', e.data)
    order by e.seq), '[]') from assignment_events e where e.assignment_id = ${assignmentId})`;

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
