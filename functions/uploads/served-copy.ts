import type { ServedCopy } from '../../db/uploads/checks.ts';
import type { UploadRecord } from '../../db/uploads/records.ts';
import type { Ctx } from '../context.ts';
import { type ObjectStore, storeUnavailable } from '../platform/object-store.ts';
import { checkFile } from './check-file.ts';
import { infectedText } from './fault-text.ts';
import { isRejected, type RejectedFile } from './rejected-file.ts';
import { scanFile } from './scan-file.ts';
import { storeServed } from './store-served.ts';

/** Checks the file at `from`, and stores what is served of it. */
export async function servedCopy(
  ctx: Ctx,
  store: ObjectStore,
  upload: UploadRecord,
  keys: { readonly from: string; readonly to: string },
): Promise<ServedCopy | RejectedFile> {
  const bytes = await store.read(keys.from);
  if (bytes === null) throw storeUnavailable(new Error('the copy is gone'));
  const checked = await checkFile(bytes, upload);
  if (isRejected(checked)) return checked;
  const { contentType } = checked;
  const stored = await storeServed(store, upload, checked, keys);
  const virusCheck = await scanFile(ctx.settings, store, { ...upload, contentType }, stored);
  return virusCheck === 'INFECTED' ? { reason: infectedText } : { ...stored, contentType, virusCheck };
}
