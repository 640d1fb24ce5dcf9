import type { StoredCopy } from '../../db/uploads/checks.ts';
import type { UploadRecord } from '../../db/uploads/records.ts';
import type { VirusCheck } from '../../schema/uploads/uploads.ts';
import { type ObjectStore, storeUnavailable } from '../platform/object-store.ts';
import { openVirusScanner } from '../platform/virus-scanner.ts';
import type { ApiSettings } from '../settings/index.ts';

const ttlSeconds = 60;

/** The scanner's verdict on the served copy; NOT_MADE without a scanner. A failed scan is retried with the upload. */
export async function scanFile(
  settings: ApiSettings,
  store: ObjectStore,
  { contentType, fileName }: UploadRecord,
  { storedKey, storedSize, storedSha256 }: StoredCopy,
): Promise<VirusCheck | 'INFECTED'> {
  const scanner = openVirusScanner(settings);
  if (scanner === null) return 'NOT_MADE';
  const url = await store.signGet(storedKey, { contentType, fileName }, ttlSeconds);
  try {
    return (await scanner.isClean({ url, size: storedSize, sha256: storedSha256, contentType })) ? 'CLEAN' : 'INFECTED';
  } catch (error) {
    // The message may contain the URL, so it is not logged.
    throw storeUnavailable(new Error(`virus scan: ${String(error).replace(/https?:\/\/\S+/g, 'its URL')}`));
  }
}
