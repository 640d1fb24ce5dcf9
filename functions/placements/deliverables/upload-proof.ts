import type { SQL } from 'drizzle-orm/sql/sql';
import { recordEvents } from '../../../db/placements/assignment-events.ts';
import { assignmentOf } from '../../../db/placements/assignments.ts';
import { hasRoom, isTakingProofs, takesProofs } from '../../../db/placements/deliveries.ts';
import { facts } from '../../../db/query.ts';
import { type UploadRecord, uploadOf } from '../../../db/uploads/records.ts';
import type { EventActor } from '../../../schema/shared/enums.ts';
import { limitReached, notFound, orLimitReached } from '../../../schema/shared/errors.ts';
import { type CompletedUpload, type NewFile, type OpenUpload, uploadLimits } from '../../../schema/uploads/uploads.ts';
import type { Ctx } from '../../context.ts';
import { earlierAnswer, replayEarlier } from '../../idempotency.ts';
import { settleRace } from '../../lost-race.ts';
import { completeUpload, createUpload, lateSince, settleUpload, signingReplays } from '../../uploads/index.ts';
import { actingParty } from '../assignments/acting-party.ts';
import { clockOf } from '../assignments/clock.ts';
import { allowsPdf, refuseOtherProof } from '../assignments/proof-rules.ts';
import { moveFor } from '../assignments/rules.ts';

export interface CreateProofUpload extends NewFile {
  readonly id: number;
  readonly deliverableId: number;
}

/** There is an open upload for the result, with a URL that takes its file; or nothing. */
export const createProofUpload = (
  ctx: Ctx,
  { id, deliverableId, ...file }: CreateProofUpload,
): Promise<{ data: OpenUpload }> =>
  signingReplays(ctx, isTakingProofs(id), () =>
    settleRace(async () => {
      const { earlier, assignment } = await facts(ctx.db, {
        earlier: earlierAnswer(ctx),
        assignment: assignmentOf(ctx.actor.userId, id),
      });
      if (!assignment) throw notFound();
      const party = actingParty(ctx, assignment, 'submit');
      replayEarlier(ctx, earlier);
      const deliverable = assignment.deliverables.find((one) => one.id === deliverableId);
      if (!deliverable) throw notFound();
      moveFor('submit', assignment, party, clockOf(ctx));
      refuseOtherProof(assignment, deliverable, {});
      const target = { assignmentId: id, deliverableId };
      const guards = [takesProofs(id), hasRoom(id, { most, openSince: lateSince(ctx.now()) })];
      return createUpload(ctx, { target, allowsPdf: allowsPdf(assignment), guards }, file).catch(
        orLimitReached('files_of_assignment', tooManyFiles),
      );
    }),
  );

const most = uploadLimits.ofAssignment;

const tooManyFiles = () => limitReached(`An assignment has at most ${most} files that are open or verified.`);

/** The file may prove its result, or is refused; the history says which. */
export const completeProofUpload = (
  ctx: Ctx,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<{ data: CompletedUpload }> =>
  settleUpload(async () => {
    const { userId } = ctx.actor;
    const { earlier, assignment, upload } = await facts(ctx.db, {
      earlier: earlierAnswer(ctx),
      assignment: assignmentOf(userId, id),
      upload: uploadOf({ assignmentId: id }, uploadId),
    });
    if (!assignment) throw notFound();
    const party = actingParty(ctx, assignment, 'submit');
    if (!upload) throw notFound();
    replayEarlier(ctx, earlier);
    moveFor('submit', assignment, party, clockOf(ctx));
    return completeUpload(ctx, {
      upload,
      guards: [takesProofs(id)],
      recorded: {
        VERIFIED: [told('proof.verified', party, id, upload, ctx)],
        REJECTED: [told('proof.rejected', party, id, upload, ctx)],
      },
    });
  });

/** The history goes to people and programs outside: of a private file it names the id alone. */
function told(
  kind: 'proof.verified' | 'proof.rejected',
  actor: EventActor,
  assignmentId: number,
  { id: uploadId, deliverableId }: UploadRecord,
  ctx: Ctx,
): SQL {
  return recordEvents(assignmentId, [{ kind, actor, data: { deliverableId, uploadId } }], ctx.now());
}
