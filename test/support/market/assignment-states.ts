import type { AssignmentStatus } from '../../../schema/shared/enums.ts';

/** In minor units. */
export interface Money {
  readonly released: string;
  readonly refunded: string;
  readonly creator: string;
}

export const states: readonly AssignmentStatus[] = [
  ...(['PENDING', 'ACCEPTED', 'SUBMITTED', 'CHANGES_REQUESTED', 'DISPUTED'] as const),
  ...(['APPROVED', 'DECLINED', 'EXPIRED', 'CANCELLED', 'RESOLVED'] as const),
];

/** The money of an assignment of 100.00, with a brand fee of 5.00 and a creator fee of 10.00, calculated by hand. */
export const moneyIn: Readonly<Record<AssignmentStatus, Money>> = {
  PENDING: { released: '0', refunded: '0', creator: '0' },
  ACCEPTED: { released: '0', refunded: '0', creator: '0' },
  SUBMITTED: { released: '0', refunded: '0', creator: '0' },
  CHANGES_REQUESTED: { released: '0', refunded: '0', creator: '0' },
  DISPUTED: { released: '0', refunded: '0', creator: '0' },
  APPROVED: { released: '105000000', refunded: '0', creator: '90000000' },
  DECLINED: { released: '0', refunded: '105000000', creator: '0' },
  EXPIRED: { released: '0', refunded: '105000000', creator: '0' },
  CANCELLED: { released: '0', refunded: '105000000', creator: '0' },
  // Half of it: 50.00 of the price less 10 %, and half of the brand fee.
  RESOLVED: { released: '52500000', refunded: '52500000', creator: '45000000' },
};

/** The status of its order, by hand. */
export const orderIn: Readonly<Record<AssignmentStatus, string>> = {
  PENDING: 'FUNDED',
  ACCEPTED: 'IN_PROGRESS',
  SUBMITTED: 'IN_PROGRESS',
  CHANGES_REQUESTED: 'IN_PROGRESS',
  DISPUTED: 'IN_PROGRESS',
  APPROVED: 'COMPLETED',
  DECLINED: 'CANCELLED',
  EXPIRED: 'CANCELLED',
  CANCELLED: 'CANCELLED',
  RESOLVED: 'COMPLETED',
};

/** The steps of `assignmentsOf` that bring a new assignment into a state. */
export const ways: Readonly<Record<AssignmentStatus, readonly string[]>> = {
  PENDING: [],
  ACCEPTED: ['accept', 'deliver'],
  SUBMITTED: ['accept', 'submit'],
  CHANGES_REQUESTED: ['accept', 'submit', 'change'],
  DISPUTED: ['accept', 'dispute'],
  APPROVED: ['accept', 'submit', 'approve'],
  DECLINED: ['decline'],
  CANCELLED: ['accept', 'leave'],
  EXPIRED: ['lapse'],
  RESOLVED: ['accept', 'dispute', 'split'],
};
