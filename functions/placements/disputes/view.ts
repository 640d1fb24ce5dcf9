import type { CaseSummary } from '../../../db/placements/disputes.ts';
import type { StaffAssignmentView } from '../../../schema/placements/disputes.ts';
import { usdt } from '../../../schema/shared/money.ts';

/** An assignment as staff sees it, with the money of both parties. */
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
    dispute,
    createdAt: assignment.createdAt,
    updatedAt: assignment.updatedAt,
  };
}
