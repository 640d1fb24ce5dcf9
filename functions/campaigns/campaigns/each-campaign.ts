import type { Query } from '../../../db/query.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';

/** Campaigns of one message of the queue. */
const batch = 50;

interface Work<Campaign> {
  readonly kind: 'end-due-campaigns' | 'pay-campaign-creators';
  /** The campaigns after this id, at most `limit`, in the order of their ids. */
  readonly due: (page: { readonly afterId: number; readonly limit: number }) => Query<Campaign>;
  readonly change: (campaign: Campaign) => Promise<void>;
}

/**
 * Changes a batch of campaigns one after the other, and queues the next batch. One that somebody else changes at the same time is left to the next run,
 * and so is one that fails: it delays no other.
 */
export async function changeEach<Campaign extends { readonly id: number }>(
  { db, enqueue }: JobCtx,
  afterId: number,
  { kind, due, change }: Work<Campaign>,
): Promise<JobResult> {
  const campaigns = await db.read(due({ afterId, limit: batch }));
  let done = 0;
  for (const campaign of campaigns) {
    try {
      await change(campaign);
      done += 1;
    } catch (error) {
      if (error instanceof Refusal && error.isConflict) continue;
      log('error', `${kind}.failed`, { campaignId: campaign.id, cause: String(error) });
    }
  }
  const last = campaigns.length === batch ? campaigns.at(-1) : undefined;
  if (last) await enqueue([{ kind, afterId: last.id }]);
  return { done, isMore: false };
}
