import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import { openProposal, type ProposalRecord } from '../../../db/placements/change-proposals.ts';
import type { Detail } from './act.ts';

/** An action that opens a proposal instead of changing the status. */
export function opening(proposed: Omit<ProposalRecord, 'createdAt'>, assignment: AssignmentRecord, at: Date): Detail {
  const proposal = { ...proposed, createdAt: at.toISOString() };
  const { author } = proposal;
  return {
    move: { by: author, to: assignment.status, event: 'change_proposal.opened' },
    data: proposalData(proposal),
    proposal: 'kept',
    statements: [openProposal(assignment.id, proposal)],
    patch: { openProposal: proposal },
  };
}

/** The part of a proposal that the history records permanently. */
export const proposalData = ({ id, kind, dueAt }: Pick<ProposalRecord, 'id' | 'kind' | 'dueAt'>) => ({
  proposalId: id,
  kind,
  ...(dueAt !== null && { dueAt }),
});
