import { refreshCatalog } from '../../db/catalog/refresh.ts';
import { deleteOldStates, endGrant } from '../../db/social-accounts/connections.ts';
import { readUnconfirmed } from '../../db/social-accounts/grant-renewals.ts';
import { readUnshownPictures } from '../../db/social-accounts/picture-ages.ts';
import { deleteOldWindows } from '../../db/social-accounts/platform-budgets.ts';
import { deleteOldEvents } from '../../db/social-accounts/platform-events.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { deletePictures } from './store-picture.ts';

const batch = 1_000;
/** Each needs a request to the store. */
const pictureBatch = 50;
/**
 * What was read under a grant is deleted when its platform has not confirmed the grant for 30 days (YouTube's Developer Policies, III.E.4.b).
 * The sweep runs once a day, so it looks a day ahead.
 */
const maxUnconfirmedMs = 29 * 86_400_000;
/** Platforms repeat a call for at most three days. The page of a deletion needs its event for longer. */
const eventsKeptMs = 30 * 86_400_000;
/** Longer than any window lasts. */
const windowsKeptMs = 7 * 86_400_000;

/**
 * Deletes connections that began and did not return in time, old calls of platforms and old windows of their limits, and ends connections that
 * expired long ago, or that their platform has not confirmed for as long, as while an account is blocked: at most a batch of each. Also deletes
 * pictures that their accounts do not show any more.
 */
export async function sweepConnections(ctx: JobCtx): Promise<JobResult> {
  const { db, now } = ctx;
  const states = await deleteOldStates(db, now(), batch);
  const unconfirmed = await readUnconfirmed(db, new Date(now().getTime() - maxUnconfirmedMs), batch);
  for (const { id, ownerId } of unconfirmed)
    await db.transaction([...endGrant(id, 'SYSTEM', now()), refreshCatalog(ownerId, now())]);
  const events = await deleteOldEvents(db, new Date(now().getTime() - eventsKeptMs), batch);
  const windows = await deleteOldWindows(db, new Date(now().getTime() - windowsKeptMs), now(), batch);
  const unshown = await readUnshownPictures(db, now(), pictureBatch);
  await deletePictures(ctx, unshown);
  const numbers = [states, unconfirmed.length, events, windows];
  return {
    done: numbers.reduce((sum, number) => sum + number, unshown.length),
    isMore: unshown.length === pictureBatch || numbers.some((number) => number >= batch),
  };
}
