import { and, eq } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { build, changesOne, guard, json, jsonList, type TypeOf } from '../query.ts';
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
export const insertAssignments = (assignments: readonly AssignmentRecord[], at: Date): SQL => sql`
  with opened as (${build
    .insert(placementAssignments)
    .values(assignments.map((assignment) => openedRow(assignment, at)))
    .getSQL()}
  ), promised as (${build.insert(deliverables).values(assignments.flatMap(promisedRows)).getSQL()}
  ), ${recordFunding(
    assignments.map(({ id }) => id),
    at,
  )}`;

const openedRow = (assignment: AssignmentRecord, at: Date): typeof placementAssignments.$inferInsert => ({
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
export const changeAssignment = (before: AssignmentRecord, after: AssignmentRecord, at: Date): SQL =>
  changesOne(
    build
      .update(placementAssignments)
      .set({
        ...changedInstants(after),
        status: after.status,
        version: after.version,
        dueAt: new Date(after.dueAt),
        deliveredAt: sql`coalesce(${placementAssignments.deliveredAt}, ${after.submittedAt})`,
        setAsideUntil: null,
        setAsideCause: null,
        updatedAt: at,
      })
      .where(and(eq(placementAssignments.id, before.id), eq(placementAssignments.version, before.version))),
  );

/** Locks the assignment at the version that was read. Its history and its deliverables change under this lock alone. */
export const lockAssignment = ({ id, version }: Pick<AssignmentRecord, 'id' | 'version'>): SQL =>
  sql`with held as (
      select 1 from ${placementAssignments}
      where ${placementAssignments.id} = ${id} and ${placementAssignments.version} = ${version} for no key update)
    ${guard(sql`(select count(*) from held) = 1`, 'VERSION_CONFLICT')}`;
