import { and, eq, type SQLWrapper } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { UploadTarget } from '../../schema/uploads/uploads.ts';
import type { Db } from '../client.ts';
import { limitCode } from '../failures.ts';
import { build, countChanged, guard } from '../query.ts';
import { privateUploads } from '../tables/uploads.ts';
import type { UploadRecord } from './records.ts';

export interface NewUpload extends UploadRecord {
  readonly target: UploadTarget;
}

/**
 * Inserts an open file of its owner; the limit open_uploads refuses one more when `max` are open. The lock makes concurrent uploads
 * count one another: the next statement sees what the others have committed.
 */
export const insertUpload = (upload: NewUpload, quota: { max: number; openSince: Date }, at: Date): SQLWrapper[] => [
  sql`select pg_advisory_xact_lock(hashtextextended('private_uploads', ${upload.ownerId}))`,
  guard(
    sql`(select count(*) from ${privateUploads} where ${privateUploads.ownerId} = ${upload.ownerId}
      and ${privateUploads.status} = 'PENDING' and ${privateUploads.expiresAt} > ${quota.openSince}) < ${quota.max}`,
    limitCode('open_uploads'),
  ),
  build.insert(privateUploads).values({
    id: upload.id,
    ownerId: upload.ownerId,
    channelId: 'channelId' in upload.target ? upload.target.channelId : null,
    assignmentId: 'assignmentId' in upload.target ? upload.target.assignmentId : null,
    deliverableId: upload.deliverableId,
    statsSessionId: 'statsSessionId' in upload.target ? upload.target.statsSessionId : null,
    campaignPostId: 'campaignPostId' in upload.target ? upload.target.campaignPostId : null,
    portfolioCreatorId: 'portfolioCreatorId' in upload.target ? upload.target.portfolioCreatorId : null,
    fileName: upload.fileName,
    contentType: upload.contentType,
    size: upload.size,
    sha256: sql`decode(${upload.sha256}, 'hex')`,
    incomingKey: upload.incomingKey,
    expiresAt: new Date(upload.expiresAt),
    createdAt: at,
    updatedAt: at,
  }),
];

/**
 * Stores the expiry of a new signed URL; the stored expiry never gets earlier. False when the file was decided, or its target takes
 * no files any more.
 */
export async function renewUpload(
  db: Db,
  uploadId: string,
  { expiresAt, at, isAwaited }: { expiresAt: Date; at: Date; isAwaited: SQL },
): Promise<boolean> {
  const renewed = build
    .update(privateUploads)
    .set({ expiresAt: sql`greatest(${privateUploads.expiresAt}, ${expiresAt}::timestamptz)`, updatedAt: at })
    .where(and(eq(privateUploads.id, uploadId), eq(privateUploads.status, 'PENDING'), isAwaited));
  return (await countChanged(db, renewed)) === 1;
}
