import { eq, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Party } from '../../schema/shared/enums.ts';
import { cursorGuard } from '../client.ts';
import { build, json, type Query, select, type TypeOf } from '../query.ts';
import { disputes, placementAssignments } from '../tables/assignments.ts';
import { users } from '../tables/identity.ts';
import { wasEver } from './assignment-events.ts';
import { assignmentJson, creatorPublicId } from './assignments.ts';

const disputeJson = json({
  author: disputes.openedBy,
  reason: disputes.reason,
  description: disputes.description,
  openedAt: disputes.openedAt,
  outcome: disputes.outcome,
  creatorShareBps: disputes.creatorShareBps,
  note: disputes.note,
  resolverId: disputes.resolvedBy,
  resolvedAt: disputes.resolvedAt,
});

export type DisputeRecord = TypeOf<typeof disputeJson>;

/** The dispute of an assignment, or null when it never had one. */
const dispute = sql<DisputeRecord | null>`(
  select ${disputeJson} from ${disputes} where ${disputes.assignmentId} = ${placementAssignments.id})`;

/** An assignment with its dispute, as JSON. */
const caseJson = json({ assignment: assignmentJson, dispute });

/** The part of a case that a list shows. */
const summaryJson = json({
  assignment: json({
    id: placementAssignments.id,
    orderId: placementAssignments.orderId,
    advertiserId: placementAssignments.advertiserId,
    creatorId: placementAssignments.creatorId,
    creatorPublicId,
    serviceListingId: placementAssignments.serviceListingId,
    type: placementAssignments.type,
    status: placementAssignments.status,
    version: placementAssignments.version,
    base: placementAssignments.base,
    brandFee: placementAssignments.brandFee,
    creatorFeeBps: placementAssignments.creatorFeeBps,
    creatorFee: placementAssignments.creatorFee,
    dueAt: placementAssignments.dueAt,
    createdAt: placementAssignments.createdAt,
    updatedAt: placementAssignments.updatedAt,
  }),
  dispute,
});

export type CaseRecord = TypeOf<typeof caseJson>;
export type CaseSummary = TypeOf<typeof summaryJson>;

/** The case of an assignment of any parties, or null: a field of the facts. */
export const caseOf = (assignmentId: number): SQL<CaseRecord | null> =>
  sql`(select ${caseJson} from ${placementAssignments} where ${placementAssignments.id} = ${assignmentId})`;

export interface CasesPage {
  readonly limit: number;
  readonly cursor: number | undefined;
  readonly status: string;
}

const { id, status: statusColumn } = placementAssignments;

const cursorCondition = (cursor: number | undefined, condition: SQL): SQL =>
  cursor === undefined
    ? sql``
    : sql`and ${cursorGuard(sql`${placementAssignments} where ${id} = ${cursor} ${condition}`)}`;

/**
 * The assignments in a status, oldest first. A cursor that never was in that status is INVALID_CURSOR. The pair is compared as a
 * whole, as in the list of the assignments of a party.
 */
export const casesPage = ({ limit, cursor, status }: CasesPage): Query<{ readonly found: CaseSummary }> =>
  select(
    { found: summaryJson },
    sql`from ${placementAssignments}
      where ${statusColumn} <= ${status} and (${statusColumn}, ${id}) > (${status}, ${cursor ?? 0})
        ${cursorCondition(cursor, sql`and ${wasEver(status)}`)}
      order by ${statusColumn}, ${id} limit ${limit + 1}`,
  );

/** The assignments of suspended users, all that are open or those in a status, oldest first. A cursor that is no assignment is INVALID_CURSOR. */
export function stoppedCasesPage({
  limit,
  cursor,
  status,
}: Omit<CasesPage, 'status'> & { status: string | null }): Query<{ readonly found: CaseSummary }> {
  const idsBy = (party: AnyPgColumn) => sql`
    select ${id} from ${users} join ${placementAssignments} on ${party} = ${users.id}
    where ${users.suspendedAt} is not null and ${id} > ${cursor ?? 0}
      and ${status === null ? sql`${placementAssignments.endedAt} is null` : sql`${statusColumn} = ${status}`}`;
  return select(
    { found: summaryJson },
    sql`from ${placementAssignments}
      where ${id} in (${idsBy(placementAssignments.advertiserId)} union ${idsBy(placementAssignments.creatorId)})
        ${cursorCondition(cursor, sql``)}
      order by ${id} limit ${limit + 1}`,
  );
}

export const resolveDispute = (assignmentId: number, resolved: DisputeRecord): SQLWrapper =>
  build
    .update(disputes)
    .set({
      outcome: resolved.outcome,
      creatorShareBps: resolved.creatorShareBps,
      note: resolved.note,
      resolvedBy: resolved.resolverId,
      resolvedAt: resolved.resolvedAt === null ? null : new Date(resolved.resolvedAt),
    })
    .where(eq(disputes.assignmentId, assignmentId));

export interface NewDispute {
  readonly author: Party;
  readonly reason: string;
  readonly description: string;
}

export const openDispute = (assignmentId: number, { author, reason, description }: NewDispute, at: Date): SQLWrapper =>
  build.insert(disputes).values({ assignmentId, openedBy: author, reason, description, openedAt: at });
