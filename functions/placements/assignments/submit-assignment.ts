import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import { sameDeliverables } from '../../../db/placements/deliveries.ts';
import type { Ctx } from '../../context.ts';
import { type Asked, act } from './act.ts';
import { clockOf } from './clock.ts';
import { refuseUnproven } from './proof-rules.ts';

/** The creator has handed in every result and waits for approval, or nothing changed. An open proposal is closed. */
export const submitAssignment = (ctx: Ctx, asked: Asked) =>
  act(ctx, asked, 'submit', ({ assignment }) => {
    refuseUnproven(assignment, clockOf(ctx));
    return { data: { results: handedIn(assignment) }, statements: [sameDeliverables(assignment)] };
  });

/** Evidence, whatever becomes of the results later. Of a private file the id alone: the history is read by programs too. */
const handedIn = ({ deliverables }: Pick<AssignmentRecord, 'deliverables'>) =>
  deliverables.map(({ id, position, url, contentId, proofs }) => ({
    ...{ deliverableId: id, position, url, contentId },
    uploadIds: proofs.map(({ uploadId }) => uploadId),
  }));
