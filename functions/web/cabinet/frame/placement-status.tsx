import type { AssignmentStatus, OrderStatus } from '../../../../schema/shared/enums.ts';
import { type Filter, statusFilter } from './filter-bar.tsx';
import { Status, type StatusTone } from './status.tsx';

/** The words of the statuses of orders and of work: one state has one word in both. */
const words: Readonly<Record<OrderStatus | AssignmentStatus, string>> = {
  DRAFT: 'Draft',
  QUOTED: 'Quoted',
  FUNDED: 'Waiting for acceptance',
  PENDING: 'Waiting for acceptance',
  IN_PROGRESS: 'In progress',
  ACCEPTED: 'In progress',
  SUBMITTED: 'Submitted',
  CHANGES_REQUESTED: 'Changes requested',
  APPROVED: 'Approved',
  COMPLETED: 'Completed',
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
  DISPUTED: 'Disputed',
  RESOLVED: 'Resolved',
};

export const wordOf = (status: OrderStatus | AssignmentStatus): string => words[status];

export const workTones: Readonly<Record<AssignmentStatus, StatusTone>> = {
  PENDING: 'open',
  ACCEPTED: 'quiet',
  SUBMITTED: 'open',
  CHANGES_REQUESTED: 'open',
  APPROVED: 'good',
  DECLINED: 'bad',
  EXPIRED: 'bad',
  CANCELLED: 'bad',
  DISPUTED: 'bad',
  RESOLVED: 'good',
};

interface Props {
  readonly of: OrderStatus | AssignmentStatus;
  readonly tone: StatusTone;
}

/** The status of an order or of work. */
export const PlacementStatus = ({ of, tone }: Props) => <Status of={wordOf(of)} tone={tone} />;

/** The filter of a list of orders or of work by status. */
export const placementFilter = (statuses: readonly (OrderStatus | AssignmentStatus)[]): Filter =>
  statusFilter(statuses, wordOf);
