import { type SQL, sql } from 'drizzle-orm/sql/sql';

/** The history names each state that the assignment `a` came into; that of its beginning it names "funded". */
export const wasEver = (status: string): SQL => sql`(a.status = ${status} or ${status} = 'PENDING' or exists (
  select from assignment_events e where e.assignment_id = a.id and e.kind = 'assignment.' || lower(${status})))`;
