import { deleteRequestsBefore } from '../../../db/identity/api-requests.ts';
import { deleteExpired } from '../../../db/identity/sign-in.ts';
import { loggedDays } from '../../../schema/identity/requests.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 1_000;

/** Deletes expired sessions and verifications, keys deleted a month ago, and old logged requests, at most a batch of each. */
export async function sweepIdentity({ db, now }: Pick<JobCtx, 'db' | 'now'>): Promise<JobResult> {
  const { sessions, verifications, apiKeys } = await deleteExpired(db, now(), batch);
  const requests = await deleteRequestsBefore(db, new Date(now().getTime() - loggedDays * 86_400_000), batch);
  return {
    done: sessions + verifications + apiKeys + requests,
    isMore: Math.max(sessions, verifications, apiKeys, requests) === batch,
  };
}
