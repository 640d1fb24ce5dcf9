import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { OrderItemRecord } from '../../../db/placements/items.ts';
import type { OrderedResult, QuoteLine } from '../../../schema/placements/order-terms.ts';
import type { ProofMode } from '../../../schema/shared/enums.ts';
import { hoursAfter } from './rules.ts';

/** The service as it was sold at checkout. */
export type Service = Pick<
  AssignmentRecord,
  'type' | 'proofModes' | 'channel' | 'proofTemplate' | 'title' | 'usageTerms'
>;

/** An item of an order with its service and its line of the quote. */
export interface SoldItem {
  readonly item: OrderItemRecord;
  readonly service: Service;
  readonly line: QuoteLine;
}

/** A sold item with the new ids of its assignment and of each result. */
export interface FundedItem extends SoldItem {
  readonly assignmentId: number;
  readonly results: readonly (OrderedResult & { readonly deliverableId: number })[];
}

export interface Opening {
  readonly orderId: number;
  readonly advertiserId: number;
  readonly advertiserName: string;
  readonly at: Date;
  readonly acceptWindowHours: number;
  /** The fee from the quote. */
  readonly creatorFeeBps: number;
}

/** The assignment of a funded item, with one deliverable per result. It is PENDING until the creator accepts. */
export function openAssignment(
  { item, service, line, assignmentId, results }: FundedItem,
  opening: Opening,
): AssignmentRecord {
  const at = opening.at.toISOString();
  return {
    ...soldTerms(service),
    id: assignmentId,
    orderId: opening.orderId,
    advertiserId: opening.advertiserId,
    advertiserName: opening.advertiserName,
    orderItemId: item.id,
    creatorId: item.creatorId,
    creatorPublicId: item.creatorPublicId,
    creatorName: item.creatorName,
    serviceListingId: item.serviceListingId,
    status: 'PENDING',
    version: 1,
    quantity: item.quantity,
    brief: item.brief,
    rights: item.rights,
    base: line.base,
    brandFee: line.brandFee,
    creatorFee: line.creatorFee,
    creatorFeeBps: opening.creatorFeeBps,
    dueAt: item.dueAt,
    acceptBy: hoursAfter(opening.at, opening.acceptWindowHours).toISOString(),
    approveBy: null,
    acceptedAt: null,
    submittedAt: null,
    changesRequestedAt: null,
    isStopped: false,
    resumedAt: null,
    endedAt: null,
    deliverables: results.map((result, index) => ({
      id: result.deliverableId,
      position: index + 1,
      kind: isFile(service.proofModes) ? ('FILE' as const) : ('PUBLIC' as const),
      expectedAt: result.expectedAt,
      description: result.description ?? null,
      version: 1,
      ...undelivered,
    })),
    openProposal: null,
    statements: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** The terms alone: at a checkout the service is a listing with more fields. */
const soldTerms = ({ type, proofModes, channel, proofTemplate, title, usageTerms }: Service): Service => ({
  ...{ type, proofModes, channel, proofTemplate, title, usageTerms },
});

const undelivered = {
  url: null,
  contentId: null,
  publishedRevision: null,
  publishedAt: null,
  note: null,
  proofs: [],
  metrics: [],
};

const isFile = (proofModes: readonly ProofMode[]) => proofModes.every((mode) => mode === 'PRIVATE_FILE');
