import { deleteRequestsBefore } from '../../../db/identity/api-requests.ts';
import { deleteExpired } from '../../../db/identity/sign-in.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { loggedSince } from './logged-since.ts';

const batch = 1_000;

/** Deletes expired sessions and verifications, keys deleted a month ago, and old logged requests, at most a batch of each. */
export async function sweepIdentity({ db, now }: Pick<JobCtx, 'db' | 'now'>): Promise<JobResult> {
  const expired = await deleteExpired(db, now(), batch);
  const requests = await deleteRequestsBefore(db, loggedSince(now()), batch);
  const deleted = [...Object.values(expired), requests];
  return { done: deleted.reduce((sum, one) => sum + one, 0), isMore: Math.max(...deleted) === batch };
}
