import { type AssignmentRecord, actionFacts } from '../../../db/placements/assignments.ts';
import type { NamedMeasurement } from '../../../db/placements/deliverables.ts';
import type { AssignmentView } from '../../../schema/placements/assignments.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { actingParty, viewerOf } from './acting-party.ts';
import { clockOf } from './clock.ts';
import { assignmentAgain, type Kept, keptAssignment } from './kept-answers.ts';
import { type Move, moveFor, type ProposalAction, refuseOtherDecider, refuseUnknown, type Step } from './rules.ts';
import { type Change, transition } from './transition.ts';
import { viewAssignment } from './view.ts';

export interface ActionInput {
  readonly id: number;
  readonly expectedVersion: number;
  /** The proposal to decide on. */
  readonly decision?: { readonly proposalId: number; readonly action: ProposalAction };
  /** The results that the body names. */
  readonly named?: readonly number[];
}

/** The facts that a party's action is decided on. */
export interface ActionFacts {
  readonly assignment: AssignmentRecord;
  /** The measurements that its results show once they are handed in. */
  readonly measured: readonly NamedMeasurement[];
  /** The positions of the results whose posts now prove results of other creators. */
  readonly lostPosts: readonly number[];
  readonly party: Party;
  readonly move: Move;
  /** For actions that open a proposal. */
  readonly freshId: number;
}

/** Additions of an action to its move, or a move that replaces it. */
export type Detail = Change & {
  readonly move?: Move;
};

/** Performs an action of a party, as the life table allows. A failure changes nothing. */
export const act = (
  ctx: Ctx,
  input: ActionInput,
  step: Step,
  detail: (found: ActionFacts) => Detail = () => ({}),
): Promise<{ data: AssignmentView }> => {
  const { decision } = input;
  return mutate(ctx, {
    facts: actionFacts({ userId: ctx.actor.userId, id: input.id, proposalId: decision?.proposalId ?? null }),
    visible({ assignment, author, ...found }) {
      if (!assignment || (decision && !author)) return null;
      const party = actingParty(ctx, assignment, step);
      if (decision && author) refuseOtherDecider(author, party, decision.action);
      return { ...found, assignment, party };
    },
    replay: (kept: Kept<AssignmentView>, { assignment, party }) => ({
      data: assignmentAgain(kept, assignment, { party, context: clockOf(ctx) }),
    }),
    decide({ assignment, measured, lostPosts, party, proposalId }) {
      refuseUnknown(assignment, input.named ?? []);
      if (assignment.version !== input.expectedVersion) throw new Refusal('VERSION_CONFLICT');
      const clock = clockOf(ctx);
      const written = moveFor(step, assignment, party, clock);
      const { move = written, ...change } = detail({
        ...{ assignment, measured, lostPosts, party },
        ...{ move: written, freshId: proposalId },
      });
      const { after, statements } = transition(assignment, move, clock, change);
      const answer = { data: viewAssignment(after, viewerOf(ctx, after), clock) };
      return { statements, answer, kept: keptAssignment(answer.data), isNotifying: true };
    },
  });
};
