import type { ownershipStatuses } from './creators.ts';
import type { Platform } from './enums.ts';
import type { OwnershipEventKind } from './ownership.ts';

/** A channel and the proof of its ownership as it is stored; null where that has not begun. */
export interface OwnershipRecord {
  readonly channelId: number;
  readonly creatorId: number;
  readonly creator: { readonly publicId: string; readonly displayName: string };
  readonly kind: 'MANUAL' | 'NATIVE';
  readonly platform: Platform;
  readonly handle: string;
  readonly canonicalUrl: string;
  /** Of the social account of a native channel. */
  readonly externalId: string | null;
  readonly status: 'ACTIVE' | 'BLOCKED' | 'REMOVED';
  readonly ownership: OwnershipStatus;
  readonly version: number;
  readonly code: string | null;
  readonly codeExpiresAt: string | null;
  readonly note: string | null;
  readonly hasEvidence: boolean;
  readonly submittedAt: string | null;
  readonly checkedAt: string | null;
  readonly decidedAt: string | null;
  readonly reviewerId: number | null;
  readonly reason: string | null;
}
export type OwnershipStatus = (typeof ownershipStatuses)[number];

export interface OwnershipEvent {
  readonly kind: OwnershipEventKind;
  readonly actorId: number | null;
  readonly reason: string | null;
  readonly at: string;
}
