import { eq } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { build, iso, type Query, query, type RowOf, select } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { isStopped } from './stopped-assignments.ts';

const { id, acceptBy, approveBy, status, postponedUntil } = placementAssignments;

/** The end of each window. The status is a literal, because Postgres uses a partial index only for a literal. */
const windows = {
  expire: { dueAt: acceptBy, isOpen: sql`${status} = 'PENDING'` },
  approve: { dueAt: approveBy, isOpen: sql`${status} = 'SUBMITTED'` },
};

const fieldsOf = (dueAt: SQL<string>) => ({ id, dueAt });
export type Overdue = RowOf<ReturnType<typeof fieldsOf>>;

/** Assignments that were not accepted, or not answered, in time: the longest overdue first, from the one after `after`. */
export function overdueAssignments(
  step: keyof typeof windows,
  now: Date,
  { after, limit }: { after: Overdue | null; limit: number },
): Query<Overdue> {
  const { dueAt, isOpen } = windows[step];
  return select(
    fieldsOf(iso(dueAt)),
    sql`from ${placementAssignments}
      where ${isOpen} and ${dueAt} <= ${now} and (${postponedUntil} is null or ${postponedUntil} <= ${now}) and not ${isStopped}
        ${after === null ? sql`` : sql`and (${dueAt}, ${id}) > (${after.dueAt}::timestamptz, ${after.id})`}
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
