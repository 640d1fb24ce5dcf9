import type { ChannelRef } from './assignments.ts';
import type { AssignmentStatus, DeliverableKind, ProofMode, ServiceType } from './enums.ts';

/** An assignment as it is stored. Amounts are minor units as text. */
export interface AssignmentRecord {
  readonly id: number;
  readonly orderId: number;
  readonly orderItemId: number;
  readonly advertiserId: number;
  readonly creatorId: number;
  readonly creatorPublicId: string;
  readonly serviceListingId: number | null;
  readonly type: ServiceType;
  readonly proofModes: readonly ProofMode[];
  readonly channel: ChannelRef | null;
  readonly proofTemplate: Record<string, unknown>;
  readonly title: string | null;
  readonly usageTerms: string | null;
  readonly status: AssignmentStatus;
  readonly version: number;
  readonly quantity: 1 | 5 | 10;
  readonly brief: string;
  readonly rights: Record<string, unknown>;
  readonly base: string;
  readonly brandFee: string;
  readonly creatorFee: string;
  readonly dueAt: string;
  readonly acceptBy: string;
  readonly approveBy: string | null;
  readonly deliverables: readonly DeliverableRecord[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface DeliverableRecord {
  readonly id: number;
  readonly position: number;
  readonly kind: DeliverableKind;
  readonly expectedAt: string;
  readonly description: string | null;
  readonly version: number;
}
