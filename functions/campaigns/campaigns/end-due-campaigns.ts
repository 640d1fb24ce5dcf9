import { dueCampaigns, endCampaign } from '../../../db/campaigns/campaigns.ts';
import type { JobCtx, JobResult } from '../../context.ts';
import { changeEach } from './each-campaign.ts';

/** Completes the campaigns whose end has passed, each by its own transaction. */
export async function endDueCampaigns({ db, now, enqueue }: JobCtx): Promise<JobResult> {
  const at = now();
  const done = await changeEach(db, {
    due: (page) => dueCampaigns({ at, ...page }),
    change: (campaign) => db.transaction(endCampaign(campaign, { ending: 'COMPLETED', actor: 'SYSTEM', at })),
    failure: 'campaign.not-ended',
  });
  if (done > 0) await enqueue([{ kind: 'read-outbox' }]);
  return { done, isMore: false };
}
