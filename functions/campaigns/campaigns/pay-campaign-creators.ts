import { payCreators, unpaidCampaigns } from '../../../db/campaigns/payouts.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { changeEach } from './each-campaign.ts';

/** Creators that one transaction pays. */
const limit = 1_000;

/** Pays creators what they have earned in campaigns, each once a UTC day and by one transfer. */
export async function payCampaignCreators({ db, now }: JobCtx): Promise<JobResult> {
  const at = now();
  const done = await changeEach(db, {
    due: (page) => unpaidCampaigns({ at, ...page }),
    async change({ id, due }) {
      for (let paid = 0; paid < due; paid += limit) await db.transaction(payCreators(id, { at, limit }));
    },
    failure: 'campaign.not-paid',
  });
  return { done, isMore: false };
}
