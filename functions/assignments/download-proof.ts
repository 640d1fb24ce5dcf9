import { sql } from 'drizzle-orm/sql/sql';
import { assignmentOf } from '../../db/assignments.ts';
import { row } from '../../db/client.ts';
import { wasHandedIn } from '../../db/submissions.ts';
import { uploadOf } from '../../db/uploads.ts';
import type { AssignmentRecord } from '../../schema/assignment-records.ts';
import { notFound } from '../../schema/errors.ts';
import type { UploadRecord } from '../../schema/uploads.ts';
import type { Ctx } from '../context.ts';
import { signDownload } from '../uploads/index.ts';
import { isAttached } from './proof-rules.ts';
import { partyOf } from './rules.ts';

interface Facts {
  readonly assignment: AssignmentRecord | null;
  readonly upload: UploadRecord | null;
  readonly isEvidence: boolean;
}

/**
 * A URL that saves a verified file, for a minute. What the creator has neither attached to a result nor handed in is nobody
 * else's to see; what was handed in stays to be seen.
 */
export async function downloadProof(
  ctx: Ctx,
  { id, uploadId }: { id: number; uploadId: string },
): Promise<{ data: { url: string; expiresAt: string } }> {
  const { userId } = ctx.actor;
  const { assignment, upload, isEvidence } = await row<Facts>(
    ctx.db,
    sql`select ${assignmentOf(userId, id)} as assignment, ${uploadOf({ assignmentId: id }, uploadId)} as upload,
          ${wasHandedIn(id, uploadId)} as "isEvidence"`,
  );
  if (!assignment || !upload) throw notFound();
  const isShown = isEvidence || isAttached(assignment, uploadId);
  if (partyOf(assignment, userId) === 'ADVERTISER' && !isShown) throw notFound();
  return { data: await signDownload(ctx, upload) };
}
