import type { assignmentActions } from '../../schema/assignments.ts';
import type { AssignmentStatus } from '../../schema/enums.ts';

export type AssignmentAction = (typeof assignmentActions)[number];
export type Side = 'ADVERTISER' | 'CREATOR';

type Moves = Readonly<Record<Side, readonly AssignmentAction[]>>;
const none: Moves = { ADVERTISER: [], CREATOR: [] };

/** What each side may do to an assignment: a move that is not written here does not exist. */
export const life: Readonly<Record<AssignmentStatus, Moves>> = {
  PENDING: { ADVERTISER: ['cancel'], CREATOR: ['accept', 'decline'] },
  ACCEPTED: {
    ADVERTISER: ['cancel', 'issues', 'change-proposals'],
    CREATOR: ['submit', 'cancel', 'issues', 'change-proposals'],
  },
  SUBMITTED: { ADVERTISER: ['approve', 'request-changes', 'issues'], CREATOR: ['issues'] },
  CHANGES_REQUESTED: {
    ADVERTISER: ['cancel', 'issues', 'change-proposals'],
    CREATOR: ['submit', 'cancel', 'issues', 'change-proposals'],
  },
  APPROVED: none,
  DECLINED: none,
  EXPIRED: none,
  CANCELLED: none,
  DISPUTED: none,
  RESOLVED: none,
};
