import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { eventRows, type NewEvent } from '../../../db/placements/assignment-events.ts';
import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { EndedProposal } from '../../../db/placements/change-proposals.ts';
import { beginMoves, endMoves, type MovedAssignment } from '../../../db/placements/moves.ts';
import type { EventData } from '../../../schema/placements/work.ts';
import type { EventActor } from '../../../schema/shared/enums.ts';
import { payout, refund, type Settlement, settleHolds, split } from '../../wallet/index.ts';
import { type Clock, hoursAfter, type Move } from './rules.ts';

/** The part of an assignment that its moves depend on. */
export type Movable = Omit<MovedAssignment, 'approveBy' | 'endedAt'> &
  Pick<AssignmentRecord, 'base' | 'brandFee' | 'creatorFee' | 'creatorFeeBps'> & {
    readonly openProposal: Pick<NonNullable<AssignmentRecord['openProposal']>, 'id'> | null;
  };

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

export interface Planned<Assignment> {
  readonly before: Assignment;
  readonly move: Move;
  readonly change: Change;
}

export interface Transition<Assignment> {
  readonly after: Assignment & MovedAssignment;
  readonly statements: readonly SQLWrapper[];
}

/** The statements of a move in one commit, and the assignment after it. */
export function transition<Assignment extends Movable>(
  before: Assignment,
  move: Move,
  clock: Clock,
  change: Change,
): Transition<Assignment> {
  const planned = { before, move, change };
  return { after: afterMove(planned, clock), statements: transitions([planned], clock) };
}

/**
 * The statements of any number of moves in one commit: they lock the orders, change the assignments if they are unchanged, then the
 * statuses of the orders, the histories and the money. `statements` run once the assignments are locked.
 */
export function transitions<Assignment extends Movable>(
  planned: readonly Planned<Assignment>[],
  clock: Clock,
  statements: readonly SQLWrapper[] = planned.flatMap(({ change }) => change.statements ?? []),
): SQLWrapper[] {
  const { now: at } = clock;
  const idsOf = (isIncluded: (move: Move) => boolean) =>
    planned.filter(({ move }) => isIncluded(move)).map(({ before }) => before.id);
  const settled = planned.filter(({ move }) => move.ending !== undefined);
  return [
    beginMoves(
      planned.map((one) => afterMove(one, clock)),
      planned.flatMap(endedProposals),
      at,
    ),
    ...statements,
    endMoves({
      orderIds: planned.map(({ before }) => before.orderId),
      refundedIds: idsOf(({ ending }) => ending === 'REFUND'),
      deliveredIds: idsOf(isHandedIn),
      events: planned.flatMap((one) => eventRows(one.before.id, eventsOf(one))),
      at,
    }),
    // Last, because the accounts of the ledger are contended: their locks are held for one statement only.
    ...(settled.length > 0 ? [settleHolds(settled.map(settlementOf), at)] : []),
  ];
}

const afterMove = <Assignment extends Movable>(
  { before, move, change: { proposal, patch = {} } }: Planned<Assignment>,
  { now: at, approveWindowHours }: Clock,
): Assignment & MovedAssignment => {
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
};

function endedProposals({ before, change: { proposal } }: Planned<Movable>): EndedProposal[] {
  if (before.openProposal === null || proposal === 'kept') return [];
  return [{ id: before.openProposal.id, status: proposal === 'ACCEPTED' ? 'ACCEPTED' : 'CLOSED' }];
}

function eventsOf({ before, move, change }: Planned<Movable>): NewEvent[] {
  const { openProposal } = before;
  const isClosed = openProposal !== null && change.proposal === undefined;
  return [
    ...(isClosed ? [closed(move.by, openProposal.id)] : []),
    ...(change.events ?? []),
    { kind: move.event, actor: move.by, data: change.data ?? {} },
  ];
}

/** After submission the results are frozen until the advertiser requests changes. Staff may see them too. */
const isHandedIn = ({ to }: Move): boolean => to === 'SUBMITTED' || to === 'DISPUTED';

const isEnd = ({ ending }: Move): boolean => ending !== undefined;

const settlementOf = ({ before, move, change }: Planned<Movable>) => ({
  ...sharesOf(before, move, change),
  assignmentId: before.id,
  bookedBy: change.bookedBy ?? null,
});

function sharesOf(assignment: Movable, { ending }: Move, { creatorShareBps = 0 }: Change): Settlement {
  if (ending === 'PAYOUT') return payout(assignment);
  return ending === 'SPLIT' ? split(assignment, creatorShareBps) : refund;
}

const closed = (actor: EventActor, proposalId: number): NewEvent => ({
  kind: 'change_proposal.closed',
  actor,
  data: { proposalId },
});
