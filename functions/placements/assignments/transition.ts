import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { trackPosts } from '../../../db/metrics/deliverable-scans.ts';
import { type NewEvent, recordEvents } from '../../../db/placements/assignment-events.ts';
import { type AssignmentRecord, changeAssignment } from '../../../db/placements/assignments.ts';
import { endProposal } from '../../../db/placements/change-proposals.ts';
import { releasePosts } from '../../../db/placements/deliveries.ts';
import { deriveOrder, lockOrder } from '../../../db/placements/orders.ts';
import type { EventData } from '../../../schema/placements/work.ts';
import type { EventActor } from '../../../schema/shared/enums.ts';
import { payout, refund, type Settlement, settleHold, split } from '../../wallet/index.ts';
import { type Clock, hoursAfter, type Move } from './rules.ts';

/** Additions to a move. */
export interface Change {
  /** The data of its event. */
  readonly data?: EventData;
  /** For a split. */
  readonly creatorShareBps?: number;
  /** The member of staff who decided. */
  readonly bookedBy?: number;
  /** Further statements of the same commit, and their events. */
  readonly statements?: readonly SQLWrapper[];
  readonly events?: readonly NewEvent[];
  /** The new status of an open proposal. By default a move that ends or submits the work closes it. */
  readonly proposal?: 'kept' | 'ACCEPTED';
  /** Changes of the record beyond those of the move. */
  readonly patch?: Partial<AssignmentRecord>;
}

export interface Transition {
  readonly after: AssignmentRecord;
  readonly statements: readonly SQLWrapper[];
}

/**
 * The statements of a move in one commit: they lock the order, change the assignment if it is unchanged, then the order's status, the
 * history and the money. Every transaction locks rows in the sequence order, assignment, ledger.
 */
export function transition(before: AssignmentRecord, move: Move, clock: Clock, change: Change): Transition {
  const { data = {}, proposal } = change;
  const { now: at } = clock;
  const after = afterMove(before, move, clock, change);
  const closing = before.openProposal !== null && proposal !== 'kept' ? before.openProposal : null;
  const events: NewEvent[] = [
    ...(closing && proposal === undefined ? [closed(move.by, closing.id)] : []),
    ...(change.events ?? []),
    { kind: move.event, actor: move.by, data },
  ];
  return {
    after,
    statements: [
      lockOrder({ orderId: before.orderId }),
      changeAssignment(before, after, at),
      ...(closing ? [endProposal(closing.id, proposal === 'ACCEPTED' ? 'ACCEPTED' : 'CLOSED', at)] : []),
      ...(change.statements ?? []),
      ...(move.ending === 'REFUND' ? [releasePosts(before.id)] : []),
      ...(isHandedIn(move) ? [trackPosts({ assignmentId: before.id, at })] : []),
      deriveOrder({ orderId: before.orderId, at }),
      recordEvents(before.id, events, at),
      // Last, because the accounts of the ledger are contended: their locks are held for one statement only.
      ...(move.ending ? [settleHold(before, settlementOf(before, move, change), at, change.bookedBy ?? null)] : []),
    ],
  };
}

function afterMove(
  before: AssignmentRecord,
  move: Move,
  { now: at, approveWindowHours }: Clock,
  { proposal, patch = {} }: Change,
): AssignmentRecord {
  const now = at.toISOString();
  const { to } = move;
  return {
    ...before,
    status: to,
    version: before.version + 1,
    updatedAt: now,
    approveBy: to === 'SUBMITTED' ? hoursAfter(at, approveWindowHours).toISOString() : null,
    acceptedAt: before.status === 'PENDING' && to === 'ACCEPTED' ? now : before.acceptedAt,
    submittedAt: to === 'SUBMITTED' ? now : before.submittedAt,
    changesRequestedAt: before.status === 'SUBMITTED' && to === 'CHANGES_REQUESTED' ? now : before.changesRequestedAt,
    endedAt: isEnd(move) ? now : null,
    openProposal: proposal === 'kept' ? before.openProposal : null,
    ...patch,
  };
}

/** After submission the results are frozen until the advertiser requests changes. Staff may see them too. */
const isHandedIn = ({ to }: Move): boolean => to === 'SUBMITTED' || to === 'DISPUTED';

const isEnd = ({ ending }: Move): boolean => ending !== undefined;

function settlementOf(assignment: AssignmentRecord, { ending }: Move, { creatorShareBps = 0 }: Change): Settlement {
  if (ending === 'PAYOUT') return payout(assignment);
  return ending === 'SPLIT' ? split(assignment, creatorShareBps) : refund;
}

const closed = (actor: EventActor, proposalId: number): NewEvent => ({
  kind: 'change_proposal.closed',
  actor,
  data: { proposalId },
});
