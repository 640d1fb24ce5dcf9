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

/** What a move needs to know beside itself. */
export interface Change {
  /** What the history says of it. */
  readonly data?: EventData;
  /** Of a split. */
  readonly creatorShareBps?: number;
  /** Who of staff decided. */
  readonly bookedBy?: number;
  /** Further statements of the same commit, and the events that they are. */
  readonly statements?: readonly SQLWrapper[];
  readonly events?: readonly NewEvent[];
  /** What becomes of an open proposal; it closes with whatever ends the work or hands it in. */
  readonly proposal?: 'kept' | 'ACCEPTED';
  /** Changes of the record beyond those of the move. */
  readonly patch?: Partial<AssignmentRecord>;
}

export interface Transition {
  readonly after: AssignmentRecord;
  readonly statements: readonly SQLWrapper[];
}

/**
 * A move as one commit: the order locked, the assignment changed if it is as it was read, the order's status, the history, the
 * money. Order, assignment, ledger: rows are locked in one order everywhere.
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
      lockOrder(before.orderId),
      changeAssignment(before, after, at),
      ...(closing ? [endProposal(closing.id, proposal === 'ACCEPTED' ? 'ACCEPTED' : 'CLOSED', at)] : []),
      ...(change.statements ?? []),
      ...(move.ending === 'REFUND' ? [releasePosts(before.id)] : []),
      ...(isHandedIn(move) ? [trackPosts(before.id, at)] : []),
      deriveOrder(before.orderId, at),
      recordEvents(before.id, events, at),
      // Last: what many wait for is held for one statement.
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

/** From here on nothing of the results changes any more, unless the creator is asked to; staff may look at them too. */
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
