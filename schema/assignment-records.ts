import type { ChannelRef } from './assignments.ts';
import type {
  AssignmentStatus,
  DeliverableKind,
  DisputeOutcome,
  Party,
  ProofMode,
  ProposalKind,
  ServiceType,
} from './enums.ts';
import type { Counter, FigureReason, ViewDefinition } from './figures.ts';
import type { UploadRecord, UploadStatus, VirusCheck } from './uploads.ts';

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
  /** In force when it was funded; a split computes the fee on the creator's part by it. */
  readonly creatorFeeBps: number;
  readonly dueAt: string;
  readonly acceptBy: string;
  readonly approveBy: string | null;
  readonly acceptedAt: string | null;
  /** Of the last submission. */
  readonly submittedAt: string | null;
  /** The last time. */
  readonly changesRequestedAt: string | null;
  readonly endedAt: string | null;
  /** One of its parties is suspended: no window of it ends meanwhile. */
  readonly isStopped: boolean;
  /** When the last suspension of a party was lifted. */
  readonly resumedAt: string | null;
  readonly deliverables: readonly DeliverableRecord[];
  readonly openProposal: ProposalRecord | null;
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
  readonly url: string | null;
  readonly contentId: string | null;
  readonly publishedRevision: number | null;
  readonly publishedAt: string | null;
  readonly note: string | null;
  readonly proofs: readonly ProofRecord[];
  readonly metrics: readonly MeasurementRecord[];
}

export interface ProofRecord {
  readonly uploadId: string;
  /** As it is stored; what it reads depends on the time. */
  readonly status: UploadStatus;
  /** Of the last URL that was signed for it. */
  readonly expiresAt: string;
  readonly storedSize: number | null;
  readonly storedSha256: string | null;
  readonly virusCheck: VirusCheck | null;
}

/** Counters that a platform told at a time; null is unknown, and the reason says why. */
export interface MeasurementRecord {
  readonly views: number | null;
  readonly likes: number | null;
  readonly comments: number | null;
  readonly saves: number | null;
  readonly measuredAt: string;
  readonly source: string;
  readonly viewDefinition: ViewDefinition | null;
  readonly reason: FigureReason | null;
  readonly fallen: readonly Counter[];
}

export interface ProposalRecord {
  readonly id: number;
  readonly kind: ProposalKind;
  readonly author: Party;
  readonly dueAt: string | null;
  readonly results: readonly { readonly deliverableId: number; readonly expectedAt: string }[];
  readonly createdAt: string;
}

export interface DisputeRecord {
  readonly author: Party;
  readonly reason: string;
  readonly description: string;
  readonly openedAt: string;
  readonly outcome: DisputeOutcome | null;
  readonly creatorShareBps: number | null;
  readonly note: string | null;
  readonly resolverId: number | null;
  readonly resolvedAt: string | null;
}

/** What staff looks at. */
export interface CaseRecord {
  readonly assignment: AssignmentRecord;
  readonly dispute: DisputeRecord | null;
}

/** A verified file that a result names, or that was handed in. */
export interface EvidenceRecord {
  readonly file: UploadRecord;
  readonly deliverableId: number;
  /** `seq` of each event that handed it in. */
  readonly submissions: readonly number[];
}

/** What a list shows of it. */
export interface CaseSummary {
  readonly assignment: Pick<
    AssignmentRecord,
    | 'id'
    | 'orderId'
    | 'advertiserId'
    | 'creatorId'
    | 'creatorPublicId'
    | 'serviceListingId'
    | 'type'
    | 'status'
    | 'version'
    | 'base'
    | 'brandFee'
    | 'creatorFee'
    | 'dueAt'
    | 'createdAt'
    | 'updatedAt'
  >;
  readonly dispute: DisputeRecord | null;
}
