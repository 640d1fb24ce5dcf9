import { and, eq } from 'drizzle-orm';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import { build, changesOne, guard, insertJson, json, jsonList, jsonRows, type TypeOf } from '../query.ts';
import { prepared } from '../statements.ts';
import { changeProposals, placementAssignments } from '../tables/assignments.ts';
import { creators } from '../tables/creators.ts';
import { deliverables } from '../tables/deliverables.ts';
import { recordFunding } from './assignment-events.ts';
import { type ProposalRecord, proposalJson } from './change-proposals.ts';
import { deliverableJson } from './deliverables.ts';
import { isStopped } from './stopped-assignments.ts';

/** The publicId of the creator of an assignment. */
export const creatorPublicId = sql<string>`(select ${creators.publicId} from ${creators}
  where ${creators.userId} = ${placementAssignments.creatorId})`;

/** An assignment as JSON, with its deliverables and its open proposal. */
export const assignmentJson = json({
  id: placementAssignments.id,
  orderId: placementAssignments.orderId,
  orderItemId: placementAssignments.orderItemId,
  advertiserId: placementAssignments.advertiserId,
  creatorId: placementAssignments.creatorId,
  creatorPublicId,
  serviceListingId: placementAssignments.serviceListingId,
  type: placementAssignments.type,
  proofModes: placementAssignments.proofModes,
  channel: placementAssignments.channel,
  proofTemplate: placementAssignments.proofTemplate,
  title: placementAssignments.title,
  usageTerms: placementAssignments.usageTerms,
  status: placementAssignments.status,
  version: placementAssignments.version,
  quantity: placementAssignments.quantity,
  brief: placementAssignments.brief,
  rights: placementAssignments.rights,
  base: placementAssignments.base,
  brandFee: placementAssignments.brandFee,
  creatorFee: placementAssignments.creatorFee,
  creatorFeeBps: placementAssignments.creatorFeeBps,
  dueAt: placementAssignments.dueAt,
  acceptBy: placementAssignments.acceptBy,
  approveBy: placementAssignments.approveBy,
  acceptedAt: placementAssignments.acceptedAt,
  submittedAt: placementAssignments.submittedAt,
  changesRequestedAt: placementAssignments.changesRequestedAt,
  endedAt: placementAssignments.endedAt,
  isStopped,
  resumedAt: placementAssignments.resumedAt,
  createdAt: placementAssignments.createdAt,
  updatedAt: placementAssignments.updatedAt,
  deliverables: jsonList(
    deliverableJson,
    sql`from ${deliverables} where ${deliverables.assignmentId} = ${placementAssignments.id}`,
    sql`${deliverables.position}`,
  ),
  openProposal: sql<ProposalRecord | null>`(select ${proposalJson} from ${changeProposals}
    where ${changeProposals.assignmentId} = ${placementAssignments.id} and ${changeProposals.status} = 'OPEN')`,
});

/** An assignment as it is stored. Amounts are minor units as text. */
export type AssignmentRecord = TypeOf<typeof assignmentJson>;

/** The assignment, if this user is one of its parties, or null: a field of the facts. */
export const assignmentOf = (userId: number, id: number): SQL<AssignmentRecord | null> =>
  sql`(select ${assignmentJson} from ${placementAssignments}
    where ${placementAssignments.id} = ${id} and ${userId} in (${placementAssignments.advertiserId}, ${placementAssignments.creatorId}))`;

/** The assignment of any parties, or null, for staff and for jobs: a field of the facts. */
export const anyAssignment = (id: number): SQL<AssignmentRecord | null> =>
  sql`(select ${assignmentJson} from ${placementAssignments} where ${placementAssignments.id} = ${id})`;

/** Inserts the assignments of a funded order, with their deliverables, their first event and its row of the outbox. */
export const insertAssignments = (assignments: readonly AssignmentRecord[], at: Date): SQLWrapper =>
  insertOpened({
    opened: jsonRows(
      placementAssignments,
      openedColumns,
      assignments.map((assignment) => openedRow(assignment, at)),
    ),
    promised: jsonRows(deliverables, promisedColumns, assignments.flatMap(promisedRows)),
    ids: assignments.map(({ id }) => id),
    at,
  });

