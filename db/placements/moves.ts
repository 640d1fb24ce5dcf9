import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { trackPosts } from '../metrics/tracked-posts.ts';
import { build, guard, jsonRows } from '../query.ts';
import { storedChange } from '../stored.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { appendEvents } from './assignment-events.ts';
import { type AssignmentRecord, changedInstants } from './assignments.ts';
import { type EndedProposal, endProposals } from './change-proposals.ts';
import { deriveOrders, lockOrders } from './orders.ts';
import { releasePosts } from './proven-posts.ts';

/** The columns of an assignment that a move may change, and those that identify it. Its version is one above the one that was read. */
export type MovedAssignment = Pick<
  AssignmentRecord,
  | 'id'
  | 'orderId'
  | 'status'
  | 'version'
  | 'dueAt'
  | 'approveBy'
  | 'acceptedAt'
  | 'submittedAt'
  | 'changesRequestedAt'
  | 'endedAt'
>;

const columns = [
  ...(['id', 'status', 'version', 'dueAt', 'approveBy', 'acceptedAt', 'submittedAt'] as const),
  ...(['changesRequestedAt', 'endedAt', 'updatedAt'] as const),
] as const;

interface Begun {
  readonly moved: string;
  readonly ids: readonly number[];
  readonly orderIds: readonly number[];
  readonly ended: string;
  readonly at: Date;
}

const beginStored = storedChange<Begun>(
  'begin_moves',
  ['moved', 'ids', 'orderIds', 'ended', 'at'],
  ({ moved, ids, orderIds, ended, at }) => [
    lockOrders(sql`${orderIds}::bigint[]`),
    sql`select from ${placementAssignments} where ${placementAssignments.id} = any (${ids}::bigint[])
      order by ${placementAssignments.id} for no key update`,
    changeAssignments(moved, ids),
    endProposals(ended, at),
  ],
);

/**
 * Locks the orders, changes the assignments that have the versions that were read, and ends their proposals. Every transaction locks rows
 * in the sequence orders, assignments, users, money, and rows of one kind in the sequence of their ids.
 */
export const beginMoves = (
  assignments: readonly MovedAssignment[],
  ended: readonly EndedProposal[],
  at: Date,
): SQLWrapper =>
  beginStored({
    moved: jsonRows(
      placementAssignments,
      columns,
      assignments.map((assignment) => ({
        ...assignment,
        ...changedInstants(assignment),
        dueAt: new Date(assignment.dueAt),
        updatedAt: at,
      })),
    ),
    ids: assignments.map(({ id }) => id),
    orderIds: assignments.map(({ orderId }) => orderId),
    ended: JSON.stringify(ended),
    at,
  });

function changeAssignments(moved: SQL<string>, ids: SQL): SQL {
  const { status, version, dueAt, approveBy, acceptedAt, submittedAt, changesRequestedAt, endedAt, updatedAt } =
    placementAssignments;
  const changed = {
    status,
    version,
    dueAt,
    approveBy,
    acceptedAt,
    submittedAt,
    changesRequestedAt,
    endedAt,
    updatedAt,
  };
  const change = build
    .update(placementAssignments)
    .set({
      ...Object.fromEntries(
        Object.entries(changed).map(([name, column]) => [name, sql`moved.${sql.identifier(column.name)}`]),
      ),
      deliveredAt: sql`coalesce(${placementAssignments.deliveredAt}, moved.submitted_at)`,
      postponedUntil: null,
      postponeCause: null,
    })
    .from(sql`moved`)
    // The ids let the planner use the index: it cannot see how few rows `moved` has.
    .where(
      sql`${placementAssignments.id} = any (${ids}::bigint[]) and ${placementAssignments.id} = moved.id and ${version} = moved.version - 1`,
    );
  return sql`with moved as (select * from json_populate_recordset(null::${placementAssignments}, ${moved}::json)
    ), changed as (${change.getSQL()} returning 1)
    ${guard(sql`(select count(*) from changed) = (select count(*) from moved)`, 'VERSION_CONFLICT')}`;
}

/** What follows from the moves of assignments. */
export interface Consequences {
  readonly orderIds: readonly number[];
  /** Refunded assignments, whose posts may prove other work. */
  readonly refundedIds: readonly number[];
  /** Assignments with new results, whose posts are measured. */
  readonly deliveredIds: readonly number[];
  /** Rows of `eventRows`. */
  readonly events: readonly object[];
  readonly at: Date;
}

const endStored = storedChange<Omit<Consequences, 'events'> & { readonly events: string }>(
  'end_moves',
  ['orderIds', 'refundedIds', 'deliveredIds', 'events', 'at'],
  ({ orderIds, refundedIds, deliveredIds, events, at }) => [
    releasePosts(sql`${refundedIds}::bigint[]`),
    trackPosts(sql`${deliveredIds}::bigint[]`, at),
    deriveOrders(sql`${orderIds}::bigint[]`, at),
    appendEvents(events, at),
  ],
);

/** Follows beginMoves in the same commit: posts, the statuses of the orders, and the history. */
export const endMoves = ({ events, ...consequences }: Consequences): SQLWrapper =>
  endStored({ ...consequences, events: JSON.stringify(events) });
