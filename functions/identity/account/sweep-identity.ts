import { deleteRequestsBefore } from '../../../db/identity/api-requests.ts';
import { deleteExpired } from '../../../db/identity/sign-in.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { loggedSince } from './logged-since.ts';

const batch = 1_000;

/** Deletes expired sessions and verifications, keys deleted a month ago, and old logged requests, at most a batch of each. */
export async function sweepIdentity({ db, now }: Pick<JobCtx, 'db' | 'now'>): Promise<JobResult> {
  const { sessions, verifications, apiKeys } = await deleteExpired(db, now(), batch);
  const requests = await deleteRequestsBefore(db, loggedSince(now()), batch);
  return {
    done: sessions + verifications + apiKeys + requests,
    isMore: Math.max(sessions, verifications, apiKeys, requests) === batch,
  };
}
