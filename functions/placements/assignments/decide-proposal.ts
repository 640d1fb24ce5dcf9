import type { NewEvent } from '../../../db/placements/assignment-events.ts';
import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import { endProposal, moveResults, type ProposalRecord } from '../../../db/placements/change-proposals.ts';
import type { Ctx } from '../../context.ts';
import { type ActionFacts, type ActionInput, act, type Detail } from './act.ts';
import { clockOf } from './clock.ts';
import { proposalData } from './opening.ts';
import { moveFor, stillOpen } from './rules.ts';

export interface DecideProposal extends Omit<ActionInput, 'decision'> {
  readonly proposalId: number;
}

/** Accepts a proposal of the other party: changes the dates, or cancels and refunds the work. A failure changes nothing. */
export const acceptProposal = (ctx: Ctx, { proposalId, ...input }: DecideProposal) => {
  const decision = { proposalId, action: 'accept' } as const;
  return act(ctx, { ...input, decision }, 'decide', ({ assignment, party }) => {
    const clock = clockOf(ctx);
    const proposal = stillOpen(decision, assignment, party, clock);
    if (proposal.kind === 'CANCEL') {
      const accepted: NewEvent = { kind: 'change_proposal.accepted', actor: party, data: proposalData(proposal) };
      const move = moveFor('agree', assignment, party, clock);
      return { move, proposal: 'ACCEPTED', events: [accepted], data: { proposalId } };
    }
    return {
      proposal: 'ACCEPTED',
      data: proposalData(proposal),
      statements: [moveResults(assignment.id, proposal.results, ctx.now())],
      patch: moved(assignment, proposal),
    };
  });
};

/** Declines a proposal of the other party. The work continues as before. */
export const declineProposal = (ctx: Ctx, input: DecideProposal) => endUnchanged(ctx, input, 'decline');

/** Withdraws the caller's own proposal. */
export const withdrawProposal = (ctx: Ctx, input: DecideProposal) => endUnchanged(ctx, input, 'withdraw');

const endings = {
  decline: { status: 'DECLINED', event: 'change_proposal.declined' },
  withdraw: { status: 'WITHDRAWN', event: 'change_proposal.withdrawn' },
} as const;

const endUnchanged = (ctx: Ctx, { proposalId, ...input }: DecideProposal, action: 'decline' | 'withdraw') => {
  const decision = { proposalId, action };
  return act(ctx, { ...input, decision }, 'decide', (found) => {
    const proposal = stillOpen(decision, found.assignment, found.party, clockOf(ctx));
    return ended(found, proposal, action, ctx.now());
  });
};

const ended = ({ move }: ActionFacts, proposal: ProposalRecord, action: 'decline' | 'withdraw', at: Date): Detail => ({
  move: { ...move, event: endings[action].event },
  proposal: 'kept',
  data: proposalData(proposal),
  statements: [endProposal({ id: proposal.id, status: endings[action].status }, at)],
  patch: { openProposal: null },
});

const moved = (assignment: AssignmentRecord, { dueAt, results }: ProposalRecord): Partial<AssignmentRecord> => ({
  dueAt: dueAt ?? assignment.dueAt,
  deliverables: assignment.deliverables.map((deliverable) => {
    const date = results.find(({ deliverableId }) => deliverableId === deliverable.id);
    return date ? { ...deliverable, expectedAt: date.expectedAt, version: deliverable.version + 1 } : deliverable;
  }),
});
