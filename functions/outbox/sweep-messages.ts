import { sweepEndpoints } from '../../db/notifications/endpoints.ts';
import { deleteExpiredSecrets } from '../../db/notifications/secrets.ts';
import { sweepTold } from '../../db/outbox.ts';
import type { JobCtx, JobResult } from '../context.ts';

const batch = 2_000;

/**
 * What was told, messages that have ended and endpoints that were deleted, longer ago than they are kept, are gone, and secrets that
 * sign no more, at most a batch of each. An endpoint goes after the last of its messages.
 */
export async function sweepMessages({ db, settings, now }: JobCtx): Promise<JobResult> {
  const before = new Date(now().getTime() - settings.MESSAGE_RETENTION_DAYS * 86_400_000);
  const { outbox, messages } = await sweepTold(db, before, batch);
  const endpoints = await sweepEndpoints(db, before, batch);
  const secrets = await deleteExpiredSecrets(db, now(), batch);
  return {
    done: outbox + messages + endpoints + secrets,
    isMore: Math.max(outbox, messages, endpoints, secrets) === batch,
  };
}
