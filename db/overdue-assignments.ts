import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { isStopped } from './stopped-assignments.ts';

export interface Overdue {
  readonly id: number;
  readonly dueAt: string;
}

/** Assignments whose time ran out, unaccepted, or handed in and unanswered: the longest ago first, after the one that is named. */
export const overdueAssignments = (
  step: 'expire' | 'approve',
  now: Date,
  { after, most }: { after: Overdue | null; most: number },
): SQL => {
  const [status, dueAt] = step === 'expire' ? ['PENDING', sql.raw('accept_by')] : ['SUBMITTED', sql.raw('approve_by')];
  return sql`select id::float8 as id, iso(${dueAt}) as "dueAt" from placement_assignments
    where status = ${sql.raw(`'${status}'`)} and ${dueAt} <= ${now} and (set_aside_until is null or set_aside_until <= ${now})
      and not ${isStopped(sql.raw('placement_assignments'))}
      ${after === null ? sql`` : sql`and (${dueAt}, id) > (${after.dueAt}::timestamptz, ${after.id})`}
    order by ${dueAt}, id limit ${most}`;
};

/** Time leaves it alone until then. */
export const setAside = (id: number, until: Date, cause: string): SQL =>
  sql`update placement_assignments set set_aside_until = ${until}, set_aside_cause = ${cause} where id = ${id}`;
