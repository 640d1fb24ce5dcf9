import { sql } from 'drizzle-orm/sql/sql';
import { freshId } from '../../../db/fresh-ids.ts';
import { type AssignmentRecord, assignmentOf } from '../../../db/placements/assignments.ts';
import { authorOfProposal } from '../../../db/placements/change-proposals.ts';
import { facts } from '../../../db/query.ts';
import { changeProposals } from '../../../db/tables/assignments.ts';
import type { AssignmentView } from '../../../schema/placements/assignments.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { commit, earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { settleRace } from '../../lost-race.ts';
import { actingParty, viewerOf } from './acting-party.ts';
import { clockOf } from './clock.ts';
import { type Move, moveFor, type ProposalAction, refuseOtherDecider, refuseUnknown, type Step } from './rules.ts';
import { type Change, transition } from './transition.ts';
import { viewAssignment } from './view.ts';

export interface Asked {
  readonly id: number;
  readonly expectedVersion: number;
  /** Of a step that decides on a proposal. */
  readonly decision?: { readonly proposalId: number; readonly action: ProposalAction };
  /** Results that the body names. */
  readonly named?: readonly number[];
}

/** What a party's step is decided on. */
export interface Standing {
  readonly assignment: AssignmentRecord;
  readonly party: Party;
  readonly move: Move;
  /** For a proposal that the step opens. */
  readonly freshId: number;
}

/** What a step adds to its move, or the move that it is instead. */
export type Detail = Change & {
  readonly move?: Move;
};

/** A party makes a step, as the life table has it, or nothing changes. */
export const act = (
  ctx: Ctx,
  asked: Asked,
  step: Step,
  detail: (standing: Standing) => Detail = () => ({}),
): Promise<{ data: AssignmentView }> =>
  settleRace(async () => {
    const { decision } = asked;
    const { earlier, assignment, author, proposalId } = await facts(ctx.db, {
      earlier: earlierAnswer(ctx),
      assignment: assignmentOf(ctx.actor.userId, asked.id),
      author: decision ? authorOfProposal(asked.id, decision.proposalId) : sql<null>`null`,
      proposalId: freshId(changeProposals),
    });
    if (!assignment || (decision && !author)) throw notFound();
    const party = actingParty(ctx, assignment, step);
    if (decision && author) refuseOtherDecider(author, party, decision.action);
    replayEarlier(ctx, earlier);
    refuseUnknown(assignment, asked.named ?? []);
    if (assignment.version !== asked.expectedVersion) throw new Refusal('VERSION_CONFLICT');
    const clock = clockOf(ctx);
    const written = moveFor(step, assignment, party, clock);
    const { move = written, ...change } = detail({ assignment, party, move: written, freshId: proposalId });
    const { after, statements } = transition(assignment, move, clock, change);
    return commit(ctx, statements, { data: viewAssignment(after, viewerOf(ctx, after), clock) }, { isTold: true });
  });
