import { sealedTokens, storeResealedTokens } from '../../db/social-accounts/sealed-tokens.ts';
import type { JobCtx, JobResult } from '../context.ts';
import { resealBatch } from '../platform/reseal-batch.ts';
import { tokenBox } from './grant-tokens.ts';

/** Seals the tokens of a batch of connections under the current SEALING_SECRET. One that is renewed meanwhile keeps its new tokens. */
export function resealTokens(ctx: JobCtx, { afterId }: { readonly afterId: number }): Promise<JobResult> {
  const { db } = ctx;
  return resealBatch(
    ctx,
    {
      of: 'SOCIAL_ACCOUNTS',
      event: 'connection.resealed',
      read: (after, limit) => sealedTokens(db, after, limit),
      boxesOf: ({ id }) => ({ sealed: tokenBox(id, 'access'), other: tokenBox(id, 'refresh') }),
      store: (rows) => db.transaction([storeResealedTokens(rows)]),
    },
    afterId,
  );
}
