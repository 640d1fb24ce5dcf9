import type { AssignmentStatus, EventActor, Party } from '../../../schema/shared/enums.ts';
import { type Amounts, openProposalOf, reserved, type Work } from './work.ts';

/** The effect of a granted request on the model; ids chosen by the service are read from its answer. */
export type Effect = (work: Work, reply: { readonly newProposalId: number }) => void;

/** The dates of a proposal. */
export interface Dates {
  readonly dueAt: string;
  readonly moves: ReadonlyMap<number, string>;
}

type Parts = (money: Amounts) => { readonly toCreator: bigint; readonly toPlatform: bigint };

const payout: Parts = ({ base, brandFee, creatorFee }) => ({
  toCreator: base - creatorFee,
  toPlatform: brandFee + creatorFee,
});
const nothing: Parts = () => ({ toCreator: 0n, toPlatform: 0n });

/** Changes the status, records the event, and closes open proposals. */
export const transition =
  (to: AssignmentStatus, event: string, by: EventActor, more: (work: Work) => void = () => undefined): Effect =>
  (work) => {
    const open = openProposalOf(work);
    if (open) {
      open.status = 'CLOSED';
      work.events.push(`change_proposal.closed ${by}`);
    }
    work.status = to;
    work.version += 1;
    work.events.push(`${event} ${by}`);
    more(work);
  };

/** Ends the assignment and distributes the whole hold. */
export const end = (
  to: AssignmentStatus,
  event: string,
  by: EventActor,
  ending: 'PAYOUT' | 'REFUND' | Parts,
): Effect => {
  const parts = ending === 'PAYOUT' ? payout : ending === 'REFUND' ? nothing : ending;
  return transition(to, event, by, (work) => {
    const { toCreator, toPlatform } = parts(work.money);
    work.released = toCreator + toPlatform;
    work.refunded = reserved(work) - work.released;
    work.toCreator = toCreator;
  });
};

export const proposed =
  (kind: 'DUE_DATE' | 'CANCEL', author: Party, dates: Dates | null): Effect =>
  (work, { newProposalId: id }) => {
    const { dueAt = null, moves = new Map() } = dates ?? {};
    work.proposals.push({ id, kind, author, dueAt, moves, status: 'OPEN' });
    work.version += 1;
    work.events.push(`change_proposal.opened ${author}`);
  };

/** The effect of the jobs: unaccepted assignments expire, and unanswered submissions are approved. */
export function afterJobs(work: Work): void {
  if (work.status === 'PENDING' && work.isAcceptOver)
    end('EXPIRED', 'assignment.expired', 'SYSTEM', 'REFUND')(work, { newProposalId: 0 });
  if (work.status === 'SUBMITTED' && work.isApproveOver)
    end('APPROVED', 'assignment.approved', 'SYSTEM', 'PAYOUT')(work, { newProposalId: 0 });
}
