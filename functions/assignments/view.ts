import type { AssignmentRecord, DeliverableRecord } from '../../schema/assignment-records.ts';
import type { AssignmentView, DeliverableView } from '../../schema/assignments.ts';
import { usdt } from '../../schema/money.ts';
import { life, type Side } from './rules.ts';

/** An assignment as one of its parties sees it: each side has its own projection of the money. */
export function viewAssignment(assignment: AssignmentRecord, side: Side): AssignmentView {
  return {
    id: assignment.id,
    orderId: assignment.orderId,
    status: assignment.status,
    version: assignment.version,
    role: side,
    allowedActions: [...life[assignment.status][side]],
    creatorPublicId: assignment.creatorPublicId,
    serviceListingId: assignment.serviceListingId,
    type: assignment.type,
    quantity: assignment.quantity,
    brief: assignment.brief,
    rights: assignment.rights as AssignmentView['rights'],
    dueAt: assignment.dueAt,
    acceptBy: assignment.acceptBy,
    approveBy: assignment.approveBy,
    amounts: amountsFor(assignment, side),
    deliverables: assignment.deliverables.map((deliverable) => viewDeliverable(deliverable, assignment)),
    openProposal: null,
    createdAt: assignment.createdAt,
    updatedAt: assignment.updatedAt,
  };
}

function amountsFor(assignment: AssignmentRecord, side: Side): AssignmentView['amounts'] {
  const base = BigInt(assignment.base);
  const brandFee = BigInt(assignment.brandFee);
  const creatorFee = BigInt(assignment.creatorFee);
  return side === 'ADVERTISER'
    ? { base: usdt(base), brandFee: usdt(brandFee), total: usdt(base + brandFee) }
    : { base: usdt(base), creatorFee: usdt(creatorFee), net: usdt(base - creatorFee) };
}

/** A FILE has no public place and no social metrics: every such field is null, and metrics is empty. */
function viewDeliverable(deliverable: DeliverableRecord, { channel }: AssignmentRecord): DeliverableView {
  return {
    id: deliverable.id,
    position: deliverable.position,
    kind: deliverable.kind,
    expectedAt: deliverable.expectedAt,
    description: deliverable.description,
    channelRef: deliverable.kind === 'PUBLIC' ? channel : null,
    publishedRevision: null,
    url: null,
    contentId: null,
    metrics: [],
    proofs: [],
    note: null,
    version: deliverable.version,
  };
}
