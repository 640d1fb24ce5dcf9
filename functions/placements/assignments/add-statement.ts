import { recordEvents } from '../../../db/placements/assignment-events.ts';
import { type AssignmentRecord, assignmentOf, lockAssignment } from '../../../db/placements/assignments.ts';
import { attachToStatement, countStatement } from '../../../db/placements/statements.ts';
import { factsOf } from '../../../db/query.ts';
import { uploadsOf } from '../../../db/uploads/records.ts';
import type { AssignmentView } from '../../../schema/placements/assignments.ts';
import { maxStatements } from '../../../schema/placements/work-terms.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { orLimitReached } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { actingParty, viewerOf } from './acting-party.ts';
import { clockOf } from './clock.ts';
import { assignmentAgain, type Kept, keptAssignment } from './kept-answers.ts';
import { refuseOtherFiles } from './proof-rules.ts';
import { moveFor, tooManyStatements } from './rules.ts';
import { viewAssignment } from './view.ts';

export interface AddStatement {
  readonly id: number;
  readonly text: string;
  readonly uploadIds?: readonly string[] | undefined;
}

/**
 * Adds a statement of a party to a dispute. A failure changes nothing. It keeps the version of the assignment, so the two parties do not
 * refuse each other's statements.
 */
export const addStatement = (ctx: Ctx, { id, text, uploadIds = [] }: AddStatement): Promise<{ data: AssignmentView }> =>
  mutate(ctx, {
    facts: factsOf({
      assignment: assignmentOf(ctx.actor.userId, id),
      uploads: uploadsOf({ assignmentId: id }, uploadIds, ctx.actor.userId),
    }),
    visible: ({ assignment, uploads }) =>
      assignment && { assignment, uploads, party: actingParty(ctx, assignment, 'statements') },
    replay: (kept: Kept<AssignmentView>, { assignment, party }) => ({
      data: assignmentAgain(kept, assignment, { party, context: clockOf(ctx) }),
    }),
    decide({ assignment, uploads, party }) {
      const clock = clockOf(ctx);
      const { by: actor, event: kind } = moveFor('statements', assignment, party, clock);
      refuseOtherFiles(uploads, uploadIds, clock);
      const answer = { data: viewAssignment(withStatement(assignment, party), viewerOf(ctx, assignment), clock) };
      return {
        statements: [
          lockAssignment(assignment),
          countStatement(id, party, maxStatements),
          recordEvents(id, [{ kind, actor, data: { text, uploadIds: [...uploadIds] } }], clock.now),
          ...(uploadIds.length > 0 ? [attachToStatement(id, uploadIds, clock.now)] : []),
        ],
        answer,
        kept: keptAssignment(answer.data),
        isNotifying: true,
      };
    },
  }).catch(orLimitReached('statements_of_party', tooManyStatements));

/** The assignment with one more statement of this party. */
const withStatement = (assignment: AssignmentRecord, party: Party): AssignmentRecord => ({
  ...assignment,
  statements: assignment.statements && { ...assignment.statements, [party]: assignment.statements[party] + 1 },
});
