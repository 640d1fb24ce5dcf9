import { sql } from 'drizzle-orm/sql/sql';
import { assignmentOf } from '../../db/assignments.ts';
import { row } from '../../db/client.ts';
import { uploadOf } from '../../db/uploads.ts';
import type { AssignmentRecord } from '../../schema/assignment-records.ts';
import { notFound } from '../../schema/errors.ts';
import type { UploadRecord } from '../../schema/uploads.ts';
import type { Ctx } from '../context.ts';
import { signDownload } from '../uploads/index.ts';
import { isAttached, partyOf } from './rules.ts';

interface Facts {
  readonly assignment: AssignmentRecord | null;
  readonly upload: UploadRecord | null;
}

/** A URL that saves a verified file, for a minute. What the creator has not attached to a result is nobody else's to see. */
export async function downloadProof(
  ctx: Ctx,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<{ data: { url: string; expiresAt: string } }> {
  const { userId } = ctx.actor;
  const { assignment, upload } = await row<Facts>(
    ctx.db,
    sql`select ${assignmentOf(userId, id)} as assignment, ${uploadOf({ assignmentId: id }, uploadId)} as upload`,
  );
  if (!assignment || !upload) throw notFound();
  if (partyOf(assignment, userId) === 'ADVERTISER' && !isAttached(assignment, uploadId)) throw notFound();
  return { data: await signDownload(ctx, upload) };
}
