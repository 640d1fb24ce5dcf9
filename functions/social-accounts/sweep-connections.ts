import { refreshCatalog } from '../../db/catalog/refresh.ts';
import { endGrant } from '../../db/social-accounts/connections.ts';
import { readUnconfirmed } from '../../db/social-accounts/grant-renewals.ts';
import { deleteOldStates } from '../../db/social-accounts/oauth-states.ts';
import { readUnshownPictures } from '../../db/social-accounts/picture-ages.ts';
import { deleteOldWindows } from '../../db/social-accounts/platform-budgets.ts';
import { deleteOldEvents } from '../../db/social-accounts/platform-events.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { revokeLater } from './revoke-later.ts';
import { deletePictures } from './store-picture.ts';

const batch = 1_000;
/** Each needs a request to the store. */
const pictureBatch = 50;
/** Each can need a request to its platform. */
const grantBatch = 50;
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
  const unconfirmed = await readUnconfirmed(db, new Date(now().getTime() - maxUnconfirmedMs), grantBatch);
  for (const grant of unconfirmed) await endUnconfirmed(ctx, grant);
  const events = await deleteOldEvents(db, new Date(now().getTime() - eventsKeptMs), batch);
  const windows = await deleteOldWindows(db, new Date(now().getTime() - windowsKeptMs), now(), batch);
  const unshown = await readUnshownPictures(db, now(), pictureBatch);
  await deletePictures(ctx, unshown);
  const numbers = [states, events, windows];
  return {
    done: numbers.reduce((sum, number) => sum + number, unshown.length + unconfirmed.length),
    isMore:
      unshown.length === pictureBatch || unconfirmed.length >= grantBatch || numbers.some((number) => number >= batch),
  };
}

/** Ends a connection here and at its platform, unless its owner has connected the account again since it was read. */
async function endUnconfirmed(
  ctx: JobCtx,
  { id, ownerId, platform, ...tokens }: Awaited<ReturnType<typeof readUnconfirmed>>[number],
): Promise<void> {
  const at = ctx.now();
  try {
    await ctx.db.transaction([...endGrant(id, 'SYSTEM', at, tokens), refreshCatalog(ownerId, at)]);
    revokeLater(ctx, { id, platform }, tokens);
  } catch (error) {
    if (!(error instanceof Refusal && error.isConflict)) throw error;
  }
}
