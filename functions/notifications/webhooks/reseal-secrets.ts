import { sealedSecrets, storeResealed } from '../../../db/notifications/secrets.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { resealBatch } from '../../platform/reseal-batch.ts';
import { secretBox } from './secrets.ts';

/**
 * Seals the secrets of a batch of endpoints under the current SEALING_SECRET. A previous secret of a rotation that cannot be decrypted does not
 * sign, and is deleted within a day.
 */
export function resealSecrets(ctx: JobCtx, { afterId }: { readonly afterId: number }): Promise<JobResult> {
  const { db } = ctx;
  return resealBatch(
    ctx,
    {
      of: 'WEBHOOK_ENDPOINTS',
      event: 'webhook.resealed',
      read: (after, limit) => sealedSecrets(db, after, limit),
      boxesOf({ id, ownerId }) {
        const box = secretBox({ endpointId: id, ownerId });
        return { sealed: box, other: box };
      },
      store: (rows) => db.transaction([storeResealed(rows)]),
    },
    afterId,
  );
}
