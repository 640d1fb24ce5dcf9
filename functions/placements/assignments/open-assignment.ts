import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { OrderItemRecord } from '../../../db/placements/items.ts';
import type { QuoteLine } from '../../../schema/placements/order-terms.ts';
import type { ProofMode } from '../../../schema/shared/enums.ts';
import { missing } from '../../../schema/shared/errors.ts';
import { hoursAfter } from './rules.ts';

/** The service as it was sold at checkout. */
export type Service = Pick<
  AssignmentRecord,
  'type' | 'proofModes' | 'channel' | 'proofTemplate' | 'title' | 'usageTerms'
>;

/** The ordered result. */
export interface Ordered {
  readonly orderId: number;
  readonly advertiserId: number;
  readonly item: OrderItemRecord;
  readonly line: QuoteLine;
  readonly service: Service;
}

export interface Opening {
  readonly id: number;
  readonly deliverableIds: readonly number[];
  readonly at: Date;
  readonly acceptWindowHours: number;
  /** The hash from the quote. */
  readonly creatorFeeBps: number;
}

/** The assignment of a funded item, with one deliverable per result. It is PENDING until the creator accepts. */
export function openAssignment({ item, line, service, ...parties }: Ordered, opening: Opening): AssignmentRecord {
  const at = opening.at.toISOString();
  return {
    ...parties,
    ...service,
    id: opening.id,
    orderItemId: item.id,
    creatorId: item.creatorId,
    creatorPublicId: item.creatorPublicId,
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
    deliverables: item.results.map((result, index) => ({
      id: opening.deliverableIds[index] ?? missing('the id of a deliverable'),
      position: index + 1,
      kind: isFile(service.proofModes) ? ('FILE' as const) : ('PUBLIC' as const),
      expectedAt: result.expectedAt,
      description: result.description ?? null,
      version: 1,
      ...undelivered,
    })),
    openProposal: null,
    createdAt: at,
    updatedAt: at,
  };
}

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
