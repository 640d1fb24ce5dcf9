import { assignmentOf } from '../../../db/placements/assignments.ts';
import { isEvidence } from '../../../db/placements/submissions.ts';
import { facts } from '../../../db/query.ts';
import { uploadOf } from '../../../db/uploads/records.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { signDownload } from '../../uploads/index.ts';

/**
 * Signs a URL that downloads a verified file, valid for a minute. The other party can read only files that are attached to a result, were
 * submitted, or are part of a statement. Submitted files and those of statements remain readable.
 */
export async function downloadProof(
  ctx: Ctx,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<{ data: { url: string; expiresAt: string } }> {
  const { userId } = ctx.actor;
  const { assignment, upload, isShown } = await facts(ctx.db, {
    assignment: assignmentOf(userId, id),
    upload: uploadOf({ assignmentId: id }, uploadId),
    isShown: isEvidence(id, uploadId),
  });
  if (!assignment || !upload) throw notFound();
  if (upload.ownerId !== userId && !isShown) throw notFound();
  return { data: await signDownload(ctx, upload) };
}
