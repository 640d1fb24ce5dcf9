import type { AssignmentStatus, Party } from '../../../schema/shared/enums.ts';

/**
 * The expected state of one assignment. It is written from the product decisions, and imports no code of the service.
 */
export interface Work {
  readonly id: number;
  readonly creator: 0 | 1;
  readonly money: Amounts;
  status: AssignmentStatus;
  version: number;
  dueAt: string;
  wasAccepted: boolean;
  /** The window that has ended. */
  isAcceptOver: boolean;
  isApproveOver: boolean;
  isVeryLate: boolean;
  /** Changes were requested recently. */
  isAskedLately: boolean;
  /** Oldest first; only the last one can be open. */
  readonly proposals: Proposal[];
  readonly results: Result[];
  /** 'kind actor', oldest first. */
  readonly events: string[];
  released: bigint;
  refunded: bigint;
  toCreator: bigint;
}

export interface Amounts {
  readonly base: bigint;
  readonly brandFee: bigint;
  readonly creatorFee: bigint;
}

export interface Proposal {
  readonly id: number;
  readonly kind: 'DUE_DATE' | 'CANCEL';
  readonly author: Party;
  readonly dueAt: string | null;
  readonly moves: ReadonlyMap<number, string>;
  status: 'OPEN' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'CLOSED';
}

export interface Result {
  readonly id: number;
  version: number;
  contentId: string | null;
  expectedAt: string;
}

export const fees = { brandBps: 333n, creatorBps: 1_217n };

/** Rounded half up to the minor unit. */
export const feeOn = (amount: bigint, bps: bigint) => (amount * bps + 5_000n) / 10_000n;

export function amountsOf(cents: number, quantity: 1 | 5): Amounts {
  const discount = quantity === 5 ? 1_000n : 0n;
  const base = (BigInt(cents) * 10_000n * BigInt(quantity) * (10_000n - discount)) / 10_000n;
  return { base, brandFee: feeOn(base, fees.brandBps), creatorFee: feeOn(base, fees.creatorBps) };
}

const ended: ReadonlySet<string> = new Set(['APPROVED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'RESOLVED']);
export const isEnded = ({ status }: Pick<Work, 'status'>) => ended.has(status);
export const isAtWork = ({ status }: Pick<Work, 'status'>) => status === 'ACCEPTED' || status === 'CHANGES_REQUESTED';
export const openProposalOf = ({ proposals }: Pick<Work, 'proposals'>) =>
  proposals.find(({ status }) => status === 'OPEN') ?? null;
export const reserved = ({ money }: Work) => money.base + money.brandFee;
export const held = (work: Work) => reserved(work) - work.released - work.refunded;

export function orderStatus(assignments: readonly Work[]): string {
  if (!assignments.every(isEnded)) return assignments.some(({ wasAccepted }) => wasAccepted) ? 'IN_PROGRESS' : 'FUNDED';
  return assignments.some(({ status }) => status === 'APPROVED' || status === 'RESOLVED') ? 'COMPLETED' : 'CANCELLED';
}

/** The allowed actions of a party, written by hand, unordered. */
export function allowed(work: Work, side: Party): string[] {
  const { status } = work;
  const isAdvertiser = side === 'ADVERTISER';
  if (status === 'PENDING') {
    if (isAdvertiser) return ['cancel'];
    return work.isAcceptOver ? ['decline'] : ['accept', 'decline'];
  }
  if (isAtWork(work)) {
    const isFree = openProposalOf(work) === null;
    if (!isAdvertiser) return ['submit', 'cancel', 'issues', ...(isFree ? ['change-proposals'] : [])];
    return ['issues', ...(isFree ? ['change-proposals'] : []), ...(isFree || cancelsAlone(work) ? ['cancel'] : [])];
  }
  if (status === 'SUBMITTED') {
    if (work.isApproveOver) return isAdvertiser ? ['approve'] : [];
    return isAdvertiser ? ['approve', 'request-changes', 'issues'] : ['issues'];
  }
  return status === 'DISPUTED' ? ['statements'] : [];
}

/**
 * An advertiser can cancel alone three days after the deadline and after its last request for changes, without a
 * submission.
 */
export const cancelsAlone = ({ isVeryLate, isAskedLately }: Work) => isVeryLate && !isAskedLately;
