import type { SQLWrapper } from 'drizzle-orm/sql/sql';
import { recordEvents } from '../../../db/placements/assignment-events.ts';
import { assignmentOf } from '../../../db/placements/assignments.ts';
import { type FilePurpose, hasRoom, isTakingFiles, takesFiles } from '../../../db/placements/deliveries.ts';
import { factsOf } from '../../../db/query.ts';
import { type UploadRecord, uploadOf } from '../../../db/uploads/records.ts';
import type { EventActor } from '../../../schema/shared/enums.ts';
import { limitReached, notFound, orLimitReached } from '../../../schema/shared/errors.ts';
import {
  type CompletedUpload,
  kindsOfPurpose,
  type NewFile,
  type OpenUpload,
  uploadLimits,
} from '../../../schema/uploads/uploads.ts';
import type { Ctx } from '../../context.ts';
import { completeUpload, createUpload, lateSince } from '../../uploads/index.ts';
import { actingParty } from '../assignments/acting-party.ts';
import { clockOf } from '../assignments/clock.ts';
import { allowsPdf, refuseOtherProof } from '../assignments/proof-rules.ts';
import { type AssignmentAction, moveFor } from '../assignments/rules.ts';

export interface CreateProofUpload extends NewFile {
  readonly id: number;
  /** The result; undefined: the file is for a statement. */
  readonly deliverableId?: number | undefined;
}

/** The action of a party that lists the files. */
const stepOf = { RESULT: 'submit', STATEMENT: 'statements' } as const satisfies Record<FilePurpose, AssignmentAction>;
const purposeOf = (deliverableId: number | null | undefined): FilePurpose =>
  typeof deliverableId === 'number' ? 'RESULT' : 'STATEMENT';

/** Opens an upload for a result or a statement and signs a URL that takes its file. A failure changes nothing. */
export function createProofUpload(
  ctx: Ctx,
  { id, deliverableId, ...file }: CreateProofUpload,
): Promise<{ data: OpenUpload }> {
  const purpose = purposeOf(deliverableId);
  const step = stepOf[purpose];
  return createUpload(ctx, file, isTakingFiles(id, purpose), {
    facts: factsOf({ assignment: assignmentOf(ctx.actor.userId, id) }),
    visible: ({ assignment }) => assignment && { assignment, party: actingParty(ctx, assignment, step) },
    purposeOf({ assignment, party }) {
      const deliverable = assignment.deliverables.find((one) => one.id === deliverableId);
      if (purpose === 'RESULT' && !deliverable) throw notFound();
      moveFor(step, assignment, party, clockOf(ctx));
      if (deliverable) refuseOtherProof(assignment, deliverable, {});
      const limit = { purpose, owner: ctx.actor.userId, max, openSince: lateSince(ctx.now()) };
      return {
        target: { assignmentId: id, deliverableId: deliverable?.id ?? null },
        kinds: kindsOfPurpose.proof.filter(
          (kind) => purpose === 'STATEMENT' || kind !== 'PDF' || allowsPdf(assignment),
        ),
        guards: [takesFiles(id, purpose), hasRoom(id, limit)],
      };
    },
  }).catch(orLimitReached('files_of_assignment', () => limitReached(tooManyFiles[purpose])));
}

const max = uploadLimits.ofAssignment;

const tooManyFiles: Readonly<Record<FilePurpose, string>> = {
  RESULT: `An assignment has at most ${max} open or verified files for its results.`,
  STATEMENT: `Each party has at most ${max} open or verified files for its statements about an assignment.`,
};

/** Verifies or rejects an uploaded file of the caller. The history has the verdict on a file of a result. */
export const completeProofUpload = (
  ctx: Ctx,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<{ data: CompletedUpload }> =>
  completeUpload(ctx, {
    facts: factsOf({
      assignment: assignmentOf(ctx.actor.userId, id),
      upload: uploadOf({ assignmentId: id }, uploadId, ctx.actor.userId),
    }),
    visible({ assignment, upload }) {
      if (!assignment || !upload) return null;
      const purpose = purposeOf(upload.deliverableId);
      return { assignment, purpose, party: actingParty(ctx, assignment, stepOf[purpose]), upload };
    },
    completionOf({ assignment, purpose, party, upload }) {
      moveFor(stepOf[purpose], assignment, party, clockOf(ctx));
      const guards = [takesFiles(id, purpose)];
      // A statement lists its files in its own event.
      if (purpose === 'STATEMENT') return { upload, guards };
      return {
        upload,
        guards,
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
