import { deleteExpired } from '../../../db/identity/sign-in.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 1_000;

/** Deletes expired sessions and verifications, and keys deleted a month ago, at most a batch of each. */
export async function sweepIdentity({ db, now }: Pick<JobCtx, 'db' | 'now'>): Promise<JobResult> {
  const { sessions, verifications, apiKeys } = await deleteExpired(db, now(), batch);
  return {
    done: sessions + verifications + apiKeys,
    isMore: Math.max(sessions, verifications, apiKeys) === batch,
  };
}
