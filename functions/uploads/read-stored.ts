import type { StoredCopy } from '../../db/uploads/checks.ts';
import { sha256Hex } from '../platform/hash.ts';
import { openObjectStore, storeUnavailable } from '../platform/object-store.ts';
import { readWhole } from '../platform/read-chunks.ts';
import type { StoreSettings } from '../settings/index.ts';

/**
 * A verified file, whole in memory: only for images, which have at most 10 MiB. Throws PRIVATE_UPLOAD_SERVICE_UNAVAILABLE unless the store
 * has exactly the file that was checked.
 */
export async function readStored(
  settings: StoreSettings,
  { storedKey, storedSize, storedSha256 }: StoredCopy,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = await openObjectStore(settings).read(storedKey);
  if (stream === null) throw storeUnavailable(new Error('a stored file is gone'));
  const bytes = await readWhole(stream, storedSize);
  if (bytes === null || (await sha256Hex(bytes)) !== storedSha256)
    throw storeUnavailable(new Error('a stored file is not the one that was checked'));
  return bytes;
}
