import { dueCampaigns, endCampaign } from '../../../db/campaigns/campaigns.ts';
import { Refusal } from '../../../schema/shared/errors.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { log } from '../../log.ts';

const batch = 50;

/**
 * Completes the campaigns whose end has passed, each by its own transaction. One that its advertiser changes at the same time is left to the next
 * run, and so is one that fails: it delays no other.
 */
export async function endDueCampaigns({ db, now }: JobCtx): Promise<JobResult> {
  const at = now();
  const due = await db.read(dueCampaigns(at, batch));
  let done = 0;
  for (const campaign of due) {
    try {
      await db.transaction(endCampaign(campaign, { ending: 'COMPLETED', actor: 'SYSTEM', at }));
      done += 1;
    } catch (error) {
      if (error instanceof Refusal && error.isConflict) continue;
      log('error', 'campaign.not-ended', { campaignId: campaign.id, cause: String(error) });
    }
  }
  // A full batch in which nothing ended would run for ever.
  return { done, isMore: due.length === batch && done > 0 };
}
