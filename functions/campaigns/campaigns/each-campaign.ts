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
 * Changes a batch of campaigns one after the other, and queues the next batch. If another commit changes a campaign at the same time, or
 * its change fails, the next run retries this campaign. The others continue.
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
