import { eq } from 'drizzle-orm';
import { sql } from 'drizzle-orm/sql/sql';
import { array } from '../client.ts';
import { build, json, type Query, query, select, type TypeOf } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { openProposalOfAssignment } from './change-proposals.ts';
import { isStopped } from './stopped-assignments.ts';

const { id, acceptBy, approveBy, status, postponedUntil } = placementAssignments;

/** The end of each window. The status is a literal, because Postgres uses a partial index only for a literal. */
const windows = {
  expire: { dueAt: acceptBy, isOpen: sql`${status} = 'PENDING'` },
  approve: { dueAt: approveBy, isOpen: sql`${status} = 'SUBMITTED'` },
};

export type OverdueStep = keyof typeof windows;

/** Only what a move needs: a job reads many of them at once. */
const overdueJson = json({
  id,
  orderId: placementAssignments.orderId,
  advertiserId: placementAssignments.advertiserId,
  creatorId: placementAssignments.creatorId,
  status,
  version: placementAssignments.version,
  base: placementAssignments.base,
  brandFee: placementAssignments.brandFee,
  creatorFee: placementAssignments.creatorFee,
  creatorFeeBps: placementAssignments.creatorFeeBps,
  dueAt: placementAssignments.dueAt,
  acceptBy,
  approveBy,
  acceptedAt: placementAssignments.acceptedAt,
  submittedAt: placementAssignments.submittedAt,
  changesRequestedAt: placementAssignments.changesRequestedAt,
  isStopped: sql<boolean>`false`,
  resumedAt: placementAssignments.resumedAt,
  openProposal: openProposalOfAssignment,
});

/** An assignment that was not accepted, or not answered, in time. */
export type Overdue = TypeOf<typeof overdueJson>;

export interface OverduePage {
  readonly limit: number;
  /** Only assignments with these ids. */
  readonly among?: readonly number[];
}

/** At most `limit` overdue assignments, the longest overdue first. */
export function overdueAssignments(
  step: OverdueStep,
  now: Date,
  { limit, among }: OverduePage,
): Query<{ readonly assignment: Overdue }> {
  const { dueAt, isOpen } = windows[step];
  return select(
    { assignment: overdueJson },
    sql`from ${placementAssignments}
      where ${isOpen} and ${dueAt} <= ${now} and (${postponedUntil} is null or ${postponedUntil} <= ${now}) and not ${isStopped}
        ${among === undefined ? sql`` : sql`and ${id} = any (${array(among)}::bigint[])`}
      order by ${dueAt}, ${id} limit ${limit}`,
  );
}

/** Makes jobs skip the assignment until then. */
export const postponeAssignment = (assignmentId: number, until: Date, cause: string): Query<{ readonly id: number }> =>
  query(
    { id },
    (columns) =>
      sql`${build
        .update(placementAssignments)
        .set({ postponedUntil: until, postponeCause: cause })
        .where(eq(id, assignmentId))
        .getSQL()} returning ${columns}`,
  );
