import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Party } from '../../schema/shared/enums.ts';
import { jsonb } from '../client.ts';
import { build, changesOne, json, type TypeOf } from '../query.ts';
import { changeProposals } from '../tables/assignments.ts';
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

/** The author of a proposal on this assignment, open or ended, or null: a field of the facts. */
export const authorOfProposal = (assignmentId: number, proposalId: number): SQL<Party | null> =>
  sql`(select ${changeProposals.author} from ${changeProposals}
    where ${changeProposals.id} = ${proposalId} and ${changeProposals.assignmentId} = ${assignmentId})`;

export const openProposal = (assignmentId: number, { dueAt, createdAt, ...proposal }: ProposalRecord): SQLWrapper =>
  build.insert(changeProposals).values({
    ...proposal,
    assignmentId,
    dueAt: dueAt === null ? null : new Date(dueAt),
    createdAt: new Date(createdAt),
  });

export const endProposal = (id: number, status: 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'CLOSED', at: Date): SQL =>
  changesOne(
    build
      .update(changeProposals)
      .set({ status, endedAt: at })
      .where(and(eq(changeProposals.id, id), eq(changeProposals.status, 'OPEN'))),
  );

/** Moves the dates of results as an accepted proposal says. */
export const moveResults = (assignmentId: number, results: ProposalRecord['results'], at: Date): SQLWrapper =>
  build
    .update(deliverables)
    .set({ expectedAt: sql`moved."expectedAt"`, version: sql`${deliverables.version} + 1`, updatedAt: at })
    .from(sql`jsonb_to_recordset(${jsonb(results)}) as moved("deliverableId" bigint, "expectedAt" timestamptz)`)
    .where(sql`${deliverables.id} = moved."deliverableId" and ${deliverables.assignmentId} = ${assignmentId}`);
