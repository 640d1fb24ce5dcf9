import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { recordEvents } from '../../../db/placements/assignment-events.ts';
import { assignmentOf } from '../../../db/placements/assignments.ts';
import { hasRoom, isTakingProofs, takesProofs } from '../../../db/placements/deliveries.ts';
import { factsOf } from '../../../db/query.ts';
import { type UploadRecord, uploadOf } from '../../../db/uploads/records.ts';
import type { EventActor } from '../../../schema/shared/enums.ts';
import { limitReached, notFound, orLimitReached } from '../../../schema/shared/errors.ts';
import {
  type CompletedUpload,
  fileKinds,
  type NewFile,
  type OpenUpload,
  uploadLimits,
} from '../../../schema/uploads/uploads.ts';
import type { Ctx } from '../../context.ts';
import { completeUpload, createUpload, lateSince } from '../../uploads/index.ts';
import { actingParty } from '../assignments/acting-party.ts';
import { clockOf } from '../assignments/clock.ts';
import { allowsPdf, refuseOtherProof } from '../assignments/proof-rules.ts';
import { moveFor } from '../assignments/rules.ts';

export interface CreateProofUpload extends NewFile {
  readonly id: number;
  readonly deliverableId: number;
}

/** Opens an upload for a result and signs a URL that takes its file. A failure changes nothing. */
export const createProofUpload = (
  ctx: Ctx,
  { id, deliverableId, ...file }: CreateProofUpload,
): Promise<{ data: OpenUpload }> =>
  createUpload(ctx, file, isTakingProofs(id), {
    facts: factsOf({ assignment: assignmentOf(ctx.actor.userId, id) }),
    visible: ({ assignment }) => assignment && { assignment, party: actingParty(ctx, assignment, 'submit') },
    purposeOf({ assignment, party }) {
      const deliverable = assignment.deliverables.find((one) => one.id === deliverableId);
      if (!deliverable) throw notFound();
      moveFor('submit', assignment, party, clockOf(ctx));
      refuseOtherProof(assignment, deliverable, {});
      return {
        target: { assignmentId: id, deliverableId },
        kinds: allowsPdf(assignment) ? fileKinds : ['IMAGE', 'VIDEO'],
        guards: [takesProofs(id), hasRoom(id, { max, openSince: lateSince(ctx.now()) })],
      };
    },
  }).catch(orLimitReached('files_of_assignment', tooManyFiles));

const max = uploadLimits.ofAssignment;

const tooManyFiles = () => limitReached(`An assignment has at most ${max} open or verified files.`);

/** Verifies or rejects an uploaded file, and records the verdict in the history. */
export const completeProofUpload = (
  ctx: Ctx,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<{ data: CompletedUpload }> =>
  completeUpload(ctx, {
    facts: factsOf({
      assignment: assignmentOf(ctx.actor.userId, id),
      upload: uploadOf({ assignmentId: id }, uploadId),
    }),
    visible({ assignment, upload }) {
      const party = assignment && actingParty(ctx, assignment, 'submit');
      return assignment && party && upload && { assignment, party, upload };
    },
    completionOf({ assignment, party, upload }) {
      moveFor('submit', assignment, party, clockOf(ctx));
      return {
        upload,
        guards: [takesProofs(id)],
        recorded: {
          VERIFIED: [proofEvent('proof.verified', party, id, upload, ctx)],
          REJECTED: [proofEvent('proof.rejected', party, id, upload, ctx)],
        },
        isNotifying: true,
      };
    },
  });

/** People and programs outside read the history, so it names a private file by its id only. */
function proofEvent(
  kind: 'proof.verified' | 'proof.rejected',
  actor: EventActor,
  assignmentId: number,
  { id: uploadId, deliverableId }: UploadRecord,
  ctx: Ctx,
): SQLWrapper {
  return recordEvents(assignmentId, [{ kind, actor, data: { deliverableId, uploadId } }], ctx.now());
}
