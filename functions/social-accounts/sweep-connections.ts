import { deleteOldStates, endGrant } from '../../db/social-accounts/connections.ts';
import { readOldExpired } from '../../db/social-accounts/grant-renewals.ts';
import type { JobCtx, JobResult } from '../context.ts';

const batch = 1_000;
/**
 * What was read under a grant is deleted when its platform has not confirmed the grant for 30 days (YouTube's Developer Policies, III.E.4.b).
 * The sweep runs once a day, so it looks a day ahead.
 */
const maxUnconfirmedMs = 29 * 86_400_000;

/** Deletes connections that began and did not return in time, and ends those that expired long ago, at most a batch of each. */
export async function sweepConnections({ db, now }: Pick<JobCtx, 'db' | 'now'>): Promise<JobResult> {
  const states = await deleteOldStates(db, now(), batch);
  const expired = await readOldExpired(db, new Date(now().getTime() - maxUnconfirmedMs), batch);
  for (const { id } of expired) await db.transaction(endGrant(id, 'SYSTEM', now()));
  return { done: states + expired.length, isMore: states === batch || expired.length === batch };
}
