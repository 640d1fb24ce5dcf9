import type { EventRecord } from '../../../db/placements/assignment-events.ts';
import type { CaseRecord, CaseSummary, DisputeRecord } from '../../../db/placements/disputes.ts';
import type { EvidenceRecord } from '../../../db/placements/submissions.ts';
import type { StaffAssignmentView, StaffCaseView } from '../../../schema/placements/disputes.ts';
import { usdt } from '../../../schema/shared/money.ts';
import { payout, refund, split } from '../../wallet/rules.ts';
import { type ViewContext, viewDeliverable, viewEvent, viewProposalForStaff } from '../assignments/view.ts';

/** An assignment in the lists of staff, with the money of both parties. */
export function viewCase({ assignment, dispute }: CaseSummary): StaffAssignmentView {
  const base = BigInt(assignment.base);
  const brandFee = BigInt(assignment.brandFee);
  const creatorFee = BigInt(assignment.creatorFee);
  return {
    id: assignment.id,
    orderId: assignment.orderId,
    status: assignment.status,
    version: assignment.version,
    advertiserId: assignment.advertiserId,
    creatorId: assignment.creatorId,
    creatorPublicId: assignment.creatorPublicId,
    serviceListingId: assignment.serviceListingId,
    type: assignment.type,
    dueAt: assignment.dueAt,
    amounts: {
      base: usdt(base),
      brandFee: usdt(brandFee),
      creatorFee: usdt(creatorFee),
      total: usdt(base + brandFee),
      net: usdt(base - creatorFee),
    },
    dispute: dispute && viewDispute(dispute, assignment),
    createdAt: assignment.createdAt,
    updatedAt: assignment.updatedAt,
  };
}

type DisputeView = NonNullable<StaffAssignmentView['dispute']>;

const viewDispute = (dispute: DisputeRecord, assignment: CaseSummary['assignment']): DisputeView => ({
  author: dispute.author,
  reason: dispute.reason,
  description: dispute.description,
  openedAt: dispute.openedAt,
  outcome: dispute.outcome,
  creatorShareBps: dispute.creatorShareBps,
  note: dispute.note,
  resolverId: dispute.resolverId,
  resolvedAt: dispute.resolvedAt,
  payouts: dispute.outcome && payoutsOf(assignment, dispute.outcome, dispute.creatorShareBps ?? 0),
});

/** The amounts that a decision pays to each side. The share belongs to a split alone. */
export function payoutsOf(
  assignment: CaseSummary['assignment'],
  outcome: NonNullable<DisputeView['outcome']>,
  creatorShareBps: number,
): NonNullable<DisputeView['payouts']> {
  const { toCreator, toPlatform } =
    outcome === 'SPLIT' ? split(assignment, creatorShareBps) : outcome === 'RELEASE' ? payout(assignment) : refund;
  const held = BigInt(assignment.base) + BigInt(assignment.brandFee);
  return { creator: usdt(toCreator), platform: usdt(toPlatform), advertiser: usdt(held - toCreator - toPlatform) };
}

interface CaseParts {
  readonly events: readonly EventRecord[];
  readonly eventsTotal: number;
  readonly files: readonly EvidenceRecord[];
}

/** One assignment with its history, deliverables and proofs. */
export const viewFullCase = (
  found: CaseRecord,
  { events, eventsTotal, files }: CaseParts,
  context: ViewContext,
): StaffCaseView => ({
  ...viewCase(found),
  brief: found.assignment.brief,
  rights: found.assignment.rights,
  title: found.assignment.title,
  usageTerms: found.assignment.usageTerms,
  deliverables: found.assignment.deliverables.map((one) => viewDeliverable(one, found.assignment, 'STAFF', context)),
  openProposal: found.assignment.openProposal && viewProposalForStaff(found.assignment.openProposal),
  events: events.map((event) => viewEvent(event, context.now)),
  eventsTotal,
  files: files.map(viewFile),
});

/** Per file. */
const shownSubmissions = 100;

const viewFile = ({ file, submissions }: EvidenceRecord): StaffCaseView['files'][number] => ({
  uploadId: file.id,
  deliverableId: file.deliverableId,
  statementSeq: file.statementSeq,
  submissions: submissions.slice(-shownSubmissions),
  fileName: file.fileName,
  storedSize: file.storedSize,
  storedSha256: file.storedSha256,
  virusCheck: file.virusCheck,
});
