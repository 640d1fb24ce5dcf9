import { expireUnneeded } from '../../db/uploads/evidence.ts';
import { expireUploads, markSwept, unsweptUploads } from '../../db/uploads/expiry.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { openObjectStore } from '../platform/object-store.ts';
import { lateSince, unneededSince } from './rules.ts';

const batch = 500;
const objects = 60;

/**
 * Uploads that were never completed have expired, and so has evidence that has not been needed for long; what lies at a key whose every URL has expired is gone, finished
 * uploads included; at most a batch of each. Deleting twice is harmless: runs may overlap.
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
