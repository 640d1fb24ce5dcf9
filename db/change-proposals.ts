import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { ProposalRecord } from '../schema/assignment-records.ts';
import { jsonb } from './client.ts';

/** Who made a proposal on this assignment, whatever became of it, or null: a column of the facts. */
export const authorOfProposal = (assignmentId: number, proposalId: number): SQL =>
  sql`(select p.author from change_proposals p where p.id = ${proposalId} and p.assignment_id = ${assignmentId})`;

export const openProposal = (assignmentId: number, proposal: ProposalRecord): SQL =>
  sql`insert into change_proposals (id, assignment_id, kind, author, due_at, results, created_at)
      values (${proposal.id}, ${assignmentId}, ${proposal.kind}, ${proposal.author}, ${proposal.dueAt}, ${jsonb(proposal.results)},
        ${proposal.createdAt})`;

export const endProposal = (id: number, status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'CLOSED', at: Date): SQL =>
  sql`with changed as (update change_proposals set status = ${status}, ended_at = ${at} where id = ${id} and status = 'OPEN' returning 1)
      select guard((select count(*) from changed) = 1, 'VERSION_CONFLICT')`;

/** The dates that a proposal to move the deadline has moved. */
export const moveResults = (assignmentId: number, results: ProposalRecord['results'], at: Date): SQL =>
  sql`update deliverables d set expected_at = r."expectedAt", version = d.version + 1, updated_at = ${at}
      from jsonb_to_recordset(${jsonb(results)}) as r("deliverableId" bigint, "expectedAt" timestamptz)
      where d.id = r."deliverableId" and d.assignment_id = ${assignmentId}`;
