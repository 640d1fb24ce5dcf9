import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Party } from '../../schema/shared/enums.ts';
import { jsonb } from '../client.ts';
import { build, guard, json, type TypeOf } from '../query.ts';
import type { Value } from '../statements.ts';
import { storedChange } from '../stored.ts';
import { changeProposals, placementAssignments } from '../tables/assignments.ts';
import { deliverables } from '../tables/deliverables.ts';

/** A proposal, as JSON. */
export const proposalJson = json({
  id: changeProposals.id,
  kind: changeProposals.kind,
  author: changeProposals.author,
  dueAt: changeProposals.dueAt,
  results: changeProposals.results,
  createdAt: changeProposals.createdAt,
});

export type ProposalRecord = TypeOf<typeof proposalJson>;

/** The open proposal of a row of the assignments, or null. */
export const openProposalOfAssignment = sql<ProposalRecord | null>`(select ${proposalJson} from ${changeProposals}
  where ${changeProposals.assignmentId} = ${placementAssignments.id} and ${changeProposals.status} = 'OPEN')`;

/** The author of a proposal on this assignment, open or ended, or null: a field of the facts. */
export const authorOfProposal = (assignmentId: Value<number>, proposalId: Value<number | null>): SQL<Party | null> =>
  sql`(select ${changeProposals.author} from ${changeProposals}
    where ${changeProposals.id} = ${proposalId} and ${changeProposals.assignmentId} = ${assignmentId})`;

export const openProposal = (assignmentId: number, { dueAt, createdAt, ...proposal }: ProposalRecord): SQLWrapper =>
  build.insert(changeProposals).values({
    ...proposal,
    assignmentId,
    dueAt: dueAt === null ? null : new Date(dueAt),
    createdAt: new Date(createdAt),
  });

export interface EndedProposal {
  readonly id: number;
  readonly status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'CLOSED';
}

const endStored = storedChange<{ ended: string; at: Date }>('end_proposals', ['ended', 'at'], ({ ended, at }) =>
  endProposals(ended, at),
);

export const endProposal = (ended: EndedProposal, at: Date): SQLWrapper =>
  endStored({ ended: JSON.stringify([ended]), at });

/** Ends open proposals, JSON of EndedProposal. */
export function endProposals(ended: SQL<string>, at: SQL<Date>): SQL {
  const change = build
    .update(changeProposals)
    .set({ status: sql`ended.status`, endedAt: at })
    .from(sql`ended`)
    .where(and(eq(changeProposals.id, sql`ended.id`), eq(changeProposals.status, 'OPEN')));
  return sql`with ended as (select * from jsonb_to_recordset(${ended}::jsonb) as ended(id bigint, status text)
    ), changed as (${change.getSQL()} returning 1)
    ${guard(sql`(select count(*) from changed) = (select count(*) from ended)`, 'VERSION_CONFLICT')}`;
}

/** Moves the dates of results as an accepted proposal says. */
export const moveResults = (assignmentId: number, results: ProposalRecord['results'], at: Date): SQLWrapper =>
  build
    .update(deliverables)
    .set({ expectedAt: sql`moved."expectedAt"`, version: sql`${deliverables.version} + 1`, updatedAt: at })
    .from(sql`jsonb_to_recordset(${jsonb(results)}) as moved("deliverableId" bigint, "expectedAt" timestamptz)`)
    .where(sql`${deliverables.id} = moved."deliverableId" and ${deliverables.assignmentId} = ${assignmentId}`);
