import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { Party } from '../../schema/shared/enums.ts';
import { freshId } from '../fresh-ids.ts';
import { factsOf, guard, insertJson, json, jsonList, jsonRows, type TypeOf } from '../query.ts';
import type { ParametersOf, Value } from '../statements.ts';
import { storedChange, storedRead } from '../stored.ts';
import { changeProposals, disputes, placementAssignments } from '../tables/assignments.ts';
import { creators } from '../tables/creators.ts';
import { deliverables } from '../tables/deliverables.ts';
import { recordFunding } from './assignment-events.ts';
import { authorOfProposal, openProposalOfAssignment } from './change-proposals.ts';
import { deliverableJson, namedMeasurements } from './deliverables.ts';
import { creatorNameOf, userNameOf } from './party-names.ts';
import { lostPostsOf } from './proven-posts.ts';
import { isStopped } from './stopped-assignments.ts';

/** The publicId of the creator of an assignment. */
export const creatorPublicId = sql<string>`(select ${creators.publicId} from ${creators}
  where ${creators.userId} = ${placementAssignments.creatorId})`;

const statementsJson = json({ ADVERTISER: disputes.advertiserStatements, CREATOR: disputes.creatorStatements });

/** An assignment as JSON, with its deliverables and its open proposal. */
export const assignmentJson = json({
  id: placementAssignments.id,
  orderId: placementAssignments.orderId,
  orderItemId: placementAssignments.orderItemId,
  advertiserId: placementAssignments.advertiserId,
  creatorId: placementAssignments.creatorId,
  creatorPublicId,
  creatorName: creatorNameOf(sql`${placementAssignments.creatorId}`),
  advertiserName: userNameOf(sql`${placementAssignments.advertiserId}`),
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
  openProposal: openProposalOfAssignment,
  /** The number of statements of each party; null without a dispute. */
  statements: sql<Readonly<Record<Party, number>> | null>`(select ${statementsJson} from ${disputes}
    where ${disputes.assignmentId} = ${placementAssignments.id})`,
});

/** An assignment as it is stored. Amounts are minor units as text. */
export type AssignmentRecord = TypeOf<typeof assignmentJson>;

/** The assignment, if this user is one of its parties, or null: a field of the facts. */
export const assignmentOf = (userId: Value<number>, id: Value<number>): SQL<AssignmentRecord | null> =>
  sql`(select ${assignmentJson} from ${placementAssignments}
    where ${placementAssignments.id} = ${id} and ${userId} in (${placementAssignments.advertiserId}, ${placementAssignments.creatorId}))`;

interface OwnAction {
  readonly userId: number;
  readonly id: number;
  /** The proposal that the action decides on. */
  readonly proposalId: number | null;
}

/** What a party's action is decided on, and the id of a proposal that it may open. */
export const actionFacts = storedRead(
  'action_facts',
  ['userId', 'id', 'proposalId'],
  ({ userId, id, proposalId }: ParametersOf<OwnAction>) =>
    factsOf({
      assignment: assignmentOf(userId, id),
      measured: namedMeasurements(id),
      lostPosts: lostPostsOf(id),
      author: authorOfProposal(id, proposalId),
      proposalId: freshId(changeProposals),
    }),
);

/** The assignments of a funded order and their deliverables, as JSON rows. */
export interface FundedRows {
  readonly opened: string;
  readonly promised: string;
  readonly at: Date;
}

export const fundedNames = ['opened', 'promised', 'at'] as const;

export const fundedRows = (assignments: readonly AssignmentRecord[], at: Date): FundedRows => ({
  opened: jsonRows(
    placementAssignments,
    openedColumns,
    assignments.map((assignment) => openedRow(assignment, at)),
  ),
  promised: jsonRows(deliverables, promisedColumns, assignments.flatMap(promisedRows)),
  at,
});

/** Inserts the assignments of a funded order, with their deliverables, their first event and its row of the outbox. */
export const insertFunded = ({ opened, promised, at }: ParametersOf<FundedRows>): SQL =>
  sql`
    with opened as (${insertJson(placementAssignments, openedColumns, opened)} returning ${placementAssignments.id}
    ), promised as (${insertJson(deliverables, promisedColumns, promised)}
    ), ${recordFunding(at)}`;

const openedColumns = [
  ...(['id', 'orderId', 'orderItemId', 'advertiserId', 'creatorId', 'serviceListingId', 'type', 'proofModes'] as const),
  ...(['channel', 'proofTemplate', 'title', 'usageTerms', 'status', 'version', 'quantity', 'brief', 'rights'] as const),
  ...(['base', 'brandFee', 'creatorFee', 'creatorFeeBps', 'dueAt', 'acceptBy', 'approveBy', 'acceptedAt'] as const),
  ...(['submittedAt', 'changesRequestedAt', 'endedAt', 'resumedAt', 'createdAt', 'updatedAt'] as const),
] as const;
const promisedColumns = ['id', 'assignmentId', 'position', 'kind', 'description', 'expectedAt'] as const;

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
export const changedInstants = (
  assignment: Pick<AssignmentRecord, 'approveBy' | 'acceptedAt' | 'submittedAt' | 'changesRequestedAt' | 'endedAt'>,
) => ({
  approveBy: dateOf(assignment.approveBy),
  acceptedAt: dateOf(assignment.acceptedAt),
  submittedAt: dateOf(assignment.submittedAt),
  changesRequestedAt: dateOf(assignment.changesRequestedAt),
  endedAt: dateOf(assignment.endedAt),
});

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

/** Locks the assignment at the version that was read. Its history and its deliverables change under this lock alone. */
export const lockAssignment = ({ id, version }: Pick<AssignmentRecord, 'id' | 'version'>): SQLWrapper =>
  lockVersion({ id, version });

const lockVersion = storedChange<{ id: number; version: number }>(
  'lock_assignment',
  ['id', 'version'],
  ({ id, version }) => sql`with held as (
      select 1 from ${placementAssignments}
      where ${placementAssignments.id} = ${id} and ${placementAssignments.version} = ${version} for no key update)
    ${guard(sql`(select count(*) from held) = 1`, 'VERSION_CONFLICT')}`,
);
