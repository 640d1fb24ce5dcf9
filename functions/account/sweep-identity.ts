import { deleteExpired } from '../../db/users.ts';
import type { JobCtx } from '../context.ts';

const batch = 1_000;

/** Expired sessions and verifications, and keys deleted a month ago, are gone, at most a batch of each; true when there may be more. */
export async function sweepIdentity({ db, now }: Pick<JobCtx, 'db' | 'now'>): Promise<boolean> {
  const { sessions, verifications, apiKeys } = await deleteExpired(db, now(), batch);
  return Math.max(sessions, verifications, apiKeys) === batch;
}