const openedColumns = [
  ...(['id', 'orderId', 'orderItemId', 'advertiserId', 'creatorId', 'serviceListingId', 'type', 'proofModes'] as const),
  ...(['channel', 'proofTemplate', 'title', 'usageTerms', 'status', 'version', 'quantity', 'brief', 'rights'] as const),
  ...(['base', 'brandFee', 'creatorFee', 'creatorFeeBps', 'dueAt', 'acceptBy', 'approveBy', 'acceptedAt'] as const),
  ...(['submittedAt', 'changesRequestedAt', 'endedAt', 'resumedAt', 'createdAt', 'updatedAt'] as const),
] as const;
const promisedColumns = ['id', 'assignmentId', 'position', 'kind', 'description', 'expectedAt'] as const;

const insertOpened = prepared<{ opened: string; promised: string; ids: readonly number[]; at: Date }>(
  ({ opened, promised, ids, at }) => sql`
    with opened as (${insertJson(placementAssignments, openedColumns, opened)}
    ), promised as (${insertJson(deliverables, promisedColumns, promised)}
    ), ${recordFunding(ids, at)}`,
);

const openedRow = (assignment: AssignmentRecord, at: Date) => ({
  ...assignment,
  base: BigInt(assignment.base),
  brandFee: BigInt(assignment.brandFee),
  creatorFee: BigInt(assignment.creatorFee),
  dueAt: new Date(assignment.dueAt),
  acceptBy: new Date(assignment.acceptBy),
  ...changedInstants(assignment),
  resumedAt: null,
  createdAt: at,
  updatedAt: at,
});

const promisedRows = ({ id: assignmentId, deliverables: promised }: AssignmentRecord) =>
  promised.map(({ id, position, kind, expectedAt, description }) => ({
    ...{ id, assignmentId, position, kind, description },
    expectedAt: new Date(expectedAt),
  }));

/** The instants that a transition may set. */
const changedInstants = (assignment: AssignmentRecord) => ({
  approveBy: dateOf(assignment.approveBy),
  acceptedAt: dateOf(assignment.acceptedAt),
  submittedAt: dateOf(assignment.submittedAt),
  changesRequestedAt: dateOf(assignment.changesRequestedAt),
  endedAt: dateOf(assignment.endedAt),
});

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

/** Changes the assignment at the version that was read. */
export const changeAssignment = (before: AssignmentRecord, after: AssignmentRecord, at: Date): SQLWrapper => {
  const { status, version, dueAt, approveBy, acceptedAt, submittedAt, changesRequestedAt, endedAt } = after;
  const changed = { status, version, dueAt, approveBy, acceptedAt, submittedAt, changesRequestedAt, endedAt };
  return changeRow({ ...changed, id: before.id, expectedVersion: before.version, updatedAt: at });
};

type ChangedColumns =
  | 'id'
  | 'version'
  | 'status'
  | 'dueAt'
  | 'approveBy'
  | 'acceptedAt'
  | 'submittedAt'
  | 'changesRequestedAt'
  | 'endedAt';
type ChangedRow = Pick<AssignmentRecord, ChangedColumns> & {
  readonly expectedVersion: number;
  readonly updatedAt: Date;
};

const changeRow = prepared<ChangedRow>(({ id, expectedVersion, ...changes }) =>
  changesOne(
    build
      .update(placementAssignments)
      .set({
        ...changes,
        deliveredAt: sql`coalesce(${placementAssignments.deliveredAt}, ${changes.submittedAt})`,
        postponedUntil: null,
        postponeCause: null,
      })
      .where(and(eq(placementAssignments.id, id), eq(placementAssignments.version, expectedVersion))),
  ),
);

/** Locks the assignment at the version that was read. Its history and its deliverables change under this lock alone. */
export const lockAssignment = ({ id, version }: Pick<AssignmentRecord, 'id' | 'version'>): SQLWrapper =>
  lockVersion({ id, version });

const lockVersion = prepared<{ id: number; version: number }>(
  ({ id, version }) => sql`with held as (
      select 1 from ${placementAssignments}
      where ${placementAssignments.id} = ${id} and ${placementAssignments.version} = ${version} for no key update)
    ${guard(sql`(select count(*) from held) = 1`, 'VERSION_CONFLICT')}`,
);
