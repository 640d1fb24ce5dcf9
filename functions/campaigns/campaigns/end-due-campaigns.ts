import { dueCampaigns, endCampaign } from '../../../db/campaigns/campaigns.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { changeEach } from './each-campaign.ts';

/** Completes the campaigns whose end has passed, each by its own transaction, and has their events sent. */
export async function endDueCampaigns(ctx: JobCtx, { afterId }: { readonly afterId: number }): Promise<JobResult> {
  const at = ctx.now();
  const result = await changeEach(ctx, afterId, {
    kind: 'end-due-campaigns',
    due: (page) => dueCampaigns({ at, ...page }),
    change: (campaign) => ctx.db.transaction(endCampaign(campaign, { ending: 'COMPLETED', actor: 'SYSTEM', at })),
  });
  if (result.done > 0) await ctx.enqueue([{ kind: 'read-outbox' }]);
  return result;
}
