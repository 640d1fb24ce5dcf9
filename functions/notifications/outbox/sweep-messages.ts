import { sweepEndpoints } from '../../../db/notifications/endpoints.ts';
import { sweepOutbox } from '../../../db/notifications/outbox.ts';
import { deleteExpiredSecrets } from '../../../db/notifications/secrets.ts';
import type { JobCtx, JobResult } from '../../context.ts';

const batch = 2_000;

/**
 * Deletes delivered rows of the outbox, ended messages and deleted endpoints that are older than the retention, and expired secrets, at
 * most one batch of each. An endpoint is deleted after its last message.
 */
export async function sweepMessages({ db, settings, now }: JobCtx): Promise<JobResult> {
  const before = new Date(now().getTime() - settings.MESSAGE_RETENTION_DAYS * 86_400_000);
  const { outbox, messages } = await sweepOutbox(db, before, batch);
  const endpoints = await sweepEndpoints(db, before, batch);
  const secrets = await deleteExpiredSecrets(db, now(), batch);
  return {
    done: outbox + messages + endpoints + secrets,
    isMore: Math.max(outbox, messages, endpoints, secrets) === batch,
  };
}
