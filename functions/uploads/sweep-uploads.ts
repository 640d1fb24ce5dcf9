import { expireUnneeded } from '../../db/uploads/evidence.ts';
import { expireUploads, markSwept, unsweptUploads } from '../../db/uploads/expiry.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { openObjectStore } from '../platform/object-store.ts';
import { lateSince, unneededSince } from './rules.ts';

const batch = 500;
const objects = 60;

/**
 * Expires uploads that were never completed and evidence that is no longer needed, and deletes objects at keys whose URLs have all expired,
 * including those of completed uploads. At most a batch of each. Overlapping runs are safe, because deleting twice is harmless.
 */
export async function sweepUploads({ db, settings, now }: JobCtx): Promise<JobResult> {
  const before = lateSince(now());
  const expired = await expireUploads(db, before, now(), batch);
  const ended = await expireUnneeded(db, unneededSince(now()), now(), batch);
  const unswept = await unsweptUploads(db, before, objects);
  const store = openObjectStore(settings);
  for (const upload of unswept) {
    const copies = await store.list(`stored/${upload.id}/`);
    const unused = copies.filter((key) => key !== upload.storedKey);
    await Promise.all([upload.incomingKey, ...unused].map((key) => store.delete(key)));
  }
  await markSwept(
    db,
    unswept.map(({ id }) => id),
    now(),
  );
  return {
    done: expired + ended + unswept.length,
    isMore: expired === batch || ended === batch || unswept.length === objects,
  };
}
