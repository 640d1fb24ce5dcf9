import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import { sameDeliverables } from '../../../db/placements/deliveries.ts';
import type { Ctx } from '../../context.ts';
import { type ActionInput, act } from './act.ts';
import { clockOf } from './clock.ts';
import { handedIn } from './handed-in.ts';
import { refuseUnproven } from './proof-rules.ts';

/** The creator submits all results for approval. An open proposal is closed. A failure changes nothing. */
export const submitAssignment = (ctx: Ctx, input: ActionInput) =>
  act(ctx, input, 'submit', ({ assignment, measured, lostPosts }) => {
    refuseUnproven(assignment, lostPosts, clockOf(ctx));
    return {
      data: { results: evidenceIn(assignment) },
      statements: [sameDeliverables(assignment)],
      patch: handedIn(assignment, measured),
    };
  });

/**
 * Evidence for disputes, independent of later changes of the results. Of a private file it has only the id, because programs read the
 * history.
 */
const evidenceIn = ({ deliverables }: Pick<AssignmentRecord, 'deliverables'>) =>
  deliverables.map(({ id, position, url, contentId, proofs }) => ({
    ...{ deliverableId: id, position, url, contentId },
    uploadIds: proofs.map(({ uploadId }) => uploadId),
  }));
