import { payCreators, unpaidCampaigns } from '../../../db/campaigns/payouts.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { changeEach } from './each-campaign.ts';

/** Creators that one transaction pays. */
const limit = 1_000;

/** Pays creators what they have earned in campaigns, each once a UTC day and by one transfer. */
export function payCampaignCreators(ctx: JobCtx, { afterId }: { readonly afterId: number }): Promise<JobResult> {
  const at = ctx.now();
  return changeEach(ctx, afterId, {
    kind: 'pay-campaign-creators',
    due: (page) => unpaidCampaigns({ at, ...page }),
    async change({ id, due }) {
      for (let paid = 0; paid < due; paid += limit) await ctx.db.transaction(payCreators(id, { at, limit }));
    },
  });
}
