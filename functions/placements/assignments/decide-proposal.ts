import type { NewEvent } from '../../../db/placements/assignment-events.ts';
import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import { endProposal, moveResults, type ProposalRecord } from '../../../db/placements/change-proposals.ts';
import type { Ctx } from '../../context.ts';
import { type Asked, act, type Detail, type Standing } from './act.ts';
import { clockOf } from './clock.ts';
import { toldOf } from './opening.ts';
import { moveFor, stillOpen } from './rules.ts';

export interface DecideProposal extends Omit<Asked, 'decision'> {
  readonly proposalId: number;
}

/** The other party agrees: the dates are moved, or the work is cancelled and refunded; or nothing changed. */
export const acceptProposal = (ctx: Ctx, { proposalId, ...asked }: DecideProposal) => {
  const decision = { proposalId, action: 'accept' } as const;
  return act(ctx, { ...asked, decision }, 'decide', ({ assignment, party }) => {
    const clock = clockOf(ctx);
    const proposal = stillOpen(decision, assignment, party, clock);
    if (proposal.kind === 'CANCEL') {
      const told: NewEvent = { kind: 'change_proposal.accepted', actor: party, data: toldOf(proposal) };
      const move = moveFor('agree', assignment, party, clock);
      return { move, proposal: 'ACCEPTED', events: [told], data: { proposalId } };
    }
    return {
      proposal: 'ACCEPTED',
      data: toldOf(proposal),
      statements: [moveResults(assignment.id, proposal.results, ctx.now())],
      patch: moved(assignment, proposal),
    };
  });
};

/** The other party does not agree, and the work goes on as it was. */
export const declineProposal = (ctx: Ctx, asked: DecideProposal) => endUnchanged(ctx, asked, 'decline');

/** Its author takes the proposal back. */
export const withdrawProposal = (ctx: Ctx, asked: DecideProposal) => endUnchanged(ctx, asked, 'withdraw');

const endings = {
  decline: { status: 'DECLINED', event: 'change_proposal.declined' },
  withdraw: { status: 'WITHDRAWN', event: 'change_proposal.withdrawn' },
} as const;

const endUnchanged = (ctx: Ctx, { proposalId, ...asked }: DecideProposal, action: 'decline' | 'withdraw') => {
  const decision = { proposalId, action };
  return act(ctx, { ...asked, decision }, 'decide', (standing) => {
    const proposal = stillOpen(decision, standing.assignment, standing.party, clockOf(ctx));
    return ended(standing, proposal, action, ctx.now());
  });
};

const ended = ({ move }: Standing, proposal: ProposalRecord, action: 'decline' | 'withdraw', at: Date): Detail => ({
  move: { ...move, event: endings[action].event },
  proposal: 'kept',
  data: toldOf(proposal),
  statements: [endProposal(proposal.id, endings[action].status, at)],
  patch: { openProposal: null },
});

const moved = (assignment: AssignmentRecord, { dueAt, results }: ProposalRecord): Partial<AssignmentRecord> => ({
  dueAt: dueAt ?? assignment.dueAt,
  deliverables: assignment.deliverables.map((deliverable) => {
    const date = results.find(({ deliverableId }) => deliverableId === deliverable.id);
    return date ? { ...deliverable, expectedAt: date.expectedAt, version: deliverable.version + 1 } : deliverable;
  }),
});
