import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { array } from '../client.ts';
import { build, guard } from '../query.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { users } from '../tables/identity.ts';

const { id, status, advertiserId, creatorId, acceptBy, approveBy } = placementAssignments;

/** A condition on a row of the assignments: one of the parties is suspended. */
export const isStopped = sql<boolean>`exists (select from ${users}
  where ${users.id} in (${advertiserId}, ${creatorId}) and ${users.suspendedAt} is not null)`;

type Parties = Pick<typeof placementAssignments.$inferSelect, 'advertiserId' | 'creatorId'>;

/** Refuses the commit when a party of an assignment is suspended. The locks keep them from a suspension before the commit. */
export const stillRunning = (assignments: readonly Parties[]): SQL => {
  const parties = [...new Set(assignments.flatMap((assignment) => [assignment.advertiserId, assignment.creatorId]))];
  return sql`with running as (
      select 1 from ${users} where ${users.id} = any (${array(parties)}::bigint[]) and ${users.suspendedAt} is null
      order by ${users.id} for share)
    ${guard(sql`(select count(*) from running) = ${parties.length}`, 'VERSION_CONFLICT')}`;
};

/**
 * Moves the end of each window of the user's open assignments to that time or later. It precedes the statement that lifts the
 * suspension, because assignments are locked before users. An assignment whose other party is suspended too is extended when that
 * suspension is lifted.
 */
export const extendWindows = (userId: number, { at, until }: { at: Date; until: Date }): SQL =>
  sql`with held as (
      select ${id} from ${placementAssignments}
      where ${status} in ('PENDING', 'ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED') and ${userId} in (${advertiserId}, ${creatorId})
        and exists (select from ${users} where ${users.id} = ${userId} and ${users.suspendedAt} is not null)
        and not exists (select from ${users}
          where ${users.id} in (${advertiserId}, ${creatorId}) and ${users.id} <> ${userId} and ${users.suspendedAt} is not null)
      order by ${id} for no key update)
    ${build
      .update(placementAssignments)
      .set({
        resumedAt: at,
        acceptBy: sql`case when ${status} = 'PENDING' then greatest(${acceptBy}, ${until}) else ${acceptBy} end`,
        approveBy: sql`case when ${status} = 'SUBMITTED' then greatest(${approveBy}, ${until}) else ${approveBy} end`,
      })
      .from(sql`held`)
      .where(sql`${id} = held.id`)
      .getSQL()}`;
