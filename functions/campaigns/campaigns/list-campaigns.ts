import { type CampaignsPage, campaignsPage } from '../../../db/campaigns/campaigns.ts';
import type { CampaignView } from '../../../schema/campaigns/campaign.ts';
import { type Page, pageOf } from '../../../schema/shared/page.ts';
import type { Ctx } from '../../context.ts';
import { shownToOthers } from '../../metrics/analytics/index.ts';
import { viewCampaign } from './view.ts';

/** The campaigns of the caller, newest first. */
export async function listCampaigns(ctx: Ctx, page: CampaignsPage): Promise<Page<CampaignView>> {
  const rows = await ctx.db.read(campaignsPage(ctx.actor.userId, page, shownToOthers(ctx)));
  const campaigns = rows.map(({ campaign }) => viewCampaign(campaign));
  return pageOf(campaigns, page.limit, ({ id }) => id);
}
