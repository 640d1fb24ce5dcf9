import type { UploadRecord } from '../../db/uploads/records.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { Ctx } from '../context.ts';
import { openObjectStore } from '../platform/object-store.ts';

const ttlSeconds = 60;

/** A URL that downloads a verified file, valid for a minute. Throws INVALID_PROOF when the file is not verified. */
export async function signDownload(ctx: Ctx, upload: UploadRecord): Promise<{ url: string; expiresAt: string }> {
  if (upload.status !== 'VERIFIED' || upload.storedKey === null)
    throw new Refusal('INVALID_PROOF', 'The file is not verified.');
  return {
    url: await openObjectStore(ctx.settings).signGet(upload.storedKey, upload, ttlSeconds),
    expiresAt: new Date(ctx.now().getTime() + ttlSeconds * 1_000).toISOString(),
  };
}
