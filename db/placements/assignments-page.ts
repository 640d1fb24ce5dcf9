import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Party, parties } from '../../schema/shared/enums.ts';
import { cursorGuard, largestId } from '../client.ts';
import { pageBySize, type SizedRow } from '../page-by-size.ts';
import type { Query } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { wasEver } from './assignment-events.ts';
import { type AssignmentRecord, assignmentJson } from './assignments.ts';

export interface AssignmentsPage {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly status?: string | undefined;
  readonly role?: Party | undefined;
}

const { id, status: statusColumn, advertiserId, creatorId } = placementAssignments;
const partyColumns = { ADVERTISER: advertiserId, CREATOR: creatorId };

/** The assignments of a party, newest first. A cursor that was never an assignment of theirs on that side and in that status is INVALID_CURSOR. */
export function assignmentsPage(
  userId: number,
  { limit, cursor, status, role }: AssignmentsPage,
): Query<SizedRow<AssignmentRecord>> {
  const sides = role === undefined ? parties : [role];
  const page = { userId, limit, status, before: cursor ?? largestId };
  const ids = sql.join(
    sides.map((side) => sideOf(side, page)),
    sql` union all `,
  );
  const columns = sides.map((side) => sql`${partyColumns[side]}`);
  const own = sql`${placementAssignments} where ${id} = ${cursor ?? null} and ${userId} in (${sql.join(columns, sql`, `)})
    ${status === undefined ? sql`` : sql`and ${wasEver(status)}`}`;
  return pageBySize(
    {
      id,
      item: assignmentJson,
      from: sql`from (select id from (${ids}) own order by id desc limit ${limit + 1}) page
        join ${placementAssignments} on ${id} = page.id
        ${cursor === undefined ? sql`` : sql`where ${cursorGuard(own)}`}`,
    },
    limit,
  );
}

interface Side {
  readonly userId: number;
  readonly limit: number;
  readonly status: string | undefined;
  readonly before: number | string;
}

/**
 * One page of one side, from its own index. Postgres stays in that index because the pair is compared as a whole: with an equality it
 * may walk the whole table in its own order when all work of the user is old.
 */
function sideOf(side: Party, { userId, limit, status, before }: Side): SQL {
  const column = partyColumns[side];
  return sql`(select ${id} as id from ${placementAssignments}
    where ${column} >= ${userId} and (${column}, ${id}) < (${userId}, ${before})
    ${status === undefined ? sql`` : sql`and ${statusColumn} = ${status}`}
    order by ${column} desc, ${id} desc limit ${limit + 1})`;
}
