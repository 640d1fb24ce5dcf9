import { isEvidence } from '../../../db/placements/submissions.ts';
import { facts } from '../../../db/query.ts';
import { uploadOf } from '../../../db/uploads/records.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { signDownload } from '../../uploads/index.ts';

/** Signs a URL that downloads one file of an assignment of any parties, valid for a minute. Files that nobody has handed in stay private. */
export async function downloadCaseFile(
  ctx: Ctx,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<{ data: { url: string; expiresAt: string } }> {
  const { upload, isShown } = await facts(ctx.db, {
    upload: uploadOf({ assignmentId: id }, uploadId),
    isShown: isEvidence(id, uploadId),
  });
  if (!upload || !isShown) throw notFound();
  return { data: await signDownload(ctx, upload) };
}
