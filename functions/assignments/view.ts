import type { AssignmentRecord, DeliverableRecord, ProposalRecord } from '../../schema/assignment-records.ts';
import type { AssignmentView, DeliverableView, ProposalView } from '../../schema/assignments.ts';
import type { Party } from '../../schema/enums.ts';
import { usdt } from '../../schema/money.ts';
import { uploadStatusOf } from '../uploads/index.ts';
import { allowedActions, type Clock, proposalActions } from './rules.ts';

/** An assignment as one of its parties sees it: each side has its own projection of the money. */
export function viewAssignment(assignment: AssignmentRecord, party: Party, clock: Clock): AssignmentView {
  const { openProposal } = assignment;
  return {
    id: assignment.id,
    orderId: assignment.orderId,
    status: assignment.status,
    version: assignment.version,
    role: party,
    allowedActions: allowedActions(assignment, party, clock),
    creatorPublicId: assignment.creatorPublicId,
    serviceListingId: assignment.serviceListingId,
    type: assignment.type,
    quantity: assignment.quantity,
    brief: assignment.brief,
    rights: assignment.rights as AssignmentView['rights'],
    dueAt: assignment.dueAt,
    acceptBy: assignment.acceptBy,
    approveBy: assignment.approveBy,
    amounts: amountsFor(assignment, party),
    deliverables: assignment.deliverables.map((deliverable) => viewDeliverable(deliverable, assignment, clock)),
    openProposal: openProposal && viewProposal(openProposal, party, clock),
    createdAt: assignment.createdAt,
    updatedAt: assignment.updatedAt,
  };
}

function amountsFor(assignment: AssignmentRecord, party: Party): AssignmentView['amounts'] {
  const base = BigInt(assignment.base);
  const brandFee = BigInt(assignment.brandFee);
  const creatorFee = BigInt(assignment.creatorFee);
  return party === 'ADVERTISER'
    ? { base: usdt(base), brandFee: usdt(brandFee), total: usdt(base + brandFee) }
    : { base: usdt(base), creatorFee: usdt(creatorFee), net: usdt(base - creatorFee) };
}

/** A FILE has no public place and no social metrics: every such field is null, and metrics is empty. */
export function viewDeliverable(
  deliverable: DeliverableRecord,
  { channel }: Pick<AssignmentRecord, 'channel'>,
  { now }: Pick<Clock, 'now'>,
): DeliverableView {
  const isPublic = deliverable.kind === 'PUBLIC';
  return {
    id: deliverable.id,
    position: deliverable.position,
    kind: deliverable.kind,
    expectedAt: deliverable.expectedAt,
    description: deliverable.description,
    channelRef: isPublic ? channel : null,
    publishedRevision: isPublic ? deliverable.publishedRevision : null,
    url: isPublic ? deliverable.url : null,
    contentId: isPublic ? deliverable.contentId : null,
    metrics: isPublic ? [...deliverable.metrics] : [],
    proofs: deliverable.proofs.map((proof) => ({ uploadId: proof.uploadId, status: uploadStatusOf(proof, now) })),
    publishedAt: deliverable.publishedAt,
    note: deliverable.note,
    version: deliverable.version,
  };
}

const viewProposal = (proposal: ProposalRecord, party: Party, { now }: Clock): ProposalView => ({
  id: proposal.id,
  kind: proposal.kind,
  author: proposal.author,
  dueAt: proposal.dueAt,
  results: [...proposal.results],
  createdAt: proposal.createdAt,
  allowedActions: proposalActions(proposal, party, now),
});
